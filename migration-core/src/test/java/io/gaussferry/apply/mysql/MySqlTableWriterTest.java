package io.gaussferry.apply.mysql;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.apply.BatchPlan;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.apply.RowCountException;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.Transactions;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The statements that write rows to MySQL, and their row counts. */
class MySqlTableWriterTest {

    private static final MySqlTable.Column PLAIN = new MySqlTable.Column(false, false, null);
    private static final MySqlTable.Column GENERATED = new MySqlTable.Column(true, false, null);
    private static final MySqlTable.Column ON_UPDATE = new MySqlTable.Column(false, true, null);

    private final IntTable table = new IntTable("t", 3, List.of(List.of(0)));
    private final IntTable keyless = new IntTable("keyless", 3, List.of());
    private final ScriptedConnection mysql = new ScriptedConnection();

    private MySqlTableWriter writer(IntTable of, MySqlTable.Column... columns) {
        return writer(of, 10_000, columns);
    }

    private MySqlTableWriter writer(IntTable of, int statementLength, MySqlTable.Column... columns) {
        return new MySqlTableWriter(
                mysql.connection(), new MySqlTable(of.version().definition(), List.of(columns)), statementLength);
    }

    private static List<RowChange> changes(RowsEvent event) {
        return ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format);
    }

    private static List<RowImage> after(RowsEvent event) {
        return changes(event).stream().map(RowImage::after).toList();
    }

    private static List<RowImage> before(RowsEvent event) {
        return changes(event).stream().map(RowImage::before).toList();
    }

    /** Returns the net effect of a transaction that updates rows without changing their keys. */
    private static List<NetRow> net(RowsEvent event) {
        Step step = BatchPlan.of(
                        ChangeSplitting.batch(
                                List.of(Transactions.transaction(1, event)), one -> true, IntTable.CONVERSION::format),
                        ForeignKeys.NONE)
                .get(0);
        return ((Step.Update) step).rows();
    }

    /** MySQL computes the value of a generated column, and refuses another one. */
    @Test
    void insertsWithoutGeneratedColumns() throws SQLException {
        mysql.updates("INSERT", 2);
        writer(table, PLAIN, GENERATED, PLAIN).insert(after(table.insert(row(1, 2, null), row(-3, null, 4))));
        assertThat(mysql.executed()).containsExactly("INSERT INTO `s`.`t` (`c0`, `c2`) VALUES (1, NULL), (-3, 4)");
    }

    /** MySQL would scan a small table, and wait for rows of other appliers. */
    @Test
    void deletesByIndexOfKey() throws SQLException {
        mysql.updates("DELETE", 2);
        writer(table, PLAIN, PLAIN, PLAIN).deleteByKey(before(table.delete(row(1, 2, 3), row(4, 5, 6))));
        assertThat(mysql.executed())
                .containsExactly("DELETE /*+ INDEX(`t` `PRIMARY`) */ FROM `s`.`t` WHERE (`c0`) IN ((1), (4))");
    }

    @Test
    void updatesChangedColumnsOnly() throws SQLException {
        writer(table, PLAIN, PLAIN, PLAIN).updateByKey(net(table.update(row(1, 2, 3), row(1, 2, 9))));
        assertThat(mysql.executed())
                .containsExactly("UPDATE (VALUES ROW(1, 9)) AS gaussferry_rows (k0, c0) STRAIGHT_JOIN `s`.`t`"
                        + " FORCE INDEX (`PRIMARY`) ON `s`.`t`.`c0` = gaussferry_rows.k0"
                        + " SET `s`.`t`.`c2` = gaussferry_rows.c0");
    }

    /** Otherwise MySQL would set the column to its own time. */
    @Test
    void setsColumnThatMySqlWouldChange() throws SQLException {
        writer(table, PLAIN, ON_UPDATE, PLAIN).updateByKey(net(table.update(row(1, 2, 3), row(1, 2, 9))));
        assertThat(mysql.executed()).first().asString().contains("ROW(1, 2, 9)").contains("(k0, c0, c1)");
    }

    @Test
    void groupsUpdatesByTheirColumns() throws SQLException {
        mysql.updates("`c1` = gaussferry_rows.c0", 2);
        writer(table, PLAIN, PLAIN, PLAIN)
                .updateByKey(net(table.update(
                        row(1, 2, 3), row(1, 20, 3), row(4, 5, 6), row(4, 5, 60), row(7, 8, 9), row(7, 80, 9))));
        assertThat(mysql.executed())
                .hasSize(2)
                .anyMatch(sql -> sql.contains("ROW(1, 20), ROW(7, 80)"))
                .anyMatch(sql -> sql.contains("ROW(4, 60)"));
    }

    /** The row must exist, although no value changes. */
    @Test
    void requiresRowWithoutChangedColumn() {
        mysql.updates("UPDATE", 0);
        assertThatThrownBy(() -> writer(table, PLAIN, PLAIN, GENERATED)
                        .updateByKey(net(table.update(row(1, 2, 3), row(1, 2, 4)))))
                .isInstanceOf(RowCountException.class);
        assertThat(mysql.executed()).first().asString().endsWith(" SET `s`.`t`.`c0` = `s`.`t`.`c0`");
    }

    @Test
    void findsRowByItsFormerKey() throws SQLException {
        writer(table, PLAIN, PLAIN, PLAIN)
                .writeOne(changes(table.update(row(1, 2, 3), row(7, 2, 3))).get(0));
        assertThat(mysql.executed()).containsExactly("UPDATE `s`.`t` SET `c0` = 7 WHERE `c0` = 1");
    }

    /** A table without a key may have the same row twice: exactly one of them changes. */
    @Test
    void changesOneOfEqualRowsWithoutKey() throws SQLException {
        MySqlTableWriter writer = writer(keyless, PLAIN, PLAIN, GENERATED);
        writer.writeOne(changes(keyless.update(row(1, null, 3), row(1, 5, 3))).get(0));
        writer.writeOne(changes(keyless.delete(row(1, null, 3))).get(0));
        assertThat(mysql.executed())
                .containsExactly(
                        "UPDATE `s`.`keyless` SET `c1` = 5 WHERE `c0` = 1 AND `c1` IS NULL LIMIT 1",
                        "DELETE FROM `s`.`keyless` WHERE `c0` = 1 AND `c1` IS NULL LIMIT 1");
    }

    @Test
    void endsStatementAtItsLength() throws SQLException {
        mysql.updates("INSERT", 1);
        writer(table, 1, PLAIN, PLAIN, PLAIN).insert(after(table.insert(row(1, 2, 3), row(4, 5, 6))));
        assertThat(mysql.executed())
                .containsExactly(
                        "INSERT INTO `s`.`t` (`c0`, `c1`, `c2`) VALUES (1, 2, 3)",
                        "INSERT INTO `s`.`t` (`c0`, `c1`, `c2`) VALUES (4, 5, 6)");
    }

    @Test
    void reportsRowThatMySqlLacks() {
        mysql.updates("DELETE", 1);
        assertThatThrownBy(() -> writer(table, PLAIN, PLAIN, PLAIN)
                        .deleteByKey(before(table.delete(row(1, 2, 3), row(4, 5, 6)))))
                .isInstanceOf(RowCountException.class)
                .hasMessageContaining("2 rows expected");
    }

    /** The next statement must not contain the failed one. */
    @Test
    void continuesAfterFailedStatement() throws SQLException {
        MySqlTableWriter writer = writer(table, PLAIN, PLAIN, PLAIN);
        mysql.fails("VALUES (1", new SQLException("Duplicate entry", "23000", 1062));
        assertThatThrownBy(() -> writer.insert(after(table.insert(row(1, 2, 3)))))
                .hasMessage("Duplicate entry");
        writer.insert(after(table.insert(row(4, 5, 6))));
        assertThat(mysql.executed()).last().isEqualTo("INSERT INTO `s`.`t` (`c0`, `c1`, `c2`) VALUES (4, 5, 6)");
    }

    @Test
    void requiresIdenticalKeysInParts() throws SQLException {
        Integer[][] rows = IntStream.range(0, 150).mapToObj(i -> row(i, i, i)).toArray(Integer[][]::new);
        mysql.answer(
                "FOR UPDATE",
                IntStream.range(0, 100).mapToObj(i -> ScriptedConnection.row(1)).toArray(List[]::new));
        assertThatThrownBy(() -> writer(table, PLAIN, PLAIN, PLAIN).requireIdenticalKeys(before(table.delete(rows))))
                .isInstanceOf(RowCountException.class)
                .hasMessageContaining("50 rows expected");
        assertThat(mysql.executed())
                .as("the first hundred were found")
                .hasSize(2)
                .allMatch(sql -> sql.startsWith("SELECT 1 FROM `s`.`t` WHERE (`c0` = "))
                .first()
                .asString()
                .contains(" OR (`c0` = 99");
    }

    /** A document has types that its string does not show, such as a DECIMAL: an update without a change must not write it. */
    @Test
    void requiresDocumentWithoutWritingIt() throws SQLException {
        TableDefinition documents =
                new TableDefinition(new TableId("s", "doc"), List.of(Columns.column("json", null)), List.of());
        MySqlTableWriter writer =
                new MySqlTableWriter(mysql.connection(), new MySqlTable(documents, List.of(PLAIN)), 10_000);
        writer.writeOne(unchanged(documents, "{\"a\": 1.5}"));
        assertThat(mysql.executed())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("UPDATE `s`.`doc` SET `s`.`doc`.`c` = `s`.`doc`.`c` WHERE ")
                .endsWith(" LIMIT 1");
    }

    /** Returns an update that sets a document to its value. */
    private static RowChange unchanged(TableDefinition table, String document) {
        TargetShape shape = new TargetShape(
                table.id(),
                List.of(new TargetShape.Column("c", 1, 114, "json", 'b', -1, "json", false)),
                List.of(),
                Set.of());
        RowImageEncoder encoder = new RowImageEncoder(table, shape, Columns.POSTGRES);
        byte[] text = document.getBytes(StandardCharsets.UTF_8);
        TargetTuple tuple = new TargetTuple();
        tuple.reset(text);
        tuple.add(0, text.length, true);
        BinaryOutput images = new BinaryOutput(64);
        encoder.encode(tuple, tuple, images);
        int after = images.length();
        encoder.encode(tuple, tuple, images);
        byte[] bytes = images.toByteArray();
        return new RowChange(
                Transactions.transaction(1),
                new Conversion(TargetProfile.MYSQL, ConversionRules.defaults()).format(encoder.version()),
                RowOperation.UPDATE,
                bytes,
                0,
                after,
                bytes.length,
                0,
                0);
    }
}
