"""Archives of files, the same bytes for the same files: zips for people and web servers, tar.xz for pages."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping

from ..base.errors import UsageError

# the same bytes each time: the earliest moment that a zip can name
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Files as a zip, the same bytes for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def tar_of(files: Mapping[str, bytes]) -> bytes:
    """Files as a tar.xz, the same bytes for the same files. Raises UsageError where this Python cannot make one."""
    try:
        import lzma
    except ImportError:
        raise UsageError("this Python was built without lzma, which packs the page: use another one") from None
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        # what is alike stands together
        for name in sorted(files, key=lambda name: (name.rpartition(".")[2], name)):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return lzma.compress(made.getvalue(), preset=9)
