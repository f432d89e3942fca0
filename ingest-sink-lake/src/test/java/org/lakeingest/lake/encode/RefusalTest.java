package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** What encoders refuse, and that they may be shared. */
final class RefusalTest {
    @Test
    void ndjsonRefusesBinaryColumns() {
        assertRefused(FileFormat.NDJSON, Columns.nullable("blob", Kind.BINARY), "Column blob of kind BINARY");
        ColumnType list = new ColumnType(Kind.LIST, 0, 0, List.of(Columns.nullable("element", Kind.BINARY)));
        assertRefused(FileFormat.NDJSON, new Schema.Field("blobs", list, true), "Column element of kind BINARY");
    }

    @Test
    void ndjsonRefusesMapsWhoseKeysAreNotStrings() {
        ColumnType map = new ColumnType(
                Kind.MAP, 0, 0, List.of(Columns.required("key", Kind.INT64), Columns.nullable("value", Kind.INT64)));
        assertRefused(FileFormat.NDJSON, new Schema.Field("counts", map, true), "keys of a map are strings");
    }

    @Test
    void aBadValueIsReportedWithItsRecord() {
        Schema schema = new Schema(List.of(Columns.nullable("words", Kind.STRING)));
        TestRecords records =
                new TestRecords("orders", 3).add(70, 0, null, null).add(72, 0, null, null);
        byte[] broken = {'o', 'k', (byte) 0xff};
        RowBatch rows = records.rows(schema, (row, index) -> row.setBytes(0, broken, 0, index == 0 ? 2 : 3));
        assertThatExceptionOfType(IngestException.class)
                .isThrownBy(() -> encode(FileFormat.NDJSON, schema, rows))
                .withMessage("Cannot write the record at offset 72 of partition 3 of orders:"
                        + " column words holds text that is not valid UTF-8")
                .satisfies(e -> assertThat(e.code().kind()).isEqualTo(ErrorKind.RECORD));
    }

    @Test
    void parquetRefusesValuesBeyondTheirType() {
        Schema days = new Schema(List.of(Columns.nullable("day", Kind.DATE)));
        RowBatch late = new TestRecords("t", 0).add("").rows(days, (row, index) -> row.setLong(0, 1L << 40));
        assertThatExceptionOfType(IngestException.class)
                .isThrownBy(() -> encode(FileFormat.PARQUET, days, late))
                .withMessageContaining("column day holds a date outside of the years 1 to 9999");
        Schema wide =
                new Schema(List.of(new Schema.Field("wide", new ColumnType(Kind.DECIMAL, 38, 0, List.of()), true)));
        byte[] tooLong = new byte[17];
        tooLong[0] = 1;
        RowBatch large = new TestRecords("t", 0).add("").rows(wide, (row, index) -> row.setBytes(0, tooLong, 0, 17));
        assertThatExceptionOfType(IngestException.class)
                .isThrownBy(() -> encode(FileFormat.PARQUET, wide, large))
                .withMessageContaining("column wide holds a decimal with more digits");
    }

    @Test
    void rowsOfAnotherSchemaAreAnError() {
        Schema one = new Schema(List.of(Columns.nullable("a", Kind.INT64)));
        Schema other = new Schema(List.of(Columns.nullable("b", Kind.INT64)));
        RowBatch rows = new TestRecords("t", 0).add("").rows(one, (row, index) -> {});
        assertThatIllegalArgumentException().isThrownBy(() -> encode(FileFormat.PARQUET, other, rows));
    }

    @Test
    void oneEncoderServesManyThreads() throws InterruptedException, ExecutionException {
        TestRecords records = new TestRecords("t", 0);
        for (int i = 0; i < 5_000; i++) {
            records.add("{\"n\":" + i + "}");
        }
        RowBatch rows = records.documents();
        Clock clock = Clock.fixed(java.time.Instant.EPOCH, java.time.ZoneOffset.UTC);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            for (FileFormat format : FileFormat.values()) {
                FileEncoder encoder = FileEncoders.create(format, FileCompression.ZSTD, clock);
                byte[] expected = EncodedText.bytes(encoder.encode(List.of(rows), new TableLayout.Raw()));
                List<Future<EncodedFile>> files = new ArrayList<>();
                for (int i = 0; i < 16; i++) {
                    files.add(pool.submit(() -> encoder.encode(List.of(rows), new TableLayout.Raw())));
                }
                for (Future<EncodedFile> file : files) {
                    assertThat(EncodedText.bytes(file.get())).isEqualTo(expected);
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void assertRefused(FileFormat format, Schema.Field field, String message) {
        Schema schema = new Schema(List.of(field));
        RowBatch rows = new TestRecords("t", 0).add("").rows(schema, (row, index) -> {});
        assertThatExceptionOfType(IngestException.class)
                .isThrownBy(() -> encode(format, schema, rows))
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.code().kind()).isEqualTo(ErrorKind.CONFIGURATION));
    }

    private static EncodedFile encode(FileFormat format, Schema schema, RowBatch rows) {
        return FileEncoders.create(format, FileCompression.ZSTD, Clock.systemUTC())
                .encode(List.of(rows), TableLayout.Columns.asTheyAre(schema));
    }
}
