package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.error.FencedException;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A repair writes to tables that another process replicates. It must end before a cutover, and must not hide a takeover. */
class RepairAdmissionTest {

    private static final String EPOCH = "SELECT max(epoch)";
    private static final String CUTOVER = "FROM gaussferry.cutover";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final TableId ITEM = new TableId("shop", "item");

    private final ScriptedConnection target = new ScriptedConnection()
            .answer("pg_try_advisory_xact_lock_shared", row(true))
            .answer(EPOCH, row(7));

    /** A lock that is taken after the check would admit a repair after a cutover has left PRECHECK. */
    @Test
    void takesLockBeforeItChecks() throws SQLException {
        assertThat(RepairAdmission.of(target.connection(), "p")).isPresent();
        assertThat(target.executed().get(0)).contains("pg_try_advisory_xact_lock_shared");
    }

    @Test
    void retriesWhileStateIsChanged() throws SQLException {
        target.answer("pg_try_advisory_xact_lock_shared", row(false));
        assertThat(RepairAdmission.of(target.connection(), "p")).isEmpty();
        assertThat(target.executed()).hasSize(1);
    }

    @Test
    void refusesDuringCutover() {
        cutover(row("VERIFY", null, "ada"));
        assertThatThrownBy(() -> RepairAdmission.of(target.connection(), "p"))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("a cutover of pipeline \"p\", started by ada, is in step VERIFY");
    }

    @Test
    void refusesAfterSwitch() {
        cutover(row("WATCH", NOW, "ada"));
        assertThatThrownBy(() -> RepairAdmission.of(target.connection(), "p"))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("was switched at " + NOW + " by ada")
                .hasMessageContaining("gaussferry verify without --repair");
    }

    /** No daemon replays later changes of the repaired rows. */
    @Test
    void refusesPipelineWithoutProgress() {
        List<Object> none = row((Object) null);
        target.answer(EPOCH, none);
        assertThatThrownBy(() -> RepairAdmission.of(target.connection(), "p"))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("no longer has progress");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # epoch, copy,    table,      may commit
            7,       DONE,    shop.item,  true
            8,       DONE,    shop.item,  false
            7,       COPYING, shop.item,  false
            7,       FAILED,  shop.item,  false
            7,       JOINED,  shop.item,  false
            7,       COPYING, shop.other, true
            """)
    void commitsIfReplicationIncludesTable(long epoch, State copy, String table, boolean may) throws SQLException {
        RepairAdmission admission = RepairAdmission.of(target.connection(), "p").orElseThrow();
        target.answer(EPOCH, row(epoch));
        target.tables("table_copy");
        target.answer("FROM gaussferry.table_copy", row("shop", "item", copy, "", "", NOW, NOW));
        TableId repaired = table.equals("shop.item") ? ITEM : new TableId("shop", "other");
        assertThat(admission.mayCommit(target.connection(), List.of(repaired))).isEqualTo(may);
    }

    /** Repairs of one pipeline do not wait for decisions about another. */
    @Test
    void locksByPipeline() throws SQLException {
        RepairLock.exclude(target.connection(), "p");
        RepairLock.exclude(target.connection(), "q");
        RepairLock.share(target.connection(), "p");
        List<String> keys = target.executed().stream()
                .map(sql -> sql.substring(sql.indexOf('[')))
                .toList();
        assertThat(keys.get(0)).isNotEqualTo(keys.get(1)).isEqualTo(keys.get(2));
        assertThat(target.executed().get(0)).contains("pg_advisory_xact_lock(");
        assertThat(target.executed().get(2)).contains("pg_advisory_xact_lock_shared(");
    }

    private void cutover(List<Object> found) {
        target.tables("cutover");
        target.answer(CUTOVER, found);
    }
}
