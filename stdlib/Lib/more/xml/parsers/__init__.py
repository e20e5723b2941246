"""What is raised where a text is no XML."""
