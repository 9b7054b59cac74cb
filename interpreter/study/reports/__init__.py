"""Results for people and for programs: text, JSON, CSV, pages with pictures."""
