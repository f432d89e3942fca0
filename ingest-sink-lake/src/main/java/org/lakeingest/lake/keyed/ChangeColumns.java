package org.lakeingest.lake.keyed;

/**
 * Names of the columns by which changes are told apart, as rows or the table have them. Immutable.
 *
 * @param op in rows only: what a row does
 * @param version tells older from newer; made of the record's timestamp where rows lack it
 * @param position where the change lies: partition and offset
 * @param deleted in the table only, and only where deleted rows stay
 */
public record ChangeColumns(String op, String version, String position, String deleted) {}
