"""Pictures of what lies on the table, made of a seat's view: the same for pages, reports and print."""
