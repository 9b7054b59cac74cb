"""Reports of results: text, JSON, CSV, HTML pages with pictures."""
