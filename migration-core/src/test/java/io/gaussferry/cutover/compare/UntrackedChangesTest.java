package io.gaussferry.cutover.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.TableBuilder;
import io.gaussferry.verify.ComparisonNotes;
import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.changed.ChangedRows;
import io.gaussferry.verify.structure.StructureReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison before the switch may skip only rows that cannot have changed, and passes only equal sides. */
class UntrackedChangesTest {

    private static TableId id(String name) {
        return new TableId("shop", name);
    }

    private static TableDefinition child(String name, String parent, String onDelete) {
        return TableBuilder.table(name)
                .column("id", "int")
                .nullable("p", "int")
                .primary("id")
                .refers("p", parent, "NO ACTION", onDelete)
                .build();
    }

    private static TableDefinition plain(String name) {
        return TableBuilder.table(name).column("id", "int").primary("id").build();
    }

    /** Keys of tables without any change since they were found equal. */
    private static Map<TableId, ChangedKeys> unchanged(TableDefinition... tables) {
        ChangedRows rows = new ChangedRows();
        rows.begin();
        rows.complete();
        Map<TableId, ChangedKeys> known = new HashMap<>();
        for (TableDefinition table : tables) {
            known.put(table.id(), rows.of(table.id()).orElseThrow());
        }
        return known;
    }

    @Test
    void actionNeedsReplacedParent() {
        TableDefinition parent = plain("p");
        TableDefinition child = child("c", "p", "CASCADE");
        List<TableDefinition> tables = List.of(parent, child);
        assertThat(UntrackedChanges.byForeignKeys(tables, unchanged(parent, child)))
                .isEmpty();
        assertThat(UntrackedChanges.byForeignKeys(tables, unchanged(child)))
                .as("the parent's changes are unknown")
                .containsExactly(child.id());
        TableDefinition refusing = child("c", "p", "RESTRICT");
        assertThat(UntrackedChanges.byForeignKeys(List.of(parent, refusing), unchanged(refusing)))
                .isEmpty();
    }

    @Test
    void parentThatIsNotReplicatedMayHaveChanged() {
        TableDefinition child = child("c", "elsewhere", "SET NULL");
        assertThat(UntrackedChanges.byForeignKeys(List.of(child), unchanged(child)))
                .containsExactly(child.id());
    }

    /** The tables in any order, and with keys in circles, compared with the fixed point of the definition. */
    @RepeatedTest(30)
    void followsActionsOfRandomTables() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<TableDefinition> tables = new ArrayList<>();
        Map<String, List<String>> parents = new HashMap<>();
        for (int i = 0; i < 6; i++) {
            TableBuilder builder =
                    TableBuilder.table("t" + i).column("id", "int").primary("id");
            List<String> of = new ArrayList<>();
            for (int p = 0; p < 6; p++) {
                if (random.nextInt(4) == 0) {
                    boolean acts = random.nextBoolean();
                    builder.nullable("p" + p, "int")
                            .refers("p" + p, "t" + p, "NO ACTION", acts ? "CASCADE" : "NO ACTION");
                    if (acts) {
                        of.add("t" + p);
                    }
                }
            }
            parents.put("t" + i, of);
            tables.add(builder.build());
        }
        TableDefinition[] known =
                tables.stream().filter(table -> random.nextInt(3) > 0).toArray(TableDefinition[]::new);
        Set<String> replaced = new HashSet<>(parents.keySet());
        for (TableDefinition table : known) {
            replaced.remove(table.id().name());
        }
        Set<TableId> expected = new HashSet<>();
        for (int round = 0; round < 7; round++) {
            parents.forEach((child, of) -> {
                if (of.stream().anyMatch(replaced::contains)) {
                    replaced.add(child);
                    expected.add(id(child));
                }
            });
        }
        assertThat(UntrackedChanges.byForeignKeys(tables, unchanged(known)))
                .as("seed %d", seed)
                .isEqualTo(expected);
    }

    @Test
    void comparesWholeTablesWhoseRowsCannotBeFound() {
        TableDefinition keyless =
                TableBuilder.table("keyless").column("id", "int").build();
        TableDefinition merged = TableBuilder.table("a")
                .column("id", "int")
                .primary("id")
                .onTarget(id("all"))
                .build();
        TableDefinition other = TableBuilder.table("b")
                .column("id", "int")
                .primary("id")
                .onTarget(id("all"))
                .build();
        TableDefinition cascaded = child("c", "plain", "CASCADE");
        List<TableDefinition> all = List.of(plain("plain"), keyless, merged, other, cascaded);
        assertThat(all)
                .filteredOn(table -> WholeTables.isComparedWhole(table, all))
                .containsExactly(keyless, merged, other, cascaded);
        assertThat(all)
                .filteredOn(table -> WholeTables.isComparedAgain(table, all))
                .as("a cascaded table is compared together with its parent")
                .containsExactly(keyless, merged, other);
    }

    /** Writers must not be refused for as long as a large table is read. */
    @ParameterizedTest
    @CsvSource({"10000, 10000, true", "10000, 10001, false", "0, 20001, false"})
    void limitsRowsWhileWritersAreRefused(long first, long second, boolean accepted) {
        List<TableDefinition> tables = List.of(plain("a"), plain("b"));
        Map<TableId, Long> sizes = Map.of(id("a"), first, id("b"), second);
        if (accepted) {
            assertThatCode(() -> require(tables, sizes)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> require(tables, sizes)).isInstanceOfSatisfying(GaussferryException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.CHANGED_ROWS_UNKNOWN);
                assertThat(e.problem()).contains("2 tables with about " + (first + second) + " rows");
            });
        }
    }

    private static void require(List<TableDefinition> tables, Map<TableId, Long> sizes) {
        WholeTables.requireFew(ComparisonScope.everything(tables), table -> false, tables, sizes::get, "compare again");
    }

    private static VerificationReport report(TableOutcome... tables) {
        GtidSet none = GtidSet.parse("");
        OrderStatement order = new OrderStatement(none, none, none, none, none, none, -1, -1, false);
        return new VerificationReport(
                List.of(tables), List.of(), StructureReport.NONE, ComparisonNotes.NONE, order, Duration.ZERO);
    }

    private static TableOutcome outcome(String name, long rows, long differences, String undecided) {
        return new TableOutcome(id(name), rows, 1, differences, 0, undecided);
    }

    @Test
    void passesEqualSidesOnly() {
        RowEquality equality = new RowEquality(false);
        assertThatCode(() -> equality.require(report(outcome("a", 5, 0, "")))).doesNotThrowAnyException();
        assertThatThrownBy(() -> equality.require(
                        report(outcome("a", 5, 2, ""), outcome("b", 9, 0, ""), outcome("c", 1, 1, ""))))
                .isInstanceOfSatisfying(GaussferryException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.SIDES_DIFFER);
                    assertThat(e.problem()).contains("3 rows differ: 2 in shop.a, 1 in shop.c;");
                    assertThat(e.remedy()).contains("--repair");
                });
    }

    /** A table that could not be compared is not equal. */
    @Test
    void refusesUndecidedTables() {
        assertThatThrownBy(() -> new RowEquality(true).require(report(outcome("a", 5, 0, "its definition changed"))))
                .hasMessageContaining("these tables could not be compared: shop.a (its definition changed)")
                .hasMessageContaining("cutover back --verify counts");
    }

    /** Rows of merged tables are counted together, under the target's name. */
    @Test
    void countsComparedTablesUnderTargetsName() {
        TableDefinition renamed =
                TableBuilder.table("a").column("id", "int").onTarget(id("new")).build();
        TableDefinition merged =
                TableBuilder.table("b").column("id", "int").onTarget(id("all")).build();
        TableDefinition other =
                TableBuilder.table("c").column("id", "int").onTarget(id("all")).build();
        assertThat(CountComparison.ofCompared(
                        List.of(renamed, merged, other),
                        report(outcome("a", 5, 0, ""), outcome("all", 7, 0, ""), outcome("unrelated", 9, 0, ""))))
                .containsExactly(new RowCounts.Count(id("new"), 5, 5), new RowCounts.Count(id("all"), 7, 7));
    }

    @Test
    void describesWhatWasCompared() {
        Duration time = Duration.ofMillis(1_234);
        assertThat(ComparisonSummary.joined("a", "", "b")).isEqualTo("a; b");
        assertThat(ComparisonSummary.counted(List.of(), time)).isEmpty();
        assertThat(ComparisonSummary.counted(
                        List.of(new RowCounts.Count(id("a"), 5, 5), new RowCounts.Count(id("b"), 7, 7)), time))
                .isEqualTo("12 rows counted in 2 tables (1.23 s)");
        VerificationReport report = report(outcome("a", 5, 0, ""));
        assertThat(ComparisonSummary.compared(ComparisonScope.everything(List.of(plain("a"))), report, time))
                .isEqualTo("every value of 5 rows in 1 tables is equal (1.23 s)");
        assertThat(ComparisonSummary.compared(ComparisonScope.nothing(List.of(plain("a"))), report, time))
                .endsWith("; 1 other tables have not changed since they were found equal");
    }
}
