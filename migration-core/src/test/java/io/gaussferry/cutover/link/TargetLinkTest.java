package io.gaussferry.cutover.link;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lost connection costs no attempt of a cutover if no transaction was running over it. */
class TargetLinkTest {

    private static final SQLException LOST = new SQLException("terminating connection", "57P01");

    private final ScriptedConnection former = new ScriptedConnection().answer("SELECT step", row("FENCE"));
    private final ScriptedConnection next = new ScriptedConnection().answer("SELECT step", row("DRAIN"));
    private final Deque<ScriptedConnection> connections = new ArrayDeque<>(List.of(former, next));
    private final TargetLink link = new TargetLink(
            new TargetSettings(
                    "jdbc:opengauss://127.0.0.1:1/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1)),
            ScriptedTarget.opening(() -> connections.remove().connection()));

    private String step() throws InterruptedException {
        return link.read(
                "read the step",
                connection -> Sql.first(connection, row -> row.getString(1), "SELECT step")
                        .orElseThrow());
    }

    @Test
    void replacesConnectionThatWasLostBetweenTransactions() throws Exception {
        assertThat(step()).isEqualTo("FENCE");
        former.fails("SET TRANSACTION", LOST);
        assertThat(step()).isEqualTo("DRAIN");
        assertThat(former.executed()).last().isEqualTo("close");
        assertThat(next.executed()).containsExactly("SET TRANSACTION READ ONLY", "SELECT step", "commit");
    }

    /** Its work may have been done: the caller looks. */
    @Test
    void doesNotRepeatWork() throws Exception {
        assertThat(step()).isEqualTo("FENCE");
        former.fails("SELECT step", LOST);
        assertThatThrownBy(this::step).isInstanceOf(GaussferryException.class);
        assertThat(next.executed()).isEmpty();
        assertThat(step()).isEqualTo("DRAIN");
    }

    /** A server that ends every session is retried by the caller, with a delay. */
    @Test
    void doesNotReplaceNewConnection() {
        former.fails("SET TRANSACTION", LOST);
        assertThatThrownBy(this::step).isInstanceOf(GaussferryException.class);
        assertThat(next.executed()).isEmpty();
    }

    @Test
    void doesNotReplaceConnectionAfterOtherFailures() throws Exception {
        assertThat(step()).isEqualTo("FENCE");
        former.fails("SET TRANSACTION", new SQLException("out of memory", "53200"));
        assertThatThrownBy(this::step).isInstanceOf(GaussferryException.class);
        assertThat(next.executed()).isEmpty();
    }
}
