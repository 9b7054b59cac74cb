"""The web server: routes, request checks, and pages that stay open."""
