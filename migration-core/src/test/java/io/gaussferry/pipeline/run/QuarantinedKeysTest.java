package io.gaussferry.pipeline.run;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A key to a table whose rows are of an earlier time refuses correct changes; keys of other applications stay. */
class QuarantinedKeysTest {

    private static final TableId ITEM = new TableId("s", "item");

    private final List<TableDefinition> replicated = List.of(table("item", "item2"), table("sale", "sale"));
    private final ScriptedConnection target = new ScriptedConnection()
            .answer(
                    "FROM pg_catalog.pg_constraint",
                    row("to_item", "s", "sale", "s", "item2"),
                    row("from_item", "s", "item2", "s", "sale"),
                    row("to_sale", "s", "sale", "s", "sale"),
                    row("of_other", "app", "log", "s", "item2"));

    @Test
    void dropsKeysBetweenQuarantinedTableAndOthers() throws SQLException {
        QuarantinedKeys.drop(target.connection(), replicated, Set.of(ITEM));
        assertThat(target.changes())
                .containsExactly(
                        "ALTER TABLE \"s\".\"sale\" DROP CONSTRAINT \"to_item\"",
                        "ALTER TABLE \"s\".\"item2\" DROP CONSTRAINT \"from_item\"");
    }

    @Test
    void readsNothingWithoutQuarantinedTable() throws SQLException {
        QuarantinedKeys.drop(target.connection(), replicated, Set.of());
        QuarantinedKeys.drop(target.connection(), replicated, Set.of(new TableId("s", "unknown")));
        assertThat(target.executed()).isEmpty();
    }

    /** The account may not own the table: the transaction continues, with the key. */
    @Test
    void continuesWithKeyThatCannotBeDropped() throws SQLException {
        target.fails("\"to_item\"", new SQLException("must be owner", "42501"));
        QuarantinedKeys.drop(target.connection(), replicated, Set.of(ITEM));
        assertThat(target.executed()).contains("rollback to savepoint");
        assertThat(target.changes()).last().asString().contains("from_item");
    }

    /** The next run tries again. */
    @Test
    void failsWithLostConnection() {
        target.fails("\"to_item\"", new SQLException("connection lost", "08006"));
        assertThatThrownBy(() -> QuarantinedKeys.drop(target.connection(), replicated, Set.of(ITEM)))
                .hasMessage("connection lost");
    }

    private static TableDefinition table(String name, String onTarget) {
        return new IntTable(name, onTarget, 1, List.of(List.of(0))).version().definition();
    }
}
