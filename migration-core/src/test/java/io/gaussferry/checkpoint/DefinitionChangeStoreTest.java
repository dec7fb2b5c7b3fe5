package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import io.gaussferry.checkpoint.DefinitionChangeStore.Version;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DefinitionChangeStoreTest {

    private static final Change CHANGE = new Change(
            "a:1",
            Result.HELD,
            new BinlogPosition("binlog.000001", 4),
            Instant.parse("2026-01-01T00:00:00Z"),
            "shop",
            "ALTER TABLE item ADD c INT",
            "",
            "ALTER TABLE \"shop\".\"item\" ADD c INTEGER",
            "why",
            null);

    private final DefinitionChangeStore store = new DefinitionChangeStore("p");
    private final ScriptedConnection target = new ScriptedConnection().tables("definition_change");

    /** A statement is not replayed again exactly if its result says so, in Java and in SQL. */
    @ParameterizedTest
    @EnumSource
    void selectsStatementsThatAreDone(Result result) throws SQLException {
        store.done(target.connection());
        String query = target.executed().get(target.executed().size() - 1);
        List<String> excluded =
                Arrays.asList(query.replaceAll(".*NOT IN \\((.*?)\\).*", "$1").split(", "));
        assertThat(excluded.contains("'" + result + "'")).isEqualTo(!result.isDone());
    }

    @Test
    void replacesEarlierRowsOfStatement() throws SQLException {
        TableId item = new TableId("shop", "item");
        store.put(
                target.connection(),
                CHANGE,
                List.of(new Version(item, null, "after"), new Version(item, "before", null)));
        assertThat(target.changes())
                .extracting(sql -> sql.replaceAll(" (WHERE|VALUES).*\\[", " ["))
                .containsExactly(
                        "DELETE FROM gaussferry.definition_version [p, a:1]",
                        "DELETE FROM gaussferry.definition_change [p, a:1]",
                        "INSERT INTO gaussferry.definition_change [p, a:1, HELD, binlog.000001, 4, "
                                + Timestamp.from(CHANGE.executedAt()) + ", shop, " + CHANGE.statement() + ", , "
                                + CHANGE.targetSql() + ", why]",
                        "INSERT INTO gaussferry.definition_version [p, a:1, shop, item, null, after]",
                        "INSERT INTO gaussferry.definition_version [p, a:1, shop, item, before, null]");
    }

    /** Another process may have decided meanwhile; its outcome stays. */
    @Test
    void skipsHeldStatementOnly() throws SQLException {
        store.markSkipped(target.connection(), "a:1", "not needed");
        assertThat(target.changes())
                .singleElement()
                .asString()
                .contains("AND result = 'HELD'")
                .endsWith("[not needed, p, a:1]");
    }

    @Test
    void readsWhatItStored() throws SQLException {
        target.answer(
                "FROM gaussferry.definition_change WHERE",
                row(
                        CHANGE.gtid(),
                        CHANGE.result(),
                        "binlog.000001",
                        4,
                        CHANGE.executedAt(),
                        CHANGE.database(),
                        CHANGE.statement(),
                        CHANGE.session(),
                        CHANGE.targetSql(),
                        CHANGE.note(),
                        Instant.EPOCH));
        assertThat(store.find(target.connection(), "a:1"))
                .get()
                .usingRecursiveComparison()
                .ignoringFields("changedAt")
                .isEqualTo(CHANGE);
        assertThat(store.list(target.connection(), 5)).hasSize(1);
    }

    @Test
    void knowsNoStatementsWithoutTable() throws SQLException {
        ScriptedConnection empty = new ScriptedConnection();
        assertThat(store.done(empty.connection())).isEmpty();
        assertThat(store.list(empty.connection(), 5)).isEmpty();
        assertThat(store.find(empty.connection(), "a:1")).isEmpty();
    }
}
