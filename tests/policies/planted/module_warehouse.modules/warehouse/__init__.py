from warehouse.store import rows, tables
