"""The pages that browsers show, as data and as HTML."""
