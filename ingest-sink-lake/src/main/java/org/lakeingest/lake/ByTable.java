package org.lakeingest.lake;

import java.util.List;

/** Keyed loads of two kinds of tables: the raw table, and all others. */
final class ByTable {
    private ByTable() {}

    /** The rows to send. */
    record Choice(TableName rawTable, RowChoice raw, RowChoice others) implements RowChoice {
        @Override
        public List<PackedFile> choose(PackedFile file) {
            return (file.table().equals(rawTable) ? raw : others).choose(file);
        }
    }

    /** The statement that loads them. */
    record Statement(TableName rawTable, KeyedStatement raw, KeyedStatement others) implements KeyedStatement {
        private KeyedStatement of(ReadyFile file) {
            return file.packed().table().equals(rawTable) ? raw : others;
        }

        @Override
        public String verb() {
            return others.verb();
        }

        @Override
        public String sql(ReadyFile file) {
            return of(file).sql(file);
        }

        @Override
        public void check(ReadyFile file, QueryResult answer) {
            of(file).check(file, answer);
        }
    }
}
