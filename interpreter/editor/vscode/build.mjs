// Writes extension.js: `npm ci && npm run build`. Its first line holds a digest of what it was built from.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { build } from 'esbuild';

const sources = ['build.mjs', 'package-lock.json', ...readdirSync('source').sort().map((name) => `source/${name}`)];
const digest = createHash('sha256');
for (const name of sources) digest.update(readFileSync(name));
await build({
  entryPoints: ['source/extension.mjs'],
  outfile: process.argv[2] ?? 'extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node18',
  external: ['vscode'],
  legalComments: 'none',
  banner: { js: `// built by build.mjs from sources with the digest ${digest.digest('hex').slice(0, 16)}` },
});
