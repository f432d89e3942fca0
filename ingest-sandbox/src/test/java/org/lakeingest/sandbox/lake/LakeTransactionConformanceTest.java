package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** BEGIN to COMMIT over HTTP: the state that the session carries, what others see, what fails. */
class LakeTransactionConformanceTest extends LakeConformance {
    private static String state(LakeClient client) {
        return client.session == null ? "" : client.session.path("txn_state").asText();
    }

    private JsonNode session() {
        return java.util.Objects.requireNonNull(lake.session);
    }

    private static ObjectNode request(LakeClient client, String sql) {
        ObjectNode request = LakeClient.JSON.createObjectNode().put("sql", sql);
        request.set("session", client.session);
        return request;
    }

    private String rows(String table) {
        return lake.query("SELECT * FROM " + table + " ORDER BY 1").toString();
    }

    @Test
    void showsItsWritesToOthersWhenItCommits() {
        lake.query("CREATE TABLE shown(a INT)");
        LakeClient other = newClient();
        assertThat(lake.query("BEGIN")).isEmpty();
        assertThat(state(lake)).isEqualTo("Active");
        assertThat(session().path("need_sticky").asBoolean()).isTrue();
        assertThat(lake.query("INSERT INTO shown VALUES (1), (2)")).containsExactly(List.of("2"));
        assertThat(lake.query("UPDATE shown SET a = 20 WHERE a = 2")).containsExactly(List.of("1"));
        assertThat(rows("shown")).isEqualTo("[[1], [20]]");
        assertThat(rows(database() + ".shown")).isEqualTo("[[1], [20]]");
        assertThat(other.one("SELECT count(*) FROM shown")).isEqualTo("0");
        lake.query("COMMIT");
        assertThat(state(lake)).isEqualTo("AutoCommit");
        assertThat(session().path("need_sticky").asBoolean()).isFalse();
        assertThat(other.one("SELECT count(*) FROM shown")).isEqualTo("2");
    }

    @Test
    void leavesNothingWhenItRollsBack() {
        lake.query("CREATE TABLE back(a INT)");
        lake.query("INSERT INTO back VALUES (1)");
        for (String end : List.of("ROLLBACK", "ABORT")) {
            lake.query("BEGIN");
            lake.query("INSERT INTO back VALUES (2)");
            lake.query("DELETE FROM back WHERE a = 1");
            assertThat(rows("back")).isEqualTo("[[2]]");
            lake.query(end);
            assertThat(rows("back")).isEqualTo("[[1]]");
        }
        lake.query("COMMIT");
        lake.query("ROLLBACK");
    }

    @Test
    void refusesEverythingButTheEndAfterAFailure() {
        lake.query("CREATE TABLE failed(a INT)");
        lake.query("BEGIN");
        lake.query("INSERT INTO failed VALUES (1)");
        assertThat(refused("SELEC 1").code).isEqualTo(1005);
        assertThat(state(lake)).isEqualTo("Fail");
        assertThat(session().path("need_sticky").asBoolean()).isFalse();
        assertThat(refused("SELECT 1").code).isEqualTo(4002);
        lake.query("BEGIN");
        assertThat(state(lake)).isEqualTo("Fail");
        lake.query("COMMIT");
        assertThat(state(lake)).isEqualTo("AutoCommit");
        assertThat(rows("failed")).isEqualTo("[]");
    }

    @Test
    void commitsBeforeADefinition() {
        lake.query("CREATE TABLE defined(a INT)");
        lake.query("BEGIN");
        lake.query("INSERT INTO defined VALUES (1)");
        lake.query("CREATE TABLE defined_too(a INT)");
        assertThat(state(lake)).isEqualTo("AutoCommit");
        lake.query("ROLLBACK");
        assertThat(rows("defined")).isEqualTo("[[1]]");
        lake.query("BEGIN");
        assertThat(refused("SELECT * FROM nope").code).isEqualTo(1025);
        lake.query("CREATE TABLE defined_again(a INT)");
        assertThat(state(lake)).isEqualTo("AutoCommit");
    }

    @Test
    void goesOnWithBeginInATransaction() {
        lake.query("CREATE TABLE again(a INT)");
        lake.query("BEGIN");
        lake.query("INSERT INTO again VALUES (1)");
        lake.query("BEGIN TRANSACTION");
        lake.query("ROLLBACK");
        assertThat(rows("again")).isEqualTo("[]");
    }

    @Test
    void seesNewCommitsOfATableUntilItWritesToIt() {
        lake.query("CREATE TABLE pinned(a INT)");
        LakeClient other = newClient();
        lake.query("BEGIN");
        assertThat(rows("pinned")).isEqualTo("[]");
        other.query("INSERT INTO pinned VALUES (1)");
        assertThat(rows("pinned")).isEqualTo("[[1]]");
        lake.query("INSERT INTO pinned VALUES (2)");
        other.query("INSERT INTO pinned VALUES (3)");
        other.query("DELETE FROM pinned WHERE a = 1");
        assertThat(rows("pinned")).isEqualTo("[[1], [2]]");
        lake.query("UPDATE pinned SET a = 20 WHERE a = 2");
        lake.query("DELETE FROM pinned WHERE a = 20");
        lake.query("INSERT INTO pinned VALUES (30)");
        assertThat(rows("pinned")).isEqualTo("[[1], [30]]");
        lake.query("COMMIT");
        assertThat(rows("pinned")).isEqualTo("[[3], [30]]");
    }

    @Test
    void answersAStatementWithAnOldSessionWithATimeout() {
        lake.query("BEGIN");
        JsonNode old = lake.session;
        lake.query("SELECT 1");
        JsonNode newest = lake.session;
        lake.session = old;
        JsonNode refused = lake.start(request(lake, "SELECT 2"));
        assertThat(refused.path("error").path("code").asInt()).isEqualTo(4003);
        assertThat(refused.path("id").asText()).isEmpty();
        assertThat(refused.path("next_uri").isNull()).isTrue();
        assertThat(refused.path("session").path("txn_state").asText()).isEqualTo("Fail");
        lake.session = newest;
        lake.query("SELECT 3");
        lake.query("ROLLBACK");
    }

    @Test
    void losesTheTransactionOfAnotherNode() {
        lake.query("BEGIN");
        ObjectNode session = session().deepCopy();
        session.put("internal", "{\"last_node_id\":\"elsewhere\",\"last_query_ids\":[\"x\"]}");
        lake.session = session;
        assertThat(refused("SELECT 1").code).isEqualTo(5111);
        session.put("txn_state", "Active").remove("internal");
        lake.session = session;
        assertThat(refused("SELECT 1").code).isEqualTo(5112);
    }

    @Test
    void givesUpATransactionThatWaitsTooLong() {
        lake.query("CREATE TABLE idle(a INT)");
        lake.query("SET idle_transaction_timeout_secs = 1");
        lake.query("BEGIN");
        lake.query("INSERT INTO idle VALUES (1)");
        LakeClient other = newClient();
        other.query("SELECT sleep(3)");
        assertThat(refused("COMMIT").code).isEqualTo(4003);
        assertThat(other.one("SELECT count(*) FROM idle")).isEqualTo("0");
    }

    @Test
    void keepsFileRecordsAndPurgeWithTheTransaction() {
        lake.query("CREATE TABLE filed(a INT)");
        stage("f.ndjson", "{\"a\":1}\n");
        String copy = copy("filed", "f.ndjson", "NDJSON", "PURGE=true");
        lake.query("BEGIN");
        assertThat(lake.query(copy)).hasSize(1);
        assertThat(lake.query(copy)).isEmpty();
        assertThat(lake.query("LIST @~/" + folder)).hasSize(1);
        lake.query("ROLLBACK");
        assertThat(lake.query("LIST @~/" + folder)).hasSize(1);
        LakeClient other = newClient();
        lake.query("BEGIN");
        other.query("BEGIN");
        assertThat(lake.query(copy.replace("PURGE=true", ""))).hasSize(1);
        assertThat(other.query(copy.replace("PURGE=true", ""))).hasSize(1);
        other.query("COMMIT");
        assertThat(refused("COMMIT").code).isEqualTo(2014);
        assertThat(state(lake)).isEqualTo("AutoCommit");
        assertThat(rows("filed")).isEqualTo("[[1]]");
        lake.query("BEGIN");
        assertThat(lake.query(copy + " FORCE=true")).hasSize(1);
        assertThat(lake.query("LIST @~/" + folder)).hasSize(1);
        lake.query("COMMIT");
        assertThat(lake.query("LIST @~/" + folder)).isEmpty();
        assertThat(rows("filed")).isEqualTo("[[1], [1]]");
    }

    @Test
    void commitsSeveralTablesAtOnceOrNone() {
        lake.query("CREATE TABLE one_(a INT)");
        lake.query("CREATE TABLE two_(a INT)");
        lake.query("INSERT INTO one_ VALUES (1)");
        LakeClient other = newClient();
        lake.query("BEGIN");
        lake.query("UPDATE one_ SET a = 2");
        lake.query("INSERT INTO two_ VALUES (1)");
        other.query("UPDATE one_ SET a = 3");
        assertThat(refused("COMMIT").code).isEqualTo(4001);
        assertThat(rows("two_")).isEqualTo("[]");
        lake.query("BEGIN");
        lake.query("UPDATE one_ SET a = 4");
        lake.query("INSERT INTO two_ VALUES (4)");
        lake.query("COMMIT");
        assertThat(rows("one_") + rows("two_")).isEqualTo("[[4]][[4]]");
    }

    @Test
    void doesALabelledStatementOnce() {
        String label = "conf-" + UUID.randomUUID();
        lake.query("CREATE TABLE labelled(a INT)");
        assertThat(lake.query("INSERT INTO labelled VALUES (1)", "X-DATABEND-DEDUPLICATE-LABEL", label))
                .containsExactly(List.of("1"));
        assertThat(lake.query("INSERT INTO labelled VALUES (2)", "X-DATABEND-DEDUPLICATE-LABEL", label))
                .isEmpty();
        assertThat(lake.last.path("state").asText()).isEqualTo("Succeeded");
        lake.query("UPDATE /*+ SET_VAR(deduplicate_label='" + label + "') */ labelled SET a = 9");
        assertThat(rows("labelled")).isEqualTo("[[1]]");
        String inside = label + "-in";
        lake.query("BEGIN");
        lake.query("INSERT INTO labelled VALUES (3)", "X-DATABEND-DEDUPLICATE-LABEL", label);
        lake.query("INSERT INTO labelled VALUES (4)", "X-DATABEND-DEDUPLICATE-LABEL", inside);
        lake.query("INSERT INTO labelled VALUES (5)", "X-DATABEND-DEDUPLICATE-LABEL", inside);
        lake.query("COMMIT");
        assertThat(rows("labelled")).isEqualTo("[[1], [3], [4]]");
        lake.query("INSERT INTO labelled VALUES (6)", "X-DATABEND-DEDUPLICATE-LABEL", inside);
        assertThat(rows("labelled")).isEqualTo("[[1], [3], [4]]");
    }
}
