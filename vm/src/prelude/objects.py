# objects
