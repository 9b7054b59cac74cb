"""Sheets: cards and tables that a spreadsheet has saved, as text or as a workbook, put into the tree of a ruleset."""
