"""What several test files share, in a package that the processes they start can import too."""
