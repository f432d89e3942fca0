package org.lakeingest.api;

/** Nullable byte strings, read in place. The arrays must be neither changed nor kept beyond the batch's life. */
public interface BytesColumn {
    int size();

    boolean isNull(int index);

    byte[] array(int index);

    int arrayOffset(int index);

    int length(int index);
}
