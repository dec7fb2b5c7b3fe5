package io.gaussferry.pipeline.definition;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DefinitionChangeStore.Version;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.DatabaseChange;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.plan.DefinitionPlan.Nothing;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Naming;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.definition.DefinitionWriter.Refusal;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One definition change in one transaction: locks and conditions first, and a record with which later rows are read. */
class DefinitionWriterTest {

    private static final TableDefinition A = table("a");
    private static final TableDefinition B = table("b");
    private static final TableDefinition C = table("c");
    private static final LoggedStatement STATEMENT = new LoggedStatement(
            StatementContext.ofStored("s", "ALTER TABLE a …", 0, 80033),
            Gtid.ofCaptureSequence(7),
            new BinlogPosition("binlog.000001", 4),
            0,
            false);
    private static final String HISTORY = "gaussferry.table_history";

    private final ScriptedConnection target = new ScriptedConnection();
    private final DefinitionWriter writer = new DefinitionWriter("p", target.connection());

    private static TableDefinition table(String name) {
        return new IntTable(name, 2, List.of(List.of(0))).version().definition();
    }

    private static TableChange altered(TableDefinition table) {
        return new TableChange(table, table, false);
    }

    private static TableChange renamed(TableDefinition from, TableDefinition to) {
        return new TableChange(from, to, false);
    }

    private Optional<Refusal> execute(TargetStep... steps) throws SQLException {
        return writer.execute(List.of(), List.of(steps));
    }

    private static TargetStep guarded(String sql, String query, Otherwise otherwise) {
        return new TargetStep(sql, List.of(new Guard(query, "Rows are in the way.", otherwise)), null, null);
    }

    @Test
    void executesStepsInOrder() throws SQLException {
        assertThat(execute(new TargetStep("ONE"), new TargetStep("TWO"))).isEmpty();
        assertThat(target.executed()).containsSubsequence("ONE", "TWO");
    }

    @Test
    void locksNothingWithoutSteps() throws SQLException {
        assertThat(writer.execute(List.of(altered(A)), List.of())).isEmpty();
        assertThat(target.executed()).isEmpty();
    }

    /** A later step must not be executed: the caller rolls back, and an operator reads the reason. */
    @Test
    void stopsAtConditionThatIsNotMet() throws SQLException {
        target.answer("SELECT bad", row("7"));
        assertThat(execute(
                        new TargetStep("ONE"), guarded("TWO", "SELECT bad", Otherwise.HOLD), new TargetStep("THREE")))
                .contains(new Refusal("Rows are in the way. The target has: 7", Otherwise.HOLD));
        assertThat(target.executed()).contains("ONE").doesNotContain("TWO", "THREE");
    }

    @Test
    void executesStepWhoseConditionIsMet() throws SQLException {
        assertThat(execute(guarded("ONE", "SELECT bad", Otherwise.COPY_AGAIN))).isEmpty();
        assertThat(target.executed()).containsSubsequence("SELECT bad", "ONE");
    }

    /** NULL is a row: a condition that finds a row without a value is not met. */
    @Test
    void countsNullAsFound() throws SQLException {
        target.answer("SELECT bad", row((Object) null));
        assertThat(execute(guarded("ONE", "SELECT bad", Otherwise.COPY_AGAIN)))
                .contains(new Refusal("Rows are in the way. The target has: null", Otherwise.COPY_AGAIN));
    }

    @Test
    void skipsStepThatIsUnnecessary() throws SQLException {
        target.answer("SELECT done", row(1));
        assertThat(execute(new TargetStep("ONE", List.of(), "SELECT done", null)))
                .isEmpty();
        assertThat(execute(new TargetStep("TWO", List.of(), "SELECT other", null)))
                .isEmpty();
        assertThat(target.executed()).contains("TWO").doesNotContain("ONE");
    }

    /** The target's object may have another name than the derived one. */
    @Test
    void looksUpNamesWhenItExecutes() throws SQLException {
        target.answer("SELECT names", row("x_1", "y_1"));
        Naming naming = new Naming("SELECT names", names -> "RENAME " + String.join(" TO ", names));
        Naming missing = new Naming("SELECT none", names -> "NEVER");
        assertThat(execute(
                        new TargetStep("shown", List.of(), null, naming),
                        new TargetStep("shown", List.of(), null, missing)))
                .isEmpty();
        assertThat(target.executed()).contains("RENAME x_1 TO y_1").doesNotContain("NEVER", "shown");
    }

    /** Two daemons that lock the same tables in different orders would deadlock. */
    @Test
    void locksExistingTablesInOrderOfNames() throws SQLException {
        exists("a");
        exists("b");
        Optional<Refusal> unused =
                writer.execute(List.of(altered(B), altered(C), altered(A), altered(B)), List.of(new TargetStep("ONE")));
        assertThat(target.executed())
                .filteredOn(sql -> sql.startsWith("LOCK TABLE") || sql.equals("ONE"))
                .as("c does not exist")
                .containsExactly(
                        "LOCK TABLE \"s\".\"a\" IN ACCESS EXCLUSIVE MODE",
                        "LOCK TABLE \"s\".\"b\" IN ACCESS EXCLUSIVE MODE",
                        "ONE");
    }

    private void exists(String table) {
        target.answer("SELECT version()", row("PostgreSQL 18.1"));
        target.answerNamed(
                "AND c.relname = ? [s, " + table + "]",
                List.of(
                        "relname",
                        "attname",
                        "full_type",
                        "type_schema",
                        "typname",
                        "typcategory",
                        "typtype",
                        "collname"),
                row(table, "c0", "integer", "pg_catalog", "int4", "N", "b", null));
    }

    private List<String> define(DefinitionWork work) throws SQLException {
        writer.define(work, STATEMENT, GtidSet.parse(""));
        return target.changes();
    }

    private static DefinitionWork work(List<TableChange> changes, Set<TableId> copied) {
        return new DefinitionWork(true, changes, List.of(), List.of(), List.of(), copied, Set.of(), "why");
    }

    private static List<String> history(List<String> changes) {
        return changes.stream()
                .filter(sql -> sql.contains(HISTORY))
                .map(sql ->
                        (sql.startsWith("DELETE") ? "remove " : "put ") + sql.replaceAll("(?s).*, s, (\\w)\\]", "$1"))
                .distinct()
                .toList();
    }

    /** A removal after the definition was stored would leave no definition for the rows of the table. */
    @Test
    void tablesMayExchangeTheirNames() throws SQLException {
        List<String> history = history(define(work(List.of(renamed(A, B), renamed(B, A)), Set.of())));
        assertThat(history.indexOf("remove a")).isLessThan(history.indexOf("put a"));
        assertThat(history.indexOf("remove b")).isLessThan(history.indexOf("put b"));
        assertThat(history).contains("put a", "put b");
    }

    @Test
    void removesDroppedTable() throws SQLException {
        assertThat(history(define(work(List.of(new TableChange(A, null, false)), Set.of()))))
                .containsExactly("remove a");
    }

    /** The copy stores the definition of its moment. */
    @Test
    void leavesDefinitionOfCopiedTableToItsCopy() throws SQLException {
        List<String> changes = define(work(List.of(altered(A)), Set.of(A.id())));
        assertThat(history(changes)).doesNotContain("put a");
        assertThat(changes).anyMatch(sql -> sql.startsWith("INSERT INTO gaussferry.quarantine"));
    }

    /** A quarantined table that is renamed is quarantined under its new name: its changes would be applied to old rows. */
    @Test
    void quarantineFollowsRename() throws SQLException {
        target.tables("quarantine").answer("FROM gaussferry.quarantine", row("s", "a", "it has failed"));
        List<String> changes = define(work(List.of(renamed(A, B)), Set.of()));
        assertThat(changes)
                .filteredOn(sql -> sql.contains("gaussferry.quarantine"))
                .isNotEmpty();
    }

    @Test
    void storesCollationOfDatabase() throws SQLException {
        DefinitionWork work = new DefinitionWork(
                true,
                List.of(),
                List.of(new DatabaseChange("s", "utf8mb4_bin")),
                List.of(),
                List.of(),
                Set.of(),
                Set.of(),
                "");
        assertThat(define(work))
                .anyMatch(sql -> sql.contains("gaussferry.database_history") && sql.contains("utf8mb4_bin"));
    }

    @Test
    void describesChangesByName() {
        assertThat(DefinitionWriter.versions(
                        List.of(renamed(A, B), renamed(B, C), new TableChange(null, A, false)),
                        table -> "as " + table.id().name()))
                .containsExactly(
                        new Version(A.id(), "as a", "as a"),
                        new Version(B.id(), "as b", "as b"),
                        new Version(C.id(), null, "as c"));
    }

    @Test
    void joinsStatementsToScript() {
        assertThat(DefinitionWriter.sql(List.of())).isEmpty();
        assertThat(DefinitionWriter.sql(List.of("ONE", "TWO;", "-- three"))).isEqualTo("ONE;\nTWO;\n-- three;");
    }

    /** The part of each plan that an operator may apply. */
    @Test
    void worksAccordingToPlan() {
        List<TargetStep> steps = List.of(new TargetStep("ONE"));
        DefinitionPlan follow =
                new Follow(List.of(altered(A)), List.of(), steps, List.of(), List.of("first.", "second."));
        assertThat(DefinitionWork.of(follow).note()).isEqualTo("first. second.");
        assertThat(DefinitionWork.of(follow).changesTables()).isTrue();
        DefinitionPlan copy = new CopyAgain(Set.of(A.id()), List.of(altered(A)), steps, "rows are not logged");
        assertThat(DefinitionWork.of(copy).sql())
                .containsExactly("ONE", "-- table s.a is quarantined, and copied while replication runs");
        DefinitionWork nothing = DefinitionWork.of(new Nothing("no table", List.of()));
        assertThat(nothing.changesTables()).isFalse();
        assertThat(nothing.isKnown()).isTrue();
    }

    /** Without known definitions nothing can be applied: later rows could not be read. */
    @Test
    void isUnknownIfHeldWithoutChanges() {
        assertThat(DefinitionWork.of(new Hold("why", "decide", null, List.of())).isKnown())
                .isFalse();
        assertThat(DefinitionWork.of(new Hold("why", "decide", List.of(altered(A)), List.of(new TargetStep("ONE"))))
                        .isKnown())
                .isTrue();
    }

    @Test
    void copiesAllTablesThatRemain() {
        DefinitionWork again = work(
                        List.of(altered(A), new TableChange(B, null, false), new TableChange(null, C, false)), Set.of())
                .copiedAgain("unknown rows");
        assertThat(again.copied()).containsExactly(A.id(), C.id());
        assertThat(again.steps()).isEmpty();
        assertThat(again.note()).isEqualTo("unknown rows");
    }

    @Test
    void quarantinesNothingForOperatorWhoEnsuresEquality() {
        DefinitionWork held =
                new DefinitionWork(true, List.of(), List.of(), List.of(), List.of(), Set.of(), Set.of(A.id()), "why");
        assertThat(held.withoutQuarantine().quarantined()).isEmpty();
    }
}
