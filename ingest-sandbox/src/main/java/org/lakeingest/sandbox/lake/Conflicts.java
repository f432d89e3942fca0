package org.lakeingest.sandbox.lake;

/** Compares a transaction's writes to a table with what others committed since its first write. Called with the commit lock held. Stateless. */
final class Conflicts {
    private Conflicts() {}

    static void check(TableWrite write, boolean explicit) throws LakeException {
        TableState state = write.state;
        if (state.types != write.types) {
            throw new LakeException(
                    LakeCode.UNWIND, "assertion failed: the columns of table " + state.id + " must have same type");
        }
        boolean late = explicit
                && write.window != Long.MAX_VALUE
                && state.written
                && state.newestWrite - write.pinnedAt > write.window;
        if (late) {
            throw new LakeException(
                    LakeCode.CONFLICT,
                    "Unresolvable conflict detected for table " + state.id
                            + ": txn started with logical timestamp, which is less than the latest table timestamp");
        }
        for (int segment : write.touched) {
            check(write, segment);
        }
        if (explicit) {
            for (int segment : write.compacted) {
                check(write, segment);
            }
        }
    }

    private static void check(TableWrite write, int segment) throws LakeException {
        if (!write.state.unitOf(segment).equals(write.units.get(segment))) {
            throw new LakeException(LakeCode.CONFLICT, "Unresolvable conflict detected for table " + write.state.id);
        }
    }
}
