package io.gaussferry.preflight.table;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.ScriptedSource;
import io.gaussferry.testing.TableBuilder;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables whose rows would differ on the target without a message: actions of keys, engines, masks, partitions. */
class TableChecksTest {

    private static final TableId CHILD = new TableId("shop", "child");
    private static final TableId PARENT = new TableId("shop", "parent");
    private static final String KEYS = "FROM information_schema.referential_constraints";

    private final ScriptedConnection source = new ScriptedConnection();
    private final Findings findings = new Findings();

    private static List<@Nullable Object> key(
            String name, String column, String referenced, String delete, String update) {
        return row("shop", "child", name, column, "shop", "parent", referenced, delete, update);
    }

    private List<Finding> cascades(
            String version, TableRenames renames, CheckedForeignKeys checked, ForeignKey... onTarget)
            throws SQLException {
        new CascadeCheck(ScriptedSource.open(source, version, renames), List.of("shop"), List.of(onTarget), checked)
                .run(findings);
        return findings.list();
    }

    private List<FindingCode> cascades(String version, ForeignKey... onTarget) throws SQLException {
        return cascades(version, TableRenames.NONE, CheckedForeignKeys.ALL, onTarget).stream()
                .map(Finding::code)
                .toList();
    }

    private static ForeignKey onTarget(String schema, String delete) {
        return new ForeignKey(
                "k",
                new TableId(schema, "child"),
                List.of("p"),
                new TableId(schema, "parent"),
                List.of("id"),
                delete,
                "NO ACTION");
    }

    private void parentExists() {
        source.answer("SELECT 1 FROM information_schema.tables", row(1));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "CASCADE, RESTRICT, 8.0.33, SOURCE_CASCADE",
                "RESTRICT, CASCADE, 8.0.33, SOURCE_CASCADE",
                "SET NULL, NO ACTION, 5.7.44, SOURCE_CASCADE",
                "RESTRICT, NO ACTION, 8.0.33, -",
                "CASCADE, RESTRICT, 10.11.6-MariaDB, SOURCE_CASCADE",
                "CASCADE, RESTRICT, 11.8.2-MariaDB, SOURCE_CASCADE",
                "CASCADE, RESTRICT, 9.6.0, SOURCE_CASCADE_LOGGED"
            })
    void reportsActionsThatBinlogLacks(String delete, String update, String version, @Nullable FindingCode expected)
            throws SQLException {
        parentExists();
        source.answer(KEYS, key("fk", "p", "id", delete, update));
        assertThat(cascades(version)).isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    /** The target repeats the action only if its key has the same effect on the renamed tables. */
    @Test
    void acceptsActionThatTargetRepeats() throws SQLException {
        parentExists();
        source.answer(KEYS, key("fk", "P", "ID", "CASCADE", "RESTRICT"));
        assertThat(cascades("8.0.33", onTarget("shop", "CASCADE"))).isEmpty();
        assertThat(cascades("8.0.33", onTarget("shop", "SET NULL"))).hasSize(1);
        TableRenames renames = new TableRenames(List.of(TableRename.parse("shop", "new")));
        assertThat(cascades("8.0.33", renames, CheckedForeignKeys.ALL, onTarget("new", "CASCADE")))
                .as("only the finding of the previous check")
                .hasSize(1);
    }

    /** Both columns of a key are one key: half of it is another. */
    @Test
    void joinsColumnsOfKey() throws SQLException {
        parentExists();
        source.answer(
                KEYS, key("fk", "p", "id", "CASCADE", "RESTRICT"), key("fk", "q", "other", "CASCADE", "RESTRICT"));
        assertThat(cascades("8.0.33", onTarget("shop", "CASCADE"))).containsExactly(FindingCode.SOURCE_CASCADE);
        ForeignKey both =
                new ForeignKey("k", CHILD, List.of("p", "q"), PARENT, List.of("id", "other"), "CASCADE", "NO ACTION");
        assertThat(cascades("8.0.33", both))
                .as("only the finding of the previous check")
                .hasSize(1);
    }

    /** A parent that was dropped without checks has no rows to change. */
    @Test
    void ignoresKeyWithoutParent() throws SQLException {
        source.answer(KEYS, key("fk", "p", "id", "CASCADE", "RESTRICT"));
        assertThat(cascades("8.0.33")).isEmpty();
    }

    @Test
    void checksStoredKeysAfterCopy() throws SQLException {
        TableDefinition child = TableBuilder.table("child")
                .column("p", "int")
                .refers("p", "parent", "NO ACTION", "CASCADE")
                .build();
        TableExtras extras = child.extras();
        TableDefinition stored = new TableDefinition(
                CHILD,
                child.columns(),
                List.of(),
                new TableExtras("", "utf8mb4_bin", null, Map.of(), List.of(), extras.foreignKeys(), Map.of()));
        CheckedForeignKeys checked = new CheckedForeignKeys(true, Map.of(CHILD, stored), Set.of());
        assertThat(checked.has(CHILD, PARENT)).isTrue();
        assertThat(checked.has(CHILD, CHILD))
                .as("a key that is created later has its own statement")
                .isFalse();
        assertThat(checked.has(PARENT, CHILD)).isFalse();
        assertThat(new CheckedForeignKeys(true, Map.of(CHILD, child), Set.of()).has(CHILD, CHILD))
                .as("an earlier version stored no keys")
                .isTrue();
        assertThat(new CheckedForeignKeys(false, Map.of(), Set.of(CHILD)).has(CHILD, PARENT))
                .as("quarantined")
                .isFalse();
    }

    @Test
    void reportsGeneratedColumnsThatActionsChange() throws SQLException {
        source.answer("generation_expression <> ''", row("shop", "child"), row("other", "child"))
                .answer(
                        "FROM information_schema.key_column_usage",
                        row("shop", "child", "fk", "p", "shop", "parent", "id", "CASCADE", "RESTRICT"),
                        row("shop", "child", "fk", "q", "shop", "parent", "other", "CASCADE", "RESTRICT"),
                        row("shop", "plain", "fk", "p", "shop", "parent", "id", "CASCADE", "RESTRICT"))
                .answer(
                        "SELECT column_name, generation_expression",
                        row("p", ""),
                        row("q", ""),
                        row("total", "(`q` * 2)"),
                        row("other", "(`x` * 2)"));
        new GeneratedCascadeCheck(ScriptedSource.mySql(source), List.of("shop")).run(findings);
        assertThat(findings.list()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.SOURCE_CASCADE_GENERATED);
            assertThat(finding.location()).hasToString("source shop.child.total");
        });
    }

    @Test
    void readsNoKeysWithoutGeneratedColumns() throws SQLException {
        new GeneratedCascadeCheck(ScriptedSource.mySql(source), List.of("shop")).run(findings);
        assertThat(findings.list()).isEmpty();
        assertThat(source.executed()).noneMatch(sql -> sql.contains("key_column_usage"));
    }

    @Test
    void reportsEnginesOfReplicatedTables() throws SQLException {
        source.answer(
                "engine FROM information_schema.tables",
                row("shop", "log", "BLACKHOLE"),
                row("shop", "set_aside", "BLACKHOLE"),
                row("mysql", "log", "BLACKHOLE"),
                row("shop", "old", "MyISAM"));
        new EnginesCheck(ScriptedSource.mySql(source), Set.of(new TableId("shop", "set_aside"))).run(findings);
        assertThat(findings.list())
                .extracting(finding -> finding.location().toString())
                .containsExactly("source shop.log");
    }

    @Test
    void reportsMaskedColumnsOfReplicatedTables() throws SQLException {
        source.answer("MASKING POLICY", row("shop", "t", "a"), row("mysql", "t", "b"));
        new MaskedColumnsCheck(ScriptedSource.open(source, "9.7.0", TableRenames.NONE)).run(findings);
        assertThat(findings.list())
                .singleElement()
                .satisfies(finding -> assertThat(finding.code()).isEqualTo(FindingCode.SOURCE_COLUMN_MASKED));
    }

    @Test
    void probesEveryPartition() {
        TableDefinition table = TableBuilder.table("t")
                .column("id", "int")
                .partitioned("RANGE", "`id`", "p0=10", "p1=MAXVALUE")
                .build();
        assertThat(PartitionProbes.about(table))
                .singleElement()
                .satisfies(probe -> assertThat(probe.from())
                        .startsWith("((SELECT 1 FROM `shop`.`t` PARTITION (`p0`) WHERE CASE")
                        .contains(" UNION ALL (SELECT 1 FROM `shop`.`t` PARTITION (`p1`) WHERE CASE")
                        .endsWith(") AS misplaced LIMIT 1"));
        assertThat(PartitionProbes.about(
                        TableBuilder.table("t").column("id", "int").build()))
                .isEmpty();
    }

    /** A slow query makes the difference uncertain by half of its time. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "0.9, 0, -",
                "1.1, 0, CLOCK_DIFFERENCE_SMALL",
                "-1.1, 0, CLOCK_DIFFERENCE_SMALL",
                "1.1, 0.5, -",
                "59, 0, CLOCK_DIFFERENCE_SMALL",
                "60, 0, CLOCK_DIFFERENCE",
                "-3600, 1, CLOCK_DIFFERENCE"
            })
    void comparesClocks(double difference, double trip, @Nullable FindingCode expected) {
        ClockCheck.ofSource(source.connection()).report(findings, difference, trip);
        assertThat(findings.list())
                .extracting(Finding::code)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
        findings.list()
                .forEach(finding ->
                        assertThat(finding.problem()).contains(difference > 0 ? "ahead of that of" : "behind that of"));
    }

    @Test
    void readsClockOfServer() throws SQLException {
        source.answer("UNIX_TIMESTAMP", row(System.currentTimeMillis() / 1e3 - 100));
        ClockCheck.ofSource(source.connection()).run(findings);
        assertThat(findings.list()).singleElement().satisfies(finding -> {
            assertThat(finding.location()).isEqualTo(FindingLocation.SOURCE);
            assertThat(finding.problem())
                    .contains("The clock of the source is ")
                    .contains("s behind that of this machine");
        });
    }
}
