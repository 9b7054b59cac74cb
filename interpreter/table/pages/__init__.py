"""What browsers show, as data and as HTML."""
