package org.lakeingest.sandbox.lake;

/** A table of a database, both spelled as they are stored. */
record TableName(String database, String table) {
    /** Quoted for the database inside. */
    String quoted() {
        return Sql.name(database) + "." + Sql.name(table);
    }
}
