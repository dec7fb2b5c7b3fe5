package io.gaussferry.cutover.compare;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.Transactions;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.changed.ChangedRows;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reverse replication writes without foreign keys: rows that they forbid must be found before the source takes writes again. */
class SourceForeignKeysTest {

    /** Columns c0 (the key) and c1, which refers to c0 of the parent. */
    private final IntTable child = new IntTable("child", 2, List.of(List.of(0)));

    private final IntTable parent = new IntTable("parent", 2, List.of(List.of(0)));
    private final List<TableDefinition> tables =
            List.of(child.version().definition(), parent.version().definition());
    private final ChangedRows changes = new ChangedRows();
    private final ScriptedConnection source = new ScriptedConnection()
            .answer("key_column_usage", row("s", "child", "fk", "c1", "s", "parent", "c0"))
            .answer("SELECT COUNT(*)", row(0));

    SourceForeignKeysTest() {
        changes.begin();
        changes.complete();
    }

    @Test
    void searchesAllRowsOfWholeTables() throws SQLException {
        require(ComparisonScope.everything(tables));
        assertThat(counts())
                .containsExactly("SELECT COUNT(*) FROM `s`.`child` c WHERE c.`c1` IS NOT NULL AND NOT EXISTS"
                        + " (SELECT 1 FROM `s`.`parent` p WHERE p.`c0` = c.`c1`)");
    }

    /** A partly NULL reference refers to nothing. */
    @Test
    void comparesAllColumnsOfKeyThatAreNotNull() throws SQLException {
        source.answer(
                "key_column_usage",
                row("s", "child", "fk", "c1", "s", "parent", "c0"),
                row("s", "child", "fk", "c0", "s", "parent", "c1"));
        require(ComparisonScope.everything(tables));
        assertThat(counts())
                .singleElement()
                .asString()
                .contains("c.`c1` IS NOT NULL AND c.`c0` IS NOT NULL", "p.`c0` = c.`c1` AND p.`c1` = c.`c0`");
    }

    @Test
    void reportsForbiddenRows() {
        source.answer("SELECT COUNT(*)", row(3));
        assertThatThrownBy(() -> require(ComparisonScope.everything(tables)))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.FOREIGN_KEYS_VIOLATED);
                    assertThat(refusal.problem()).contains("3 in s.child by fk (c1 refers to s.parent)");
                });
    }

    @Test
    void ignoresKeysBetweenOtherTables() throws SQLException {
        source.answer("key_column_usage", row("s", "other", "fk", "a", "s", "another", "b"))
                .answer("SELECT COUNT(*)", row(3));
        require(ComparisonScope.everything(tables));
        assertThat(counts()).isEmpty();
    }

    @Test
    void searchesNothingIfNothingHasChanged() throws SQLException {
        source.answer("SELECT COUNT(*)", row(3));
        require(scope());
        assertThat(counts()).isEmpty();
    }

    @Test
    void searchesChangedRowsOfChild() throws SQLException {
        commit(child.insert(IntTable.row(7, 1)));
        require(scope());
        assertThat(counts())
                .singleElement()
                .asString()
                .startsWith("SELECT COUNT(*) FROM `s`.`child` c")
                .contains("7");
    }

    /** An inserted parent cannot be missing. */
    @Test
    void searchesNothingForInsertedParent() throws SQLException {
        commit(parent.insert(IntTable.row(7, 1)));
        require(scope());
        assertThat(counts()).isEmpty();
    }

    @Test
    void searchesReferencesToRemovedParent() throws SQLException {
        commit(parent.delete(IntTable.row(7, 1), IntTable.row(8, 1)));
        source.answer("SELECT COUNT(*) FROM `s`.`parent`", row(1));
        require(scope());
        assertThat(counts()).hasSize(2);
        assertThat(counts().get(0))
                .startsWith("SELECT COUNT(*) FROM `s`.`parent` WHERE TRUE AND")
                .contains("7", "8");
        assertThat(counts().get(1))
                .as("by the referring column")
                .startsWith("SELECT COUNT(*) FROM `s`.`child` c")
                .contains("`c1`", "7", "8");
    }

    @Test
    void searchesNoReferencesToParentsThatStillExist() throws SQLException {
        commit(parent.update(IntTable.row(7, 1), IntTable.row(7, 2)));
        source.answer("SELECT COUNT(*) FROM `s`.`parent`", row(1));
        require(scope());
        assertThat(counts()).hasSize(1);
    }

    /** The changed rows of the parent are known by its key, which does not have the referenced column. */
    @Test
    void searchesAllRowsIfReferencedColumnIsNotTheKey() throws SQLException {
        source.answer("key_column_usage", row("s", "child", "fk", "c1", "s", "parent", "c1"));
        commit(parent.delete(IntTable.row(7, 1)));
        require(scope());
        assertThat(counts()).singleElement().asString().endsWith("WHERE p.`c1` = c.`c1`)");
    }

    /** The parent is replicated, the child is not: its rows may refer to a parent that was removed. */
    @Test
    void searchesChildThatIsNotReplicated() throws SQLException {
        source.answer("key_column_usage", row("s", "local", "fk", "c1", "s", "parent", "c0"))
                .answer("SELECT COUNT(*) FROM `s`.`parent`", row(0));
        commit(parent.delete(IntTable.row(7, 1)));
        require(scope());
        assertThat(counts()).hasSize(2).last().asString().startsWith("SELECT COUNT(*) FROM `s`.`local` c");
    }

    private List<String> counts() {
        return source.executed().stream()
                .filter(sql -> sql.startsWith("SELECT COUNT(*)"))
                .toList();
    }

    private void require(ComparisonScope scope) throws SQLException {
        Map<TableId, ComparedTable> compared = new HashMap<>();
        tables.forEach(table -> compared.put(
                table.id(), ComparedTable.of(List.of(table), IntTable.onTarget(table, true), IntTable.CONVERSION)));
        SourceForeignKeys.require(source.connection(), tables, new WrittenRows(scope, compared));
    }

    private ComparisonScope scope() {
        Map<TableDefinition, ChangedKeys> keys = new HashMap<>();
        tables.forEach(table -> keys.put(table, changes.of(table.id()).orElseThrow()));
        return new ComparisonScope(List.of(), keys, List.of());
    }

    private void commit(RowsEvent event) {
        changes.committed(
                changes.committing(),
                ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format));
    }
}
