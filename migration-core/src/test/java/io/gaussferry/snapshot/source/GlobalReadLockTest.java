package io.gaussferry.snapshot.source;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All writers of the source wait while the lock is held: whatever happens, the session must release it and end its short limits. */
class GlobalReadLockTest {

    private static final String FLUSH = "FLUSH TABLES WITH READ LOCK";
    private static final String UNLOCK = "UNLOCK TABLES";
    private static final String SHORT_LIMITS = "SET SESSION lock_wait_timeout = 1, SESSION wait_timeout = 3";

    private final ScriptedConnection source = new ScriptedConnection();
    private final GlobalReadLock lock = new GlobalReadLock(source.connection(), Duration.ZERO);

    @Test
    void holdsLockDuringWork() throws Exception {
        assertThat(lock.hold(this::statements).orElseThrow())
                .as("before the work")
                .endsWith(SHORT_LIMITS, FLUSH)
                .doesNotContain(UNLOCK);
        assertReleased();
    }

    @Test
    void releasesLockIfWorkFails() {
        SQLException failure = new SQLException("the work failed", "42000");
        assertThatThrownBy(() -> lock.hold(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertReleased();
    }

    /** The timer may expire while the server grants the lock: the driver then reports a timeout, but the session has the lock. */
    @Test
    void releasesLockThatWasGrantedAtTimeout() throws Exception {
        source.fails(FLUSH, new SQLTimeoutException("Statement cancelled due to timeout"));
        assertThat(lock.hold(this::statements)).isEmpty();
        assertReleased();
    }

    @Test
    void returnsNothingIfOtherSessionHoldsTables() throws Exception {
        source.fails(FLUSH, new SQLException("Lock wait timeout exceeded", "HY000", 1205));
        assertThat(lock.hold(this::statements)).isEmpty();
        assertReleased();
        assertThat(lock.obstacle()).contains("no blocking session is visible");
    }

    /** The caller may continue to use the connection, which the server would end after three idle seconds. */
    @Test
    void endsLimitsIfAccountLacksPrivilege() {
        SQLException denied = new SQLException("Access denied; you need RELOAD", "42000", 1227);
        source.fails(FLUSH, denied);
        assertThatThrownBy(() -> lock.hold(this::statements)).isSameAs(denied);
        assertReleased();
    }

    /** Writers would wait behind that statement, too. */
    @Test
    void doesNotRequestLockWhileStatementRuns() throws Exception {
        source.answer("information_schema.processlist", row(7, "report", 90, "Sending data"));
        assertThat(lock.hold(this::statements)).isEmpty();
        assertThat(source.executed()).doesNotContain(FLUSH);
        assertThat(lock.obstacle()).isEqualTo("session 7 of report has been running for 90 s (Sending data)");
    }

    private List<String> statements() {
        return source.executed();
    }

    private void assertReleased() {
        List<String> executed = source.executed();
        assertThat(executed.lastIndexOf(UNLOCK)).isGreaterThan(executed.lastIndexOf(FLUSH));
        assertThat(executed).last().asString().contains("SESSION wait_timeout = DEFAULT");
    }
}
