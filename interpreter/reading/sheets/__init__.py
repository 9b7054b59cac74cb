"""Sheets: cards and tables from spreadsheet files, as text or as a workbook, put into a ruleset's tree."""
