package io.gaussferry.cutover.fence;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The conditions of the fence of a managed server, and the statements with which it ends sessions and disables events. */
class ManagedFenceCheckTest {

    private static final String GRANTS =
            "GRANT CREATE USER, PROCESS, EVENT, SUPER ON *.* TO `gaussferry`@`%` WITH GRANT OPTION";
    private static final List<Object> EVENT = List.of("shop", "tick", "app@%", "utf8mb4", "utf8mb4_bin");

    private final ScriptedConnection source = new ScriptedConnection()
            .answer("@@version_comment", row("8.0.33", "", "/usr/"))
            .answer("SHOW GRANTS", row(GRANTS))
            .answer("SELECT user, host FROM mysql.user", row("app", "%"), row("gaussferry", "%"))
            .answer("schemata", row("shop"), row("mysql"));

    private void require() throws SQLException {
        ManagedFenceCheck.require(source.connection(), new SourceCensus(Set.of("gaussferry"), Set.of()));
    }

    private void assertRefused(String problem, String remedy) {
        assertThatThrownBy(this::require).isInstanceOfSatisfying(GaussferryException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.FENCE_UNPROVABLE);
            assertThat(refusal.problem()).contains(problem);
            assertThat(refusal.remedy()).contains(remedy);
        });
    }

    @Test
    void acceptsServerThatItCanFence() {
        source.answer("information_schema.events", EVENT);
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    @Test
    void namesMissingPrivileges() {
        source.answer("SHOW GRANTS", row("GRANT PROCESS ON *.* TO `gaussferry`@`%`"));
        assertRefused("its account lacks CREATE USER, EVENT", "GRANT CREATE USER, EVENT ON *.*");
        assertRefused("its account can end no session of other accounts", "CONNECTION_ADMIN");
    }

    @Test
    void acceptsProcedureThatEndsSessions() {
        source.answer("SHOW GRANTS", row("GRANT CREATE USER, PROCESS, EVENT ON *.* TO `gaussferry`@`%`"));
        source.answer("routine_name", row("rds_kill"));
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    @Test
    void namesAccountsThatCannotBeLocked() {
        source.answer("mysql.global_grants", row("app", "%"));
        assertRefused("accounts with SYSTEM_USER cannot be locked: app@%", "service-accounts");
        source.answer("SHOW GRANTS", row(GRANTS), row("GRANT SYSTEM_USER ON *.* TO `gaussferry`@`%`"));
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    /** With partial revokes an event of the database would continue to run. */
    @Test
    void namesDatabasesWhoseEventsAreHidden() {
        source.answer("SHOW GRANTS", row(GRANTS), row("REVOKE EVENT ON `shop`.* FROM `gaussferry`@`%`"));
        assertRefused("cannot see the events of shop", "GRANT EVENT ON these databases");
    }

    /** MySQL would make the account of the fence the definer of an event that it alters. */
    @Test
    void namesEventsThatCannotBeRestored() {
        source.answer("information_schema.events", EVENT);
        source.answer("SHOW GRANTS", row(GRANTS.replace(", SUPER", ", CONNECTION_ADMIN")));
        assertRefused("cannot be disabled and enabled again exactly: shop.tick (definer app@%)", "SET_USER_ID");
        source.answer("SHOW GRANTS", row(GRANTS.replace(", SUPER", ", CONNECTION_ADMIN, SET_USER_ID")));
        assertThatCode(this::require).doesNotThrowAnyException();
    }

    @Test
    void namesEventWhoseDefinerIsGone() {
        source.answer("SELECT VERSION()", row("8.4.0", "", "/usr/"));
        source.answer("SHOW GRANTS", row(GRANTS.replace(", SUPER", ", CONNECTION_ADMIN, SET_ANY_DEFINER")));
        source.answer("information_schema.events", row("shop", "tick", "gone@%", "utf8mb4", "utf8mb4_bin"));
        assertRefused("shop.tick (definer gone@%)", "disable them");
    }

    @Test
    void namesWaysWithoutAccount() {
        source.answer("daemon_memcached", row("daemon_memcached"));
        assertRefused("changes reach the source without an account: the plugin daemon_memcached", "primary");
    }

    @Test
    void limitsNumberOfNames() {
        List<String> names = IntStream.range(0, 13).mapToObj(i -> "a" + i).toList();
        assertThat(ManagedFenceCheck.names(names)).endsWith("a9 and 3 more");
        assertThat(ManagedFenceCheck.names(names.subList(0, 10))).endsWith("a8, a9");
        assertThat(ManagedFenceCheck.names(List.of())).isEmpty();
    }

    /** The server stores the character set of the session that alters an event, in which its body is read. */
    @Test
    void altersEventInItsOwnCharacterSet() throws SQLException {
        EnabledEvent event =
                new EnabledEvent("sh`op", "tick", new SourceAccount("o'neil", "%"), "latin1", "latin1_swedish_ci");
        event.alter(source.connection(), false);
        assertThat(source.executed())
                .containsSubsequence(
                        "SET SESSION character_set_client = 'latin1', SESSION collation_connection = 'latin1_swedish_ci'",
                        "ALTER DEFINER = " + event.definer().quoted() + " EVENT `sh``op`.`tick` DISABLE",
                        "SET SESSION character_set_client = @gaussferry_client,"
                                + " SESSION collation_connection = @gaussferry_collation");
        event.alter(source.connection(), true);
        assertThat(source.executed()).anyMatch(sql -> sql.endsWith(" ENABLE"));
    }

    @Test
    void readsDefinerWithSeveralAtSigns() {
        assertThat(EnabledEvent.account("a@b@10.%")).isEqualTo(new SourceAccount("a@b", "10.%"));
    }

    private SessionKill kill() throws SQLException {
        return SessionKill.of(source.connection(), ManagedFenceCheck.grants(source.connection()))
                .orElseThrow();
    }

    /** The service's procedure ends sessions that a privilege of the account does not reach. */
    @Test
    void prefersProcedureOfService() throws SQLException {
        assertThat(kill()).isEqualTo(new SessionKill("KILL ", ""));
        source.answer("routine_name", row("az_kill"));
        kill().end(source.connection(), new SourceCensus.Session(7, "app", "h", false));
        assertThat(source.executed()).last().isEqualTo("CALL mysql.az_kill(7)");
    }

    @Test
    void ignoresSessionThatHasEnded() throws SQLException {
        source.fails("KILL 7", new SQLException("Unknown thread id: 7", "HY000", 1094));
        SessionKill kill = kill();
        assertThatCode(() -> kill.end(source.connection(), new SourceCensus.Session(7, "app", "h", false)))
                .doesNotThrowAnyException();
    }

    /** A session keeps the privilege SYSTEM_USER with which it logged in. */
    @Test
    void reportsSessionThatItMayNotEnd() throws SQLException {
        source.fails("KILL 7", new SQLException("You are not owner of thread 7", "HY000", 1095));
        SessionKill kill = kill();
        assertThatThrownBy(() -> kill.end(source.connection(), new SourceCensus.Session(7, "app", "h", false)))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.SOURCE_NOT_FENCED))
                .hasMessageContaining("7 (app@h)");
    }
}
