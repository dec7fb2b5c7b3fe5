package io.gaussferry.cutover.objects;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectCreationTest {

    private static final ObjectAction VIEW =
            new ObjectAction(Kind.VIEW, "s.v", "a view", List.of("CREATE VIEW v"), List.of("DROP VIEW v"));
    private static final ObjectAction CHECK =
            new ObjectAction(Kind.CHECK, "s.t", "a check", List.of("ADD CHECK c"), List.of("DROP CHECK c"));

    private static final ObjectAction COUNTER = new ObjectAction(
            Kind.AUTO_INCREMENT, "s.t.id", "a counter", List.of("SET COUNTER"), List.of("RESET COUNTER"));

    private final ScriptedConnection target =
            new ScriptedConnection().tables("cutover_object").answer("SELECT COALESCE(MAX(number), 0) + 1", row(1));
    private final ObjectCreation creation =
            new ObjectCreation(new CreatedObjectStore("p"), connection -> new Ownership("p", 1), this::another);
    private final List<ScriptedConnection> others = Collections.synchronizedList(new ArrayList<>());
    private final Cutover cutover = new Cutover(
            "id", new CutoverRequest("ada", "here", false, VerifyMode.CHANGED), Instant.EPOCH, null, null, null);
    private final StepControl control =
            new StepControl(Clock.systemUTC(), Sleeper.REAL, Instant.now().plusSeconds(60));

    private Connection another() {
        ScriptedConnection opened = new ScriptedConnection();
        others.add(opened);
        return opened.connection();
    }

    private int create(ObjectAction... actions) throws SQLException, InterruptedException {
        return creation.create(target.connection(), cutover, List.of(actions), control);
    }

    private int create() throws SQLException, InterruptedException {
        return create(VIEW, CHECK);
    }

    private List<String> createdAndCommitted() {
        return target.executed().stream()
                .filter(sql -> sql.matches("(?s)(CREATE|ADD|SET COUNTER).*|commit"))
                .toList();
    }

    /** Writers wait for each round trip and each commit. */
    @Test
    void createsSeveralObjectsInATransaction() throws SQLException, InterruptedException {
        assertThat(create(COUNTER, CHECK)).isEqualTo(2);
        assertThat(createdAndCommitted()).containsExactly("SET COUNTER", "ADD CHECK c", "commit");
        assertThat(target.executed())
                .filteredOn(sql -> sql.startsWith("INSERT INTO gaussferry.cutover_object"))
                .satisfiesExactly(
                        sql -> assertThat(sql).contains("[p, id, 1, AUTO_INCREMENT"),
                        sql -> assertThat(sql).contains("[p, id, 2, CHECK"));
    }

    @Test
    void readsResultOfStatementThatHasOne() throws SQLException, InterruptedException {
        ObjectAction sequence = new ObjectAction(
                Kind.AUTO_INCREMENT, "s.t.id", "a counter", List.of("SELECT setval('q', 4)"), List.of());
        assertThat(create(COUNTER, sequence, CHECK)).isEqualTo(3);
        assertThat(target.executed())
                .containsSubsequence("SET COUNTER", "SELECT setval('q', 4)", "ADD CHECK c", "commit");
    }

    /** Its statements set parameters for the rest of the transaction. */
    @Test
    void createsEachObjectOfApplicationInATransaction() throws SQLException, InterruptedException {
        assertThat(create(COUNTER, VIEW, CHECK)).isEqualTo(3);
        assertThat(createdAndCommitted())
                .containsExactly("SET COUNTER", "commit", "CREATE VIEW v", "commit", "ADD CHECK c", "commit");
    }

    @Test
    void limitsObjectsOfATransaction() throws SQLException, InterruptedException {
        assertThat(create(Collections.nCopies(101, COUNTER).toArray(ObjectAction[]::new)))
                .isEqualTo(101);
        assertThat(createdAndCommitted().stream().filter("commit"::equals)).hasSize(3);
    }

    @Test
    void createsOtherObjectsOfTransactionThatFails() throws SQLException, InterruptedException {
        target.fails("ADD CHECK c", new SQLException("refused", "23514"));
        assertThat(create(COUNTER, CHECK)).isEqualTo(1);
        assertThat(createdAndCommitted()).containsExactly("SET COUNTER", "commit");
    }

    @Test
    void createsNothingAloneIfConnectionIsLost() {
        target.fails("ADD CHECK c", new SQLException("lost", "08006"));
        assertThatThrownBy(() -> create(COUNTER, CHECK)).hasMessage("lost");
        assertThat(createdAndCommitted()).isEmpty();
    }

    /** The connection was lost after the first object was created: it exists, whatever the answer was. */
    @Test
    void doesNotCreateAgainAfterBrokenConnection() throws SQLException, InterruptedException {
        target.answer(
                "FROM gaussferry.cutover_object",
                row(1, "VIEW", "s.v", "a view", "CREATE VIEW v", "DROP VIEW v ", "CREATED"));
        assertThat(create()).isEqualTo(2);
        assertThat(target.executed()).contains("ADD CHECK c").doesNotContain("CREATE VIEW v");
    }

    @Test
    void createsAgainWhatWasUndone() throws SQLException, InterruptedException {
        target.answer(
                "FROM gaussferry.cutover_object",
                row(1, "VIEW", "s.v", "a view", "CREATE VIEW v", "DROP VIEW v ", "UNDONE"));
        assertThat(create()).isEqualTo(2);
        assertThat(target.executed()).contains("CREATE VIEW v");
    }

    @Test
    void doesWithoutRefusedCheck() throws SQLException, InterruptedException {
        target.fails("ADD CHECK c", new SQLException("refused", "23514"));
        assertThat(create()).isEqualTo(1);
        assertThat(target.executed()).endsWith("rollback");
    }

    @Test
    void reportsRefusedObject() {
        target.fails("CREATE VIEW v", new SQLException("refused", "42P01"));
        assertThatThrownBy(this::create).hasMessageContaining("The target refused VIEW of s.v");
    }

    /** Writers wait for the target's processor, which has several cores. */
    @Test
    void altersManyTablesInSeveralSessions() throws SQLException, InterruptedException {
        int tables = 400;
        ObjectAction[] counters = IntStream.range(0, tables)
                .mapToObj(i -> new ObjectAction(
                        Kind.AUTO_INCREMENT,
                        "s.t" + i + ".id",
                        "a counter",
                        List.of("ALTER TABLE \"s\".\"t" + i + "\" AUTO_INCREMENT = 4"),
                        List.of()))
                .toArray(ObjectAction[]::new);
        assertThat(create(counters)).isEqualTo(tables);
        List<String> executed = new ArrayList<>(target.executed());
        others.forEach(other -> executed.addAll(other.executed()));
        assertThat(others).hasSizeLessThan(TargetWorkers.SESSIONS);
        assertThat(executed.stream().filter(sql -> sql.startsWith("ALTER TABLE")))
                .hasSize(tables)
                .doesNotHaveDuplicates();
        assertThat(executed.stream()
                        .filter(sql -> sql.startsWith("INSERT INTO gaussferry.cutover_object"))
                        .map(sql -> sql.replaceAll(".*\\[p, id, (\\d+),.*", "$1")))
                .hasSize(tables)
                .doesNotHaveDuplicates();
    }
}
