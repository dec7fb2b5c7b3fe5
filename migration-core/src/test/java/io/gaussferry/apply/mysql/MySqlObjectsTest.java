package io.gaussferry.apply.mysql;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.apply.RowCountException;
import io.gaussferry.apply.RowWriter;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.FencedException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.Transactions;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The properties of MySQL's tables, the choice of a writer for each, and Gaussferry's own rows in MySQL. */
class MySqlObjectsTest {

    private static final String COLUMNS = "FROM information_schema.columns";

    private final IntTable table = new IntTable("t", 3, List.of(List.of(0), List.of(1, 2)));
    private final TableId id = table.version().definition().id();
    private final ScriptedConnection mysql = new ScriptedConnection();

    private MySqlTable read() throws SQLException {
        return MySqlTable.read(mysql.connection(), List.of(table.version().definition()))
                .values()
                .iterator()
                .next();
    }

    private void columns() {
        mysql.answer(
                COLUMNS,
                ScriptedConnection.row("c2", true, "STORED GENERATED", null),
                ScriptedConnection.row("c0", false, "auto_increment", "utf8mb4_bin"),
                ScriptedConnection.row("c1", false, "DEFAULT_GENERATED ON UPDATE CURRENT_TIMESTAMP", null),
                ScriptedConnection.row("extra", false, "", null));
    }

    @Test
    void readsPropertiesInOrderOfDefinition() throws SQLException {
        columns();
        assertThat(read().columns())
                .containsExactly(
                        new MySqlTable.Column(false, false, "utf8mb4_bin"),
                        new MySqlTable.Column(false, true, null),
                        new MySqlTable.Column(true, false, null));
    }

    /** Another session has altered the table since its definition was read. */
    @Test
    void reportsMissingColumn() {
        mysql.answer(COLUMNS, ScriptedConnection.row("c0", false, "", null));
        assertThatThrownBy(this::read).isInstanceOf(SQLException.class).hasMessageContaining("no column c1");
    }

    @Test
    void requiresEveryPrivilegeWithoutChangingRows() throws SQLException {
        columns();
        read().requireWritable(mysql.connection());
        assertThat(mysql.changes())
                .containsExactly(
                        "INSERT INTO `s`.`t` (`c0`, `c1`) SELECT `c0`, `c1` FROM `s`.`t` WHERE FALSE",
                        "UPDATE `s`.`t` SET `c0` = `c0` WHERE FALSE",
                        "DELETE FROM `s`.`t` WHERE FALSE");
    }

    private RowWriter writer(Set<TableId> incomplete) throws SQLException {
        columns();
        return new MySqlRowWriters(mysql.connection(), Map.of(id, read()), 1_000, incomplete)
                .of(table.version().definition());
    }

    @Test
    void writesStatementsWithoutPrivilegeForEvents() throws SQLException {
        assertThat(writer(Set.of())).isInstanceOf(RowEventTableWriter.class);
        mysql.fails("gtid_next", new SQLException("Access denied", "42000", 1227));
        assertThat(writer(Set.of())).isInstanceOf(MySqlTableWriter.class);
    }

    /** A table becomes incomplete while its writer exists: a change of it is skipped. */
    @Test
    void searchesKeysOfTableThatBecomesIncomplete() throws SQLException {
        columns();
        Set<TableId> incomplete = new HashSet<>();
        MySqlRowWriters writers = new MySqlRowWriters(mysql.connection(), Map.of(id, read()), 1_000, incomplete);
        assertThat(writers.of(table.version().definition())).isInstanceOf(RowEventTableWriter.class);
        incomplete.add(id);
        assertThat(writers.of(table.version().definition())).isInstanceOf(IdenticalKeyWriter.class);
    }

    private static RowChange change(RowsEvent event) {
        return ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format)
                .get(0);
    }

    /** MySQL's collation may find another row: nothing is written unless a row has exactly the key. */
    @Test
    void writesNothingForKeyThatIsNotIdentical() throws SQLException {
        RowWriter writer = writer(Set.of(id));
        int before = mysql.executed().size();
        assertThatThrownBy(() -> writer.deleteByKey(List.of(RowImage.before(change(table.delete(row(1, 2, 3)))))))
                .isInstanceOf(RowCountException.class);
        assertThatThrownBy(() -> writer.writeOne(change(table.update(row(1, 2, 3), row(4, 2, 3)))))
                .isInstanceOf(RowCountException.class);
        assertThat(mysql.executed().subList(before, mysql.executed().size()))
                .allMatch(
                        sql -> sql.startsWith("SELECT 1 FROM `s`.`t` WHERE (`c0` = 1") && sql.endsWith(" FOR UPDATE"));
        mysql.answer("FOR UPDATE", ScriptedConnection.row(1));
        writer.deleteByKey(List.of(RowImage.before(change(table.delete(row(1, 2, 3))))));
        assertThat(mysql.executed()).last().asString().startsWith("BINLOG");
    }

    @Test
    void insertsWithoutSearch() throws SQLException {
        RowWriter writer = writer(Set.of(id));
        int before = mysql.executed().size();
        writer.writeOne(change(table.insert(row(1, 2, 3))));
        assertThat(mysql.executed().subList(before, mysql.executed().size())).hasSize(1);
    }

    /** Rows that would stop an insertion, besides the one with its primary key. */
    @Test
    void findsRowsByOtherUniqueKeys() {
        assertThat(UniqueCondition.of(RowImage.after(change(table.insert(row(1, 2, 3))))))
                .contains("(`c1` = 2 AND `c2` = 3)");
    }

    /** NULL equals nothing. */
    @Test
    void findsNoRowsByKeyWithNull() {
        assertThat(UniqueCondition.of(RowImage.after(change(table.insert(row(1, null, 3))))))
                .isEmpty();
    }

    @Test
    void findsNoRowsWithoutOtherKeys() {
        IntTable plain = new IntTable("plain", 2, List.of(List.of(0)));
        assertThat(UniqueCondition.of(RowImage.after(change(plain.insert(row(1, 2))))))
                .isEmpty();
    }

    /** The former owner's commit must fail, whatever it has written. */
    @Test
    void updatesProgressOfOwnEpochOnly() throws SQLException {
        MySqlRecords records = new MySqlRecords(mysql.connection(), 2, new Ownership("shop", 5));
        Progress progress = Progress.ofCaptureSequences(new LowWaterMark(9, new BinlogPosition("lsn", 90)));
        records.updateProgress(progress, 3);
        assertThat(mysql.changes())
                .singleElement()
                .asString()
                .endsWith("WHERE pipeline = ? AND applier = ? AND epoch = ? [9, lsn, 90, 3, shop, 2, 5]");
        mysql.updates("UPDATE gaussferry.progress", 0);
        assertThatThrownBy(() -> records.updateProgress(progress, 3)).isInstanceOf(FencedException.class);
    }

    @Test
    void namesLastRunOnlyIfTheTableExists() throws SQLException {
        MySqlReverseRun run = new MySqlReverseRun("shop");
        mysql.answer("FROM gaussferry.reverse_run", ScriptedConnection.row("seven"));
        assertThat(run.find(mysql.connection())).isEmpty();
        mysql.answer("table_name = ? [reverse_run]", ScriptedConnection.row(1));
        assertThat(run.find(mysql.connection())).isEqualTo("seven");
    }

    /** Two daemons start a run at the same time: only one of them may write. */
    @Test
    void replacesNameThatMySqlStillHas() throws SQLException {
        MySqlReverseRun run = new MySqlReverseRun("shop");
        assertThat(run.replace(mysql.connection(), "", "one")).isTrue();
        assertThat(run.replace(mysql.connection(), "one", "two")).isTrue();
        assertThat(mysql.changes())
                .containsExactly(
                        "INSERT IGNORE INTO gaussferry.reverse_run VALUES (?, ?) [shop, one]",
                        "UPDATE gaussferry.reverse_run SET name = ? WHERE pipeline = ? AND name = ? [two, shop, one]");
        mysql.updates("gaussferry.reverse_run", 0);
        assertThat(run.replace(mysql.connection(), "", "three")).isFalse();
        assertThat(run.replace(mysql.connection(), "one", "three")).isFalse();
    }

    @Test
    void knowsWhetherAnotherCutoverFencesMySql() throws SQLException {
        MySqlReverseRun run = new MySqlReverseRun("shop");
        mysql.answer("FROM gaussferry.fence", ScriptedConnection.row(1));
        assertThat(run.isFencedByOther(mysql.connection(), "c1"))
                .as("there is no table")
                .isFalse();
        mysql.answer("table_name = ? [fence]", ScriptedConnection.row(1));
        assertThat(run.isFencedByOther(mysql.connection(), "c1")).isTrue();
        assertThat(mysql.executed()).last().asString().endsWith("AND cutover <> ? [shop, c1]");
    }

    @Test
    void rejectsTableWithOtherNumberOfColumns() {
        assertThatThrownBy(() -> new MySqlTable(table.version().definition(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
