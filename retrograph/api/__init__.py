"""The doors: HTTP, the command line, and in process."""
