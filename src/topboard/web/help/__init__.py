"""The documentation at the desk: its pages, and the page that helps with each page of the desk."""
