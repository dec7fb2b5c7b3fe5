package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The state that a new comparison of both sides leaves on the target. */
class ReverseRearmingTest {

    private static final TableId ITEM = new TableId("shop", "item");

    private final ScriptedConnection target = new ScriptedConnection().answer("SHOW server_version", row("9.2.4"));

    private final ReverseRearming rearming = new ReverseRearming(
            ReverseTestSettings.named("p"),
            connection -> {
                connection.createStatement().execute("HOLD");
                return new Ownership("p", 7);
            },
            false);

    private void complete() throws SQLException {
        target.answer("version()", row("PostgreSQL 18.1 on x86_64"));
        rearming.complete(target.connection(), 500, Map.of(ITEM, "id int4"), 900);
    }

    @Test
    void provesOwnershipAndCommitsEverythingTogether() throws SQLException {
        complete();
        List<String> executed = target.executed();
        assertThat(executed).first().isEqualTo("HOLD");
        assertThat(executed).last().isEqualTo("commit");
        assertThat(executed).containsOnlyOnce("commit");
    }

    @Test
    void storesNewStart() throws SQLException {
        complete();
        assertThat(target.changes())
                .contains(
                        "INSERT INTO gaussferry.reverse_replication VALUES (?, ?, clock_timestamp()) [p, 500]",
                        "INSERT INTO gaussferry.reverse_replication_table VALUES (?, ?, ?, ?) [p, shop, item, id int4]",
                        "INSERT INTO gaussferry.reverse_settling VALUES (?, ?, ?) [p, 0, 900]");
    }

    /** Rows were compared since: an earlier decision to skip changes no longer means that MySQL lacks them. */
    @Test
    void forgetsDecisions() throws SQLException {
        complete();
        assertThat(target.changes()).contains("DELETE FROM gaussferry.reverse_exception WHERE pipeline = ? [p]");
    }

    /**
     * A table that was created after the switch has a position before which its changes are skipped. A target that was dumped and restored
     * counts its log from the start: all changes of the table would be skipped without a report, until the new log is as long as the old one.
     */
    @Test
    void forgetsPositionsInTheFormerLog() throws SQLException {
        complete();
        assertThat(target.changes())
                .contains("DELETE FROM gaussferry.reverse_replication_start WHERE pipeline = ? [p]");
    }
}
