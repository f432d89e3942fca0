package org.lakeingest.format.avro;

import org.apache.avro.Schema;

/** How few bytes a value takes. No state. */
final class SchemaSize {
    private SchemaSize() {}

    /** Whether a value of this schema, which does not contain itself, may take no bytes at all. */
    static boolean canBeEmpty(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> true;
            case FIXED -> schema.getFixedSize() == 0;
            case RECORD -> schema.getFields().stream().allMatch(field -> canBeEmpty(field.schema()));
            default -> false;
        };
    }
}
