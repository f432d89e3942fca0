package org.lakeingest.sandbox.lake;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a result, read once from front to back by one thread at a time. */
interface RowCursor extends AutoCloseable {
    RowCursor EMPTY = of(List.of());

    /** The next row, every cell a text or null, or null at the end. */
    @Nullable
    String @Nullable [] next() throws LakeException;

    @Override
    void close();

    static RowCursor of(List<@Nullable String[]> rows) {
        Iterator<@Nullable String[]> left = rows.iterator();
        return new RowCursor() {
            @Override
            public @Nullable String @Nullable [] next() {
                return left.hasNext() ? left.next() : null;
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }
}
