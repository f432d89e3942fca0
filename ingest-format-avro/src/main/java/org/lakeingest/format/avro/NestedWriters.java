package org.lakeingest.format.avro;

import java.io.IOException;
import org.lakeingest.api.RowAppender;

/** Writers of values that have parts, and of unions. */
final class NestedWriters {
    private NestedWriters() {}

    static final class Structs implements ValueWriter {
        private final ValueWriter[] fields;

        Structs(ValueWriter[] fields) {
            this.fields = fields;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            rows.beginNested(column);
            for (int i = 0; i < fields.length; i++) {
                fields[i].write(input, rows, i);
            }
            rows.endNested();
        }
    }

    static final class Lists implements ValueWriter {
        private final ValueWriter element;

        Lists(ValueWriter element) {
            this.element = element;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            rows.beginNested(column);
            for (long block = input.decoder().readArrayStart();
                    block > 0;
                    block = input.decoder().arrayNext()) {
                for (long i = 0; i < block; i++) {
                    element.write(input, rows, 0);
                }
            }
            rows.endNested();
        }
    }

    static final class Maps implements ValueWriter {
        private final ValueWriter key;
        private final ValueWriter value;

        Maps(ValueWriter key, ValueWriter value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            rows.beginNested(column);
            for (long block = input.decoder().readMapStart();
                    block > 0;
                    block = input.decoder().mapNext()) {
                for (long i = 0; i < block; i++) {
                    key.write(input, rows, 0);
                    value.write(input, rows, 1);
                }
            }
            rows.endNested();
        }
    }

    static final class Unions implements ValueWriter {
        static final int NO_BRANCH = -1;

        private final int nullBranch;
        private final int valueBranch;
        private final ValueWriter value;

        Unions(int nullBranch, int valueBranch, ValueWriter value) {
            this.nullBranch = nullBranch;
            this.valueBranch = valueBranch;
            this.value = value;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            int branch = input.decoder().readIndex();
            if (branch == valueBranch) {
                value.write(input, rows, column);
            } else if (branch == nullBranch && branch != NO_BRANCH) {
                rows.setNull(column);
            } else {
                throw new IOException("no such branch");
            }
        }
    }
}
