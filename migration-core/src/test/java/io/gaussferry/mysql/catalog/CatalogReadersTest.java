package io.gaussferry.mysql.catalog;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceFeatures;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.testing.ScriptedConnection;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Properties that the source's catalog does not report exactly, and that must not be guessed. */
class CatalogReadersTest {

    private static final TableId TABLE = new TableId("shop", "t");
    private static final String UNKNOWN = String.valueOf(ColumnDefinition.UNKNOWN_CHARACTER);

    private final ScriptedConnection source = new ScriptedConnection();

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)).toUpperCase(Locale.ROOT);
    }

    private static ColumnDefinition members(MySqlType type, String characterSet, String... members) {
        return new ColumnDefinition("e", type, false, "", 1, 0, 0, characterSet, List.of(members), true);
    }

    private List<String> read(ColumnDefinition column) throws SQLException {
        return new MySqlMembersReader(source.connection(), SourceFeatures.of(source.connection())).read(TABLE, column);
    }

    /** Only character sets with characters beyond U+FFFF have characters that MySQL cannot print. */
    @ParameterizedTest
    @CsvSource({"utf8mb4, a?, true", "utf8mb4, a, false", "utf8mb3, a?, false", "latin1, ?, false", "gb18030, ?, true"})
    void recognizesUncertainMembers(String characterSet, String member, boolean expected) {
        assertThat(MySqlMembersReader.isUncertain(members(MySqlType.ENUM, characterSet, "b", member)))
                .isEqualTo(expected);
    }

    @Test
    void readsMembersByNumber() throws SQLException {
        source.answer("WITH RECURSIVE", row(hex("😀")), row(hex("a?")), row(hex("")));
        assertThat(read(members(MySqlType.ENUM, "utf8mb4", "?", "a?", ""))).containsExactly("😀", "a?", "");
        assertThat(source.executed())
                .last()
                .asString()
                .contains("SELECT k + 1, k + 1 FROM m WHERE k < 3)")
                .contains("SELECT 0, `e` FROM `shop`.`t` WHERE FALSE");
    }

    @Test
    void readsMembersOfSetByBit() throws SQLException {
        source.answer("WITH RECURSIVE", row(hex("😀")));
        assertThat(read(members(MySqlType.SET, "utf8mb4", "?"))).containsExactly("😀");
        assertThat(source.executed()).last().asString().contains("SELECT k + 1, 1 << k FROM m");
    }

    /** Members that MySQL would print otherwise come from another definition of the table. */
    @Test
    void refusesMembersThatContradictTheCatalog() throws SQLException {
        source.answer("WITH RECURSIVE", row(hex("b")), row(hex("a")));
        assertThat(read(members(MySqlType.ENUM, "utf8mb4", "?", "a"))).containsExactly(UNKNOWN, "a");
        source.answer("WITH RECURSIVE", row(hex("😀")));
        assertThat(read(members(MySqlType.ENUM, "utf8mb4", "?", "a")))
                .as("another number of members")
                .containsExactly(UNKNOWN, "a");
    }

    @Test
    void cannotReadMembersBeforeRecursiveQueries() throws SQLException {
        source.answer("SELECT VERSION()", row("5.7.44"));
        assertThat(read(members(MySqlType.ENUM, "utf8mb4", "x?", "a"))).containsExactly("x" + UNKNOWN, "a");
        assertThat(source.executed()).noneMatch(sql -> sql.contains("RECURSIVE"));
    }

    /** A column that is NOT NULL has a default only in an existing row. */
    @Test
    void readsDefaultsFromEitherQuery() throws SQLException {
        source.answer("LEFT JOIN", row("00FF", null, null)).answer("LIMIT 1", row(null, "41", null));
        assertThat(new MySqlDefaultsReader(source.connection()).bytes(TABLE, List.of("a", "b", "c")))
                .isEqualTo(Map.of("a", "0x00FF", "b", "0x41", "c", UNKNOWN));
        assertThat(source.executed()).first().asString().contains("HEX(DEFAULT(t.`a`)), HEX(DEFAULT(t.`b`))");
    }

    /** A table without rows: MySQL prints bytes that are no characters, and characters beyond U+FFFF, as others. */
    @Test
    void readsDefaultsOfEmptyTableFromItsStatement() throws SQLException {
        source.answer(
                "SHOW CREATE TABLE",
                row(
                        "t",
                        "CREATE TABLE `t` (\n  `a` varbinary(9) NOT NULL DEFAULT 'A \\0é',\n  `b` binary(1) NOT NULL DEFAULT '?',\n"
                                + "  `c` binary(1) NOT NULL DEFAULT '\uFFFD',\n  `d` text DEFAULT (json_array()),\n"
                                + "  `e` int DEFAULT '1'\n)"));
        MySqlDefaultsReader reader = new MySqlDefaultsReader(source.connection());
        assertThat(reader.bytes(TABLE, List.of("a", "b", "c", "none")))
                .isEqualTo(Map.of("a", "0x412000C3A9", "b", UNKNOWN, "c", UNKNOWN, "none", UNKNOWN));
        assertThat(reader.expressions(TABLE, List.of("d", "e", "none"))).isEqualTo(Map.of("d", "json_array()"));
    }

    @Test
    void emptyTableLeavesDefaultsUnknown() throws SQLException {
        source.answer("LEFT JOIN", row((Object) null));
        assertThat(new MySqlDefaultsReader(source.connection()).strings(TABLE, List.of("a")))
                .isEqualTo(Map.of("a", UNKNOWN));
        source.answer("LIMIT 1", row(hex("😀'")));
        assertThat(new MySqlDefaultsReader(source.connection()).strings(TABLE, List.of("a")))
                .isEqualTo(Map.of("a", "😀'"));
        assertThat(new MySqlDefaultsReader(source.connection()).strings(TABLE, List.of()))
                .isEmpty();
    }

    private Map<TableId, String> engines(String createTable) throws SQLException {
        source.answer(
                        "engine FROM information_schema.tables",
                        row("shop", "all", "MRG_MYISAM"),
                        row("shop", "log", "BLACKHOLE"),
                        row("shop", "broken", null),
                        row("shop", "old", "MyISAM"))
                .answer("SHOW CREATE TABLE", row("all", createTable));
        return UnsupportedEngines.read(source.connection());
    }

    /** A change through a MERGE table is logged under its name, and changes rows of its members. */
    @Test
    void refusesMembersOfMergeTables() throws SQLException {
        Map<TableId, String> refused = engines(
                "CREATE TABLE `all` (\n  `id` int\n) ENGINE=MRG_MyISAM INSERT_METHOD=LAST UNION=(`a`,`other`.`b``c`)");
        assertThat(refused)
                .containsOnlyKeys(
                        new TableId("shop", "all"),
                        new TableId("shop", "log"),
                        new TableId("shop", "broken"),
                        new TableId("shop", "a"),
                        new TableId("other", "b`c"));
        assertThat(refused.get(new TableId("shop", "broken")))
                .contains("engine null, which is not known to the server");
        assertThat(refused.get(new TableId("shop", "a"))).contains("is a member of table shop.all");
    }

    @Test
    void acceptsMergeTableWithoutMembers() throws SQLException {
        assertThat(engines("CREATE TABLE `all` (`id` int) ENGINE=MRG_MyISAM"))
                .doesNotContainKey(new TableId("shop", "a"));
    }

    /** No session can write through a table whose members differ; every other failure ends the check. */
    @Test
    void ignoresMergeTableThatCannotBeOpened() throws SQLException {
        source.answer("engine FROM information_schema.tables", row("shop", "all", "MRG_MYISAM"))
                .fails("SHOW CREATE TABLE", new SQLException("differently defined", "HY000", 1168));
        assertThat(UnsupportedEngines.read(source.connection())).containsOnlyKeys(new TableId("shop", "all"));
        source.fails("SHOW CREATE TABLE", new SQLException("denied", "42000", 1142));
        assertThatThrownBy(() -> UnsupportedEngines.read(source.connection())).isInstanceOf(SQLException.class);
    }

    @Test
    void estimatesRowsFromStatistics() throws SQLException {
        source.answer(
                "table_rows, data_length",
                row("shop", "t", 1_000, 50_000),
                row("shop", "filled", 0, 9_000_000),
                row("shop", "tiny", 1_000_000, 10));
        TableSizes sizes = TableSizes.read(source.connection());
        assertThat(sizes.rows(TABLE)).isEqualTo(1_000);
        assertThat(sizes.rows(TABLE, 5_000)).isEqualTo(100);
        assertThat(sizes.rows(TABLE, 1)).as("at least one").isEqualTo(1);
        assertThat(sizes.rows(new TableId("shop", "filled"), 10_000))
                .as("unknown rows")
                .isEqualTo(10);
        assertThat(sizes.rows(new TableId("shop", "tiny"), 10))
                .as("rows of less than a byte")
                .isEqualTo(10);
        assertThat(sizes.rows(new TableId("shop", "new"))).isZero();
        assertThat(TableSizes.UNKNOWN.rows(TABLE, 3_000)).isEqualTo(3);
    }

    /** Reading the property opens every table: only servers that may have a policy are asked. */
    @ParameterizedTest
    @CsvSource({"8.4.5, false", "9.7.0, true", "10.11.6-MariaDB, false", "11.4.2-MariaDB, false"})
    void asksOnlyServersThatHaveMaskingPolicies(String version, boolean expected) throws SQLException {
        source.answer("SELECT VERSION()", row(version))
                .answer("MASKING POLICY", row("shop", "t", "a"), row("shop", "t", "b"), row("shop", "u", "c"));
        assertThat(MaskedColumns.read(source.connection()))
                .isEqualTo(
                        expected
                                ? Map.of(
                                        TABLE,
                                        "Table shop.t has a masking policy on column a, b.",
                                        new TableId("shop", "u"),
                                        "Table shop.u has a masking policy on column c.")
                                : Map.of());
    }

    /** Up to 5.7 information_schema does not distinguish T and t, although both exist. */
    @Test
    void joinsByExactNames() {
        assertThat(ExactNames.join("a", "b", "x", "y"))
                .isEqualTo("a.x = b.x AND a.y = b.y AND (@@lower_case_table_names <> 0 OR (CAST(a.x AS BINARY) ="
                        + " CAST(b.x AS BINARY) AND CAST(a.y AS BINARY) = CAST(b.y AS BINARY)))");
    }
}
