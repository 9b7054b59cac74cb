// Writes built/: `npm ci && npm run build`. The script's first line holds a digest of what it was built from.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { build } from 'esbuild';

const out = process.argv[2] ?? 'built';
const inside = readdirSync('source', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const paths = inside.map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'));
const digest = createHash('sha256');
for (const path of ['build.mjs', 'package-lock.json', ...paths.sort()]) digest.update(readFileSync(path));
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { studio: 'source/main.jsx' },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  banner: { js: `// built by build.mjs from sources with the digest ${digest.digest('hex').slice(0, 16)}` },
});
for (const name of ['index.html', 'icon.svg']) copyFileSync(`source/${name}`, `${out}/${name}`);
