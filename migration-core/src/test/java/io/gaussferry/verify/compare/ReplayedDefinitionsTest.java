package io.gaussferry.verify.compare;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The target's rows are compared with the definition at the replayed position, which may be older than the source's. */
class ReplayedDefinitionsTest {

    private static final TableDefinition TWO_COLUMNS = table(2, 0);
    private static final TableDefinition THREE_COLUMNS = table(3, 0);
    private static final TableDefinition OTHER_KEY = table(2, 1);

    private final ScriptedConnection target = new ScriptedConnection().tables("definition_change");

    @Test
    void comparesTableWithReplayedDefinition() {
        assertThat(definitions(Map.of(TWO_COLUMNS.id(), text(TWO_COLUMNS))).difference(TWO_COLUMNS))
                .isEmpty();
    }

    @Test
    void namesReasonWhyTableCannotBeComparedYet() {
        assertThat(definitions(Map.of()).difference(TWO_COLUMNS))
                .contains("replay has not reached the statement that created it");
        assertThat(definitions(Map.of(TWO_COLUMNS.id(), text(TWO_COLUMNS))).difference(THREE_COLUMNS))
                .get()
                .asString()
                .startsWith("the source's columns have changed");
    }

    @Test
    void findsTablesChangedSinceStart() throws SQLException {
        target.answer("SELECT gtid FROM gaussferry.definition_change", row("a:1"), row("a:2"));
        version("a:1", "t", text(TWO_COLUMNS), text(THREE_COLUMNS));
        version("a:2", "u", text(TWO_COLUMNS), text(OTHER_KEY));
        assertThat(changed()).as("a:1 was replayed before").containsExactly(new TableId("s", "u"));
    }

    @Test
    void findsCreatedAndDroppedTables() throws SQLException {
        target.answer("SELECT gtid FROM gaussferry.definition_change", row("a:2"), row("a:3"));
        version("a:2", "created", null, text(TWO_COLUMNS));
        version("a:3", "dropped", text(TWO_COLUMNS), null);
        assertThat(changed()).containsExactlyInAnyOrder(new TableId("s", "created"), new TableId("s", "dropped"));
    }

    /** The table has the same definition as before, but its rows were written with another one meanwhile. */
    @Test
    void findsTableThatWasChangedBack() throws SQLException {
        target.answer("SELECT gtid FROM gaussferry.definition_change", row("a:2"), row("a:3"));
        version("a:2", "t", text(TWO_COLUMNS), text(THREE_COLUMNS));
        version("a:3", "t", text(THREE_COLUMNS), text(TWO_COLUMNS));
        assertThat(changed()).containsExactly(new TableId("s", "t"));
    }

    @Test
    void ignoresStatementThatDoesNotConcernRows() throws SQLException {
        target.answer("SELECT gtid FROM gaussferry.definition_change", row("a:2"));
        version("a:2", "t", text(TWO_COLUMNS), text(TWO_COLUMNS));
        assertThat(changed()).isEmpty();
    }

    /** A statement that completes between the two queries is in the definitions, and is then found to be new. */
    @Test
    void readsStatementsBeforeDefinitions() throws SQLException {
        ReplayedDefinitions unused = ReplayedDefinitions.read(target.connection(), "p");
        List<String> read = target.executed().stream()
                .filter(sql -> sql.contains("FROM gaussferry."))
                .toList();
        assertThat(read.get(0)).contains("definition_change");
        assertThat(read.get(1)).contains("table_history");
    }

    private Set<TableId> changed() throws SQLException {
        return definitions(Map.of()).changedSince(target.connection());
    }

    private void version(String statement, String table, @Nullable String before, @Nullable String after) {
        target.answer("gtid = ? [p, " + statement + "]", row("s", table, before, after));
    }

    private static ReplayedDefinitions definitions(Map<TableId, String> stored) {
        return new ReplayedDefinitions("p", stored, Set.of("a:1"));
    }

    private static String text(TableDefinition table) {
        return TableDefinitionFormat.write(table);
    }

    private static TableDefinition table(int columns, int key) {
        return new IntTable("t", columns, List.of(List.of(key))).version().definition();
    }
}
