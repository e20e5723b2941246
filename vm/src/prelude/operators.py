# operators
