# containers
