package io.gaussferry.cutover.step;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ConfirmedServerTest {

    private final ScriptedConnection target = new ScriptedConnection();
    private final ConfirmedServer server = new ConfirmedServer();

    private void serverStarted(long micros) {
        target.answer("pg_postmaster_start_time", row(micros));
    }

    @Test
    void acceptsAnyServerBeforeTheFirstConfirmation() {
        serverStarted(1);
        assertThatCode(() -> server.require(target.connection())).doesNotThrowAnyException();
    }

    @Test
    void requiresTheConfirmedServer() throws SQLException {
        serverStarted(1);
        server.confirm(target.connection());
        assertThatCode(() -> server.require(target.connection())).doesNotThrowAnyException();
        serverStarted(2);
        assertThatThrownBy(() -> server.require(target.connection())).hasMessageContaining("another server");
    }
}
