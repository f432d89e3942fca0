package org.lakeingest.engine.rows;

/** A column made of columns. While one of its rows is open, values are appended to its children. */
abstract class NestedData extends ColumnData {
    NestedData(String name, boolean nullable) {
        super(name, nullable);
    }

    /** The child that the next value goes to; refuses a second value for the same place. */
    abstract ColumnData child(int column);

    /** Ends the open row: what was left unset becomes null. */
    abstract void closeRow();

    @Override
    abstract NestedData next(int expectedRows);

    @Override
    final NestedData asNested() {
        return this;
    }
}
