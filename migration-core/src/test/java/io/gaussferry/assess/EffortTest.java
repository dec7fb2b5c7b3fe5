package io.gaussferry.assess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gaussferry.application.AccountSettings;
import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.GradedStatement;
import io.gaussferry.application.StatementGrade;
import io.gaussferry.application.collect.ApplicationStatement;
import io.gaussferry.assess.EffortItem.Area;
import io.gaussferry.assess.TableVerdict.TableDecision;
import io.gaussferry.assess.forecast.SourceActivity;
import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.TableBuilder;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of work in an assessment: what is missing there is missing in the plan. */
class EffortTest {

    private static final TableId ORDERS = new TableId("shop", "orders");

    private static Finding finding(FindingCode code, FindingLocation location) {
        return new Finding(code, location, "It has " + RowValueMarks.marked("secret") + ".", "It matters.", "do it");
    }

    private static final Finding BLOCKER =
            finding(FindingCode.SOURCE_TABLES_NOT_ALIKE, FindingLocation.SOURCE.in(ORDERS));
    private static final Finding WARNING =
            finding(FindingCode.SOURCE_TABLE_NO_KEY, FindingLocation.SOURCE.in(ORDERS, "id"));
    private static final Finding NOTE = finding(FindingCode.SOURCE_PAD_CHAR, FindingLocation.SOURCE);

    @Test
    void notesNeedNoAction() {
        List<EffortItem> items =
                new EffortItems().addFindings(List.of(NOTE, WARNING, BLOCKER)).list();
        assertThat(items)
                .extracting(EffortItem::rule)
                .containsExactly("SOURCE_TABLE_NO_KEY", "SOURCE_TABLES_NOT_ALIKE");
        assertThat(items).extracting(EffortItem::area).containsOnly(Area.TABLES);
        assertThat(items.get(0).subject()).isEqualTo("source shop.orders.id");
        assertThat(items.get(0).reason()).as("a report is sent by mail").doesNotContain("secret");
    }

    @Test
    void findingWithoutTableConcernsServers() {
        Finding server = finding(FindingCode.SOURCE_BINLOG_OFF, FindingLocation.SOURCE);
        assertThat(new EffortItems().addFindings(List.of(server)).list())
                .extracting(EffortItem::area)
                .containsExactly(Area.SERVERS);
    }

    private static GradedStatement statement(StatementGrade grade, String reason, String hiddenRewrite) {
        return new GradedStatement(
                new ApplicationStatement("shop", "SELECT ?", List.of("SELECT 7"), 1, 1, Set.of("a:1")),
                grade,
                reason,
                List.of(),
                hiddenRewrite.isEmpty() ? "" : "rewrite with 7",
                hiddenRewrite,
                Set.of());
    }

    @ParameterizedTest
    @CsvSource({
        "FAILS, write another statement",
        "DIFFERS, decide whether the difference matters; otherwise write another statement",
        "REWRITE, use instead: SELECT $1",
        "UNKNOWN, 'examine it by hand, or provide what is missing'"
    })
    void statementNeedsActionByItsGrade(StatementGrade grade, String action) {
        String rewrite = grade == StatementGrade.REWRITE ? "SELECT $1" : "";
        assertThat(new EffortItems()
                        .addStatements(new ApplicationReport(List.of(statement(grade, "", rewrite)), Map.of()))
                        .list())
                .singleElement()
                .satisfies(item -> {
                    assertThat(item.action()).isEqualTo(action);
                    assertThat(item.subject()).isEqualTo("SELECT ?");
                    assertThat(item.reason()).isEqualTo(grade.description());
                });
    }

    @Test
    void statementThatIsAlikeNeedsNone() {
        ApplicationReport report = new ApplicationReport(List.of(statement(StatementGrade.ALIKE, "", "")), Map.of());
        assertThat(new EffortItems().addStatements(report).list()).isEmpty();
        assertThat(report.exitCode()).isZero();
    }

    @Test
    void settingsOfTheAccountAreOneItem() {
        ApplicationReport report = new ApplicationReport(
                List.of(),
                Map.of(),
                new AccountSettings(Map.of("standard_conforming_strings", "off")),
                Optional.empty());
        assertThat(new EffortItems().addStatements(report).list())
                .singleElement()
                .satisfies(item ->
                        assertThat(item.action()).isEqualTo("ALTER USER app SET standard_conforming_strings = 'off';"));
    }

    @Test
    void groupsByAreaAndFrequency() {
        List<EffortItem> items = List.of(
                item(Area.TABLES, "a"),
                item(Area.TABLES, "b"),
                item(Area.TABLES, "b"),
                item(Area.SERVERS, "a"),
                item(Area.TABLES, "c"));
        List<EffortGroup> groups = EffortGroup.of(items, new EffortMinutes(Map.of("b", 2.5, "c", 0.0)));
        assertThat(groups)
                .extracting(group ->
                        group.area() + " " + group.rule() + " " + group.items().size())
                .containsExactly("SERVERS a 1", "TABLES b 2", "TABLES a 1", "TABLES c 1");
        assertThat(groups)
                .extracting(EffortGroup::minutes)
                .as("a rule without an estimate is not estimated as 0")
                .containsExactly(
                        OptionalDouble.empty(), OptionalDouble.of(5), OptionalDouble.empty(), OptionalDouble.of(0));
    }

    private static EffortItem item(Area area, String rule) {
        return new EffortItem(area, rule, "", "", "");
    }

    /** The worst finding decides; findings of a table on either side count, those of the configuration do not. */
    @Test
    void tableNeedsDecisionOfWorstFinding() {
        TableSize orders = new TableSize(ORDERS, 1, 2, 3, 0, 0);
        TableSize other = new TableSize(new TableId("shop", "other"), 1, 2, 3, 0, 0);
        List<TableVerdict> verdicts = TableVerdict.of(List.of(orders, other), List.of(WARNING, BLOCKER, NOTE));
        assertThat(verdicts)
                .extracting(TableVerdict::decision)
                .containsExactly(TableDecision.RESOLVE, TableDecision.NONE);
        assertThat(verdicts.get(0).findings()).containsExactly(BLOCKER, WARNING);
        assertThat(TableVerdict.of(List.of(orders), List.of(WARNING)))
                .extracting(TableVerdict::decision)
                .containsExactly(TableDecision.DECIDE);
        Finding onTarget = finding(FindingCode.SOURCE_TABLE_NO_KEY, FindingLocation.TARGET.in(ORDERS));
        Finding ofFile = finding(FindingCode.SOURCE_TABLE_NO_KEY, FindingLocation.CONFIGURATION.in(ORDERS));
        assertThat(TableVerdict.of(List.of(orders), List.of(onTarget)).get(0).decision())
                .isEqualTo(TableDecision.DECIDE);
        assertThat(TableVerdict.of(List.of(orders), List.of(ofFile)).get(0).decision())
                .isEqualTo(TableDecision.NONE);
    }

    @Test
    void readsSizesLargestFirst() throws SQLException {
        ScriptedConnection source = new ScriptedConnection()
                .fails("information_schema_stats_expiry", new SQLException("unknown variable", "HY000", 1193))
                .answer(
                        "index_length FROM information_schema.tables",
                        ScriptedConnection.row("shop", "small", 10, 100, 7),
                        ScriptedConnection.row("shop", "orders", 20, 2_000, 8));
        TableDefinition orders = TableBuilder.table("orders")
                .column("id", "int")
                .primary("id")
                .index("i", false, "id")
                .refers("id", "small", "CASCADE", "CASCADE")
                .build();
        TableDefinition keyless = TableBuilder.table("small")
                .column("id", "int")
                .index("i", false, "id")
                .build();
        TableDefinition unknown = TableBuilder.table("new").column("id", "int").build();
        assertThat(SourceSizes.read(source.connection(), List.of(unknown, keyless, orders)))
                .containsExactly(
                        new TableSize(ORDERS, 20, 2_000, 8, 1, 1),
                        new TableSize(new TableId("shop", "small"), 10, 100, 7, 1, 0),
                        new TableSize(new TableId("shop", "new"), 0, 0, 0, 0, 0));
    }

    /** The observed time may be a quiet one: the average counts if it is higher. */
    @ParameterizedTest
    @CsvSource({"5, 7, 7", "7, 5, 7", "NaN, 5, 5", "5, NaN, 5", "NaN, NaN, NaN"})
    void expectsHigherRate(double observed, double average, double expected) {
        assertThat(new SourceActivity(observed, 0, 1, average, 0, 0).expectedRowsPerSecond())
                .isCloseTo(expected, within(1e-9));
    }
}
