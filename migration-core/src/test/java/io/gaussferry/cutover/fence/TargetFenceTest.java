package io.gaussferry.cutover.fence;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.link.ScriptedTarget;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fence on the target is raised and lowered by its function: no moment may be left in which a writer is forgotten. */
class TargetFenceTest {

    private static final FenceOwner OWNER = new FenceOwner("shop", "c1");
    private static final TableId A = new TableId("s", "a");
    private static final TableId B = new TableId("s", "b");
    private static final String FUNCTION = "CREATE OR REPLACE FUNCTION gaussferry." + TargetFence.function("shop");
    private static final String TRIGGER = TargetFence.trigger("shop");
    private static final String WRITERS = "pg_catalog.pg_locks";
    private static final String COMPLETE = "t.tgenabled = 'A' GROUP BY";
    private static final String EXISTING = "c.relkind IN ('r', 'p')";

    private final ScriptedConnection target = new ScriptedConnection()
            .answer("SELECT session_user", row("gf'erry"))
            .answer(EXISTING, row("s", "a"), row("s", "b"));
    private final TargetLink link = ScriptedTarget.link(target);
    private final TargetFence fence =
            new TargetFence("shop", link, connection -> new Ownership("shop", 7), () -> List.of(A, B));

    private void triggersExist() {
        target.answer(COMPLETE, row("s", "a"), row("s", "b"));
    }

    private void comment(String comment) {
        target.answer("SELECT d.description", row(comment));
    }

    private List<String> functions() {
        return target.executed().stream()
                .filter(sql -> sql.startsWith(FUNCTION))
                .toList();
    }

    @Test
    void createsTriggersWhileTheFunctionAdmitsAll() throws InterruptedException {
        fence.prepare();
        assertThat(functions()).singleElement().asString().doesNotContain("RAISE EXCEPTION");
        assertThat(target.executed())
                .containsSubsequence(
                        functions().get(0),
                        "LOCK TABLE \"s\".\"a\", \"s\".\"b\" IN ACCESS EXCLUSIVE MODE NOWAIT",
                        "CREATE TRIGGER " + TRIGGER
                                + " BEFORE INSERT OR UPDATE OR DELETE ON \"s\".\"a\" FOR EACH STATEMENT"
                                + " EXECUTE PROCEDURE gaussferry." + TargetFence.function("shop") + "()",
                        "ALTER TABLE \"s\".\"a\" ENABLE ALWAYS TRIGGER " + TRIGGER,
                        "CREATE TRIGGER " + TRIGGER + "_truncate BEFORE TRUNCATE ON \"s\".\"a\" FOR EACH STATEMENT"
                                + " EXECUTE PROCEDURE gaussferry." + TargetFence.function("shop") + "()");
    }

    /** A prepared fence needs no lock when it is raised: no transaction could make writers wait then. */
    @Test
    void raisesPreparedFenceWithoutLock() throws InterruptedException {
        triggersExist();
        fence.raise(OWNER);
        assertThat(target.executed()).noneMatch(sql -> sql.startsWith("LOCK TABLE"));
        assertThat(functions())
                .last()
                .asString()
                .contains("session_user::TEXT <> 'gf''erry' OR current_setting('application_name') <> 'gaussferry'")
                .contains("RAISE EXCEPTION 'Gaussferry has returned the writers to MySQL");
        assertThat(target.executed()).anyMatch(sql -> sql.endsWith("IS 'pipeline shop, cutover c1'"));
    }

    /** Two tables in use: each is waited for alone, so that the fence holds no lock while it waits for another. */
    @Test
    void locksTablesInUseOneByOne() throws InterruptedException {
        target.failsOnce("NOWAIT", new SQLException("could not obtain lock", "55P03"));
        fence.prepare();
        assertThat(target.executed())
                .containsSubsequence(
                        "LOCK TABLE \"s\".\"a\", \"s\".\"b\" IN ACCESS EXCLUSIVE MODE NOWAIT",
                        "ROLLBACK TO SAVEPOINT gaussferry_unlocked",
                        "commit",
                        "LOCK TABLE \"s\".\"a\" IN ACCESS EXCLUSIVE MODE",
                        "commit",
                        "LOCK TABLE \"s\".\"b\" IN ACCESS EXCLUSIVE MODE",
                        "commit");
    }

    @Test
    void leavesMissingTablesOut() throws InterruptedException {
        target.answer(EXISTING, row("s", "b"));
        fence.prepare();
        assertThat(target.executed()).contains("LOCK TABLE \"s\".\"b\" IN ACCESS EXCLUSIVE MODE NOWAIT");
    }

    /** A transaction that has written before it could commit after the comparison. */
    @Test
    void waitsForOpenWriters() throws InterruptedException {
        triggersExist();
        target.answer(WRITERS, row("3/7", 100), row("3/8", 0));
        target.onStatement(WRITERS, () -> target.answer(WRITERS, row("3/9", 100)));
        fence.raise(OWNER);
        assertThat(target.executed()).filteredOn(sql -> sql.contains(WRITERS)).hasSize(2);
        assertThat(functions()).last().asString().contains("RAISE EXCEPTION");
    }

    @Test
    void namesWritersThatDoNotEnd() {
        target.answer(WRITERS, row("3/7", 100));
        assertThatThrownBy(() -> new OpenWriters(link, TRIGGER).await(Duration.ofMillis(20)))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TARGET_WRITERS_OPEN))
                .hasMessageContaining("their pids: [100]");
    }

    /** Without success no application may remain refused. */
    @Test
    void admitsWritersAgainIfItFails() {
        triggersExist();
        target.answer("pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE", row(1));
        target.fails(WRITERS, new SQLException("permission denied", "42501"));
        assertThatThrownBy(() -> fence.raise(OWNER)).isInstanceOf(GaussferryException.class);
        assertThat(functions()).last().asString().doesNotContain("RAISE EXCEPTION");
        assertThat(target.executed()).anyMatch(sql -> sql.endsWith("IS 'lowered'"));
    }

    @Test
    void admitsWritersAgainIfItIsInterrupted() {
        triggersExist();
        target.answer("pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE", row(1));
        target.answer(WRITERS, row("3/7", 100));
        target.onStatement(WRITERS, () -> Thread.currentThread().interrupt());
        assertThatThrownBy(() -> fence.raise(OWNER)).isInstanceOf(InterruptedException.class);
        assertThat(functions()).last().asString().doesNotContain("RAISE EXCEPTION");
    }

    @Test
    void raisesBeforeSwitchWithItsOwnMark() throws InterruptedException {
        triggersExist();
        comment("lowered");
        fence.raiseBeforeSwitch(OWNER, List.of(A, B));
        assertThat(target.executed())
                .anyMatch(sql -> sql.endsWith("IS 'pipeline shop, cutover c1, before the switch'"));
        assertThat(functions()).last().asString().contains("prepares the switch");
    }

    /** The fence of a return covers the tables still; its mark shows that only a switch may lower it. */
    @Test
    void leavesRaisedFenceAsItIs() throws InterruptedException {
        triggersExist();
        comment("pipeline shop, cutover c0");
        fence.raiseBeforeSwitch(OWNER, List.of(A, B));
        assertThat(functions()).isEmpty();
        assertThat(target.executed()).as("writers from before a crash").anyMatch(sql -> sql.contains(WRITERS));
    }

    @Test
    void raisesFenceThatLacksATable() throws InterruptedException {
        target.answer(COMPLETE, row("s", "a"));
        comment("pipeline shop, cutover c0");
        fence.raiseBeforeSwitch(OWNER, List.of(A, B));
        assertThat(functions()).last().asString().contains("RAISE EXCEPTION");
    }

    @Test
    void lowersOnlyItsOwnFenceBeforeSwitch() throws InterruptedException {
        comment("pipeline shop, cutover c0, before the switch");
        fence.lowerBeforeSwitch(OWNER);
        comment("pipeline shop, cutover c1");
        fence.lowerBeforeSwitch(OWNER);
        assertThat(target.executed()).noneMatch(sql -> sql.startsWith("DROP FUNCTION"));
        comment("pipeline shop, cutover c1, before the switch");
        fence.lowerBeforeSwitch(OWNER);
        assertThat(target.executed()).anyMatch(sql -> sql.startsWith("DROP FUNCTION"));
    }

    /** Writers are admitted at once; a table in use keeps a trigger without effect. */
    @Test
    void lowersWithoutWaitingForTablesInUse() throws InterruptedException {
        target.answer("pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE", row(1));
        target.answer("HAVING COUNT(*) >= ?", row("s", "a"), row("s", "b"));
        target.fails("\"s\".\"b\" IN ACCESS", new SQLException("could not obtain lock", "55P03"));
        fence.lower();
        assertThat(functions()).singleElement().asString().doesNotContain("RAISE EXCEPTION");
        assertThat(target.executed())
                .contains("DROP TRIGGER IF EXISTS " + TRIGGER + " ON \"s\".\"a\"")
                .noneMatch(sql -> sql.startsWith("DROP TRIGGER") && sql.endsWith("\"s\".\"b\""))
                .as("triggers would fail without their function")
                .noneMatch(sql -> sql.startsWith("DROP FUNCTION"));
    }

    @Test
    void fencesOfPipelinesHaveDifferentNames() {
        assertThat(TargetFence.trigger("shop")).isNotEqualTo(TargetFence.trigger("Shop"));
        assertThat(TargetFence.trigger("a".repeat(255)).length()).isLessThan(63 - "_truncate".length());
    }
}
