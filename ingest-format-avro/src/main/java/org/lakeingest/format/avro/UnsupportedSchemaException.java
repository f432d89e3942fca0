package org.lakeingest.format.avro;

/** Columns cannot hold what a schema describes; the message follows the name of the file. */
final class UnsupportedSchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedSchemaException(String path, String what) {
        super(path.isEmpty() ? what : "has a field '" + path + "' that " + what);
    }
}
