package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a ledger's owner is known by. */
final class LedgerIdentityTest {
    private static final LedgerIdentity SHOP = new LedgerIdentity(
            "shop", "readers", "c1", "lake.raw_${topic}", "", Map.of("audit -> log", "lake.My Audit"));

    private static LedgerIdentity with(String pipeline, String group, String cluster, String table, String raw) {
        return new LedgerIdentity(pipeline, group, cluster, table, raw, SHOP.topicTables());
    }

    private static String difference(LedgerIdentity other) {
        return SHOP.difference(other, Set.of("orders"), Set.of("orders")).orElse("none");
    }

    @Test
    void itsTextIsReadAsItWasWritten() {
        assertThat(LedgerIdentity.parse(SHOP.text())).contains(SHOP);
        assertThat(LedgerIdentity.parse("")).isEmpty();
    }

    @Test
    void eachPartTellsTwoPipelinesApart() {
        assertThat(difference(SHOP)).isEqualTo("none");
        assertThat(difference(with("stock", "readers", "c1", SHOP.table(), ""))).contains("pipeline shop");
        assertThat(difference(with("shop", "others", "c1", SHOP.table(), ""))).contains("consumer group readers");
        assertThat(difference(with("shop", "readers", "c2", SHOP.table(), ""))).contains("cluster c1");
        assertThat(difference(with("shop", "readers", "c1", "lake.orders", ""))).contains("table lake.raw_");
        assertThat(with("shop", "readers", "c1", SHOP.table(), "lake.one")
                        .difference(with("shop", "readers", "c1", SHOP.table(), "lake.two"), Set.of(), Set.of()))
                .hasValueSatisfying(text -> assertThat(text).contains("raw-table lake.one"));
    }

    @Test
    void whatWasNotKnownBeforeTellsNothing() {
        LedgerIdentity young = new LedgerIdentity("shop", "readers", "", "", "", Map.of());

        assertThat(young.difference(SHOP, Set.of("orders"), Set.of())).isEmpty();
        assertThat(young.with(SHOP)).isEqualTo(SHOP);
    }

    @Test
    void aTopicMayGetATableOfItsOwnBeforeItWasReadOrTheOneItHas() {
        LedgerIdentity changed =
                new LedgerIdentity("shop", "readers", "c1", SHOP.table(), "", Map.of("orders", "lake.orders"));
        LedgerIdentity same =
                new LedgerIdentity("shop", "readers", "c1", SHOP.table(), "", Map.of("orders", "lake.raw_orders"));

        assertThat(SHOP.difference(changed, Set.of("orders"), Set.of())).isEmpty();
        assertThat(SHOP.difference(same, Set.of("orders"), Set.of("orders"))).isEmpty();
        assertThat(SHOP.difference(changed, Set.of("other"), Set.of("orders"))).isEmpty();
        assertThat(SHOP.difference(changed, Set.of("orders"), Set.of("orders")))
                .hasValueSatisfying(text -> assertThat(text)
                        .isEqualTo("the table of topic orders lake.raw_orders, and this pipeline has lake.orders"));
        assertThat(SHOP.with(changed).topicTables()).containsOnlyKeys("audit -> log", "orders");
    }
}
