package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.WriteBatches;

class FilePackerTest {
    private static final TableName ORDERS = new TableName("default", "orders");
    private final FilePacker raw = new FilePacker(TableRouter.to(ORDERS), true, null);

    private static List<PackedFile> files(FilePacker packer, List<WriteBatch> batches) {
        return packer.pack(batches, new LoadedParts()).files().stream()
                .map(Packing.Packed::file)
                .toList();
    }

    private static RowBatch row(Target target, Schema schema) {
        return RowBatches.of(schema)
                .at(Batches.partition(0), 0)
                .target(target)
                .row("1")
                .build();
    }

    @Test
    void manyPartitionsShareOneFile() {
        List<PackedFile> files = files(raw, List.of(Batches.documents(0, 0, 3), Batches.documents(1, 5, 4)));

        assertThat(files).hasSize(1);
        assertThat(files.get(0).rows()).isEqualTo(7);
        assertThat(files.get(0).table()).isEqualTo(ORDERS);
        assertThat(files.get(0).schema()).isNull();
    }

    @Test
    void namesDependOnTheBatchesAndTheirOrderOnly() {
        WriteBatch a = Batches.documents(0, 0, 3);
        WriteBatch b = Batches.documents(1, 0, 3);

        assertThat(name(a, b)).isEqualTo(name(Batches.documents(0, 0, 3), b));
        assertThat(name(a, b)).isNotEqualTo(name(b, a)).isNotEqualTo(name(a)).matches("[0-9a-f]{32}");
    }

    /** What is loaded is left out when the rest comes again; the rest must not be taken for it. */
    @Test
    void aFileKeepsItsNameWhenOthersOfItsBatchAreLoaded() {
        Schema other = new Schema(List.of(new Schema.Field("s", Batches.type(ColumnType.Kind.STRING), true)));
        WriteBatch batch = Batches.of(0, 0, 2, row(Target.DEFAULT, Batches.DOCUMENT), row(Target.DEFAULT, other));
        FilePacker columns = new FilePacker(TableRouter.to(ORDERS), false, null);
        List<PackedFile> files = files(columns, List.of(batch));
        LoadedParts loaded = new LoadedParts();
        loaded.add(batch, files.get(0));

        assertThat(columns.pack(List.of(batch), loaded).files())
                .extracting(packed -> packed.file().name())
                .containsExactly(files.get(1).name())
                .doesNotContain(files.get(0).name());
    }

    private String name(WriteBatch... batches) {
        return files(raw, List.of(batches)).get(0).name();
    }

    @Test
    void eachTableGetsAFileAndInColumnsEachSchemaToo() {
        Schema other = new Schema(List.of(new Schema.Field("s", Batches.type(ColumnType.Kind.STRING), true)));
        WriteBatch batch = Batches.of(
                0,
                0,
                3,
                row(Target.DEFAULT, Batches.DOCUMENT),
                row(new Target("Audit"), Batches.DOCUMENT),
                row(Target.DEFAULT, other));

        assertThat(files(raw, List.of(batch)))
                .extracting(file -> file.table() + " " + file.rows())
                .containsExactly("default.orders 2", "default.audit 1");
        assertThat(files(new FilePacker(TableRouter.to(ORDERS), false, null), List.of(batch)))
                .extracting(PackedFile::rows)
                .containsExactly(1L, 1L, 1L);
    }

    @Test
    void noRowsNoFile() {
        assertThat(files(raw, List.of(WriteBatches.empty(Batches.partition(0), new OffsetRange(0, 9)))))
                .isEmpty();
    }

    @Test
    void aTargetThatIsNoTableIsNamed() {
        WriteBatch batch = Batches.of(0, 0, 1, row(new Target("a b"), Batches.DOCUMENT));

        Packing packing = raw.pack(List.of(batch, Batches.documents(1, 0, 1)), new LoadedParts());

        assertThat(packing.files()).as("nothing is a matter of the others").hasSize(1);
        LakeException reason = Objects.requireNonNull(packing.refused().get(batch));
        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_NO_TABLE);
        assertThat(reason).hasMessageContaining("'a b'");
    }
}
