"""The editor's answers in the words of the Language Server Protocol: `stammtisch lsp`."""
