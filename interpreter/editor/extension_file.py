"""The extension for VS Code as one file that it can install, written without Node."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

from ..base.version import __version__

FOLDER = Path(__file__).parent / "vscode"
SHIPPED = ("extension.js", "README.md", "LICENSES.txt")
MOMENT = (1980, 1, 1, 0, 0, 0)  # the same file each time
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="json" ContentType="application/json"/>\
<Default Extension="js" ContentType="application/javascript"/>\
<Default Extension="md" ContentType="text/markdown"/><Default Extension="txt" ContentType="text/plain"/>\
<Default Extension="vsixmanifest" ContentType="text/xml"/></Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>Stammtisch</DisplayName>
    <Description xml:space="preserve">Card and board games from their written rules</Description>
    <Categories>Programming Languages</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def extension_file(program: list[str]) -> bytes:
    """The .vsix of the extension, of this version. program: the command that the extension may start as a last resort.

    The file is the same each time.
    """
    manifest = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    for key in ("scripts", "devDependencies"):
        manifest.pop(key)
    manifest["version"] = __version__
    values = {
        "name": manifest["name"],
        "version": __version__,
        "publisher": manifest["publisher"],
        "engine": manifest["engines"]["vscode"],
    }
    files = {
        "[Content_Types].xml": TYPES,
        "extension.vsixmanifest": MANIFEST.format(**{key: quoteattr(value) for key, value in values.items()}),
        "extension/package.json": json.dumps(manifest, indent=2),
        "extension/program.json": json.dumps(program),
        **{f"extension/{name}": (FOLDER / name).read_text(encoding="utf-8") for name in SHIPPED},
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, MOMENT), text, zipfile.ZIP_DEFLATED)
    return written.getvalue()
