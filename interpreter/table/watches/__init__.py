"""What goes on beside the pages: clocks, changed rules, limits for guests, messages about turns."""
