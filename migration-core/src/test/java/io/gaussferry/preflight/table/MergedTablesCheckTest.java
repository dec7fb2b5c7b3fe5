package io.gaussferry.preflight.table;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.opengauss.ExistingTables;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.ScriptedSource;
import io.gaussferry.testing.TableBuilder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two rows with the same key in merged tables stop the copy, hours after it started: the check must find them before. */
class MergedTablesCheckTest {

    private static final TableId TARGET = new TableId("shop", "orders");
    private static final TableRenames MERGE =
            new TableRenames(List.of(TableRename.parse("shop*.orders_*", "shop.orders")));

    private final ScriptedConnection source = new ScriptedConnection();

    private static TableDefinition shard(String name, String keyType) {
        return TableBuilder.table(new TableId("shop", "orders_" + name))
                .column("id", keyType)
                .column("total", "int")
                .primary("id")
                .onTarget(TARGET)
                .build();
    }

    private static List<TableDefinition> shards(String keyType) {
        return List.of(shard("1", keyType), shard("2", keyType));
    }

    private List<Finding> check(String version, List<TableDefinition> tables) throws SQLException {
        Findings findings = new Findings();
        new MergedTablesCheck(
                        ScriptedSource.open(source, version, MERGE),
                        tables,
                        RuleBook.of(ConversionRules.defaults()),
                        ExistingTables.none())
                .run(findings);
        return findings.list();
    }

    private List<Finding> check(List<TableDefinition> tables) throws SQLException {
        return check("8.0.33", tables);
    }

    private List<String> searches() {
        return source.executed().stream().filter(sql -> sql.contains(" JOIN ")).toList();
    }

    @Test
    void reportsKeyOfBothTables() throws SQLException {
        source.answer(" a JOIN ", row("17"));
        assertThat(check(shards("int"))).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.SOURCE_KEYS_MEET);
            assertThat(finding.problem())
                    .contains("shop.orders_1 and shop.orders_2 both have a row with id = ")
                    .contains("17");
            assertThat(RowValueMarks.hidden(finding.problem()))
                    .as("without the token")
                    .doesNotContain("17");
        });
    }

    /** The empty string is a key like any other. */
    @Test
    void reportsEmptyStringThatIsKeyOfBothTables() throws SQLException {
        source.answer(" a JOIN ", row(""));
        assertThat(check(shards("varchar(20)")))
                .extracting(Finding::code)
                .containsExactly(FindingCode.SOURCE_KEYS_MEET);
    }

    @Test
    void acceptsTablesWithoutCommonKey() throws SQLException {
        assertThat(check(shards("int"))).isEmpty();
        assertThat(searches()).hasSize(1);
    }

    /** Most shards have consecutive numbers: two index look-ups are enough. */
    @Test
    void readsNoRowsOfDisjointRanges() throws SQLException {
        source.answer("COALESCE(", row("1"));
        assertThat(check(shards("bigint"))).isEmpty();
        assertThat(searches()).isEmpty();
    }

    /** The order of strings depends on a collation, and equal strings on the source may differ on the target. */
    @Test
    void comparesBytesOfStrings() throws SQLException {
        source.answer("COALESCE(", row("1"));
        assertThat(check(shards("varchar(20)"))).isEmpty();
        assertThat(searches())
                .singleElement()
                .asString()
                .contains("a.`id` = b.`id` AND CAST(a.`id` AS BINARY) = CAST(b.`id` AS BINARY)");
    }

    @Test
    void comparesEveryPairOfTables() throws SQLException {
        check(List.of(shard("1", "int"), shard("2", "int"), shard("3", "int")));
        assertThat(searches()).hasSize(3);
    }

    /** A key with several columns has no simple range. */
    @Test
    void searchesCompositeKeys() throws SQLException {
        TableBuilder[] builders = {
            TableBuilder.table("orders_1"), TableBuilder.table("orders_2"),
        };
        List<TableDefinition> tables = new ArrayList<>();
        for (TableBuilder builder : builders) {
            tables.add(builder.column("a", "int")
                    .column("b", "int")
                    .primary("a", "b")
                    .index("prefix", true, "b")
                    .onTarget(TARGET)
                    .build());
        }
        source.answer("COALESCE(", row("1"));
        check(tables);
        assertThat(searches()).singleElement().asString().contains("ON a.`a` = b.`a` AND a.`b` = b.`b` LIMIT 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.0.33", "10.11.6-MariaDB"})
    void limitsTimeOfQueriesOnBothProducts(String version) throws SQLException {
        boolean isMariaDb = version.contains("MariaDB");
        String variable = isMariaDb ? "max_statement_time" : "max_execution_time";
        source.fails(
                " a JOIN ",
                new SQLException(
                        "Query execution was interrupted, maximum time exceeded", "70100", isMariaDb ? 1969 : 3024));
        assertThat(check(version, shards("int"))).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.SOURCE_KEYS_NOT_COMPARED);
            assertThat(finding.problem()).endsWith("the query took longer than 10 s.");
        });
        assertThat(source.executed().stream().filter(sql -> sql.contains(variable)))
                .containsExactly(
                        "SET SESSION " + variable + " = " + (isMariaDb ? "10.000" : "10000") + "",
                        "SET SESSION " + variable + " = " + (isMariaDb ? "0.000" : "0"));
    }

    @Test
    void reportsTablesThatDiffer() throws SQLException {
        assertThat(check(List.of(shard("1", "int"), shard("2", "bigint"))))
                .extracting(Finding::code)
                .containsExactly(FindingCode.SOURCE_TABLES_NOT_ALIKE);
        assertThat(searches()).as("keys of tables that are not merged").isEmpty();
    }
}
