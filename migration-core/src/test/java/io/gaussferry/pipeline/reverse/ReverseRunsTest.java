package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.ReverseRunStore.Run;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The target's server has the name of its last run, and MySQL that of the last run that may have written to it. */
class ReverseRunsTest {

    private final ReverseRuns runs = new ReverseRuns("p");
    private final ScriptedConnection target = new ScriptedConnection().tables("reverse_run");
    private final ScriptedConnection mysql = new ScriptedConnection()
            .answer("table_name = ? [reverse_run]", row(1))
            .answer("table_name = ? [fence]", row(1));

    private void targetHas(String name, String before) {
        target.answer("FROM gaussferry.reverse_run", row(name, before + " "));
    }

    private void mysqlHas(String name) {
        mysql.answer("FROM gaussferry.reverse_run", row(name));
    }

    private void require() throws SQLException {
        runs.require(target.connection(), mysql.connection());
    }

    @Test
    void acceptsServerOfTheLastRun() {
        targetHas("two", "one");
        mysqlHas("two");
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    /** The name was stored on the target, and the daemon ended before MySQL had it: no change was read. */
    @Test
    void acceptsInterruptedStart() {
        targetHas("three", "two");
        mysqlHas("two");
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    /** Another server became the primary, and MySQL has followed that. */
    @Test
    void refusesServerThatWasReplaced() {
        targetHas("two", "one");
        mysqlHas("three");
        assertThatThrownBy(this::require)
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TARGET_OUTDATED));
    }

    /** An earlier version has armed reverse replication. */
    @Test
    void acceptsAnyServerIfMySqlHasNoName() {
        assertThatCode(this::require).doesNotThrowAnyException();
        targetHas("two", "one");
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    /** It was replaced before the cutover, which has fenced MySQL. */
    @Test
    void refusesServerFromBeforeTheCutover() {
        mysqlHas("one");
        target.answer("FROM gaussferry.cutover", row("earlier attempt"));
        mysql.answer("FROM gaussferry.fence WHERE pipeline = ? AND cutover <> ? [p, earlier attempt]", row(1));
        assertThatThrownBy(this::require).hasMessageContaining("it was replaced as primary before");
    }

    @Test
    void acceptsNewTargetOfAnotherMigration() {
        mysqlHas("one");
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    /** A run on another server has started meanwhile. */
    @Test
    void recordsRunOnlyAfterTheOneBefore() throws SQLException {
        runs.record(mysql.connection(), new Run("two", "one"));
        assertThat(mysql.changes())
                .containsExactly(
                        "UPDATE gaussferry.reverse_run SET name = ? WHERE pipeline = ? AND name = ? [two, p, one]");
        mysql.updates("UPDATE gaussferry.reverse_run", 0);
        assertThatThrownBy(() -> runs.record(mysql.connection(), new Run("two", "one")))
                .hasMessageContaining("Another run");
    }
}
