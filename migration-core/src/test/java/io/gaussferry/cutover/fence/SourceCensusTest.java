package io.gaussferry.cutover.fence;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.fence.SourceCensus.Session;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who could write to the source: everybody counts unless it is proven that they cannot. */
class SourceCensusTest {

    private static final SourceAccount APP = new SourceAccount("app", "%");
    private static final SourceAccount REPLICA = new SourceAccount("replica", "10.%");
    private static final Set<String> TRUSTED = Set.of("gaussferry", "rdsadmin");
    private static final String UNLOCKED = "account_locked = 'N' ORDER BY";
    private static final String CANDIDATES = "'Y' IN (repl_slave_priv";
    private static final String SESSIONS = "SELECT id, user, host, command FROM information_schema.processlist";

    private final ScriptedConnection source =
            new ScriptedConnection().answer("@@version_comment", row("8.0.33", "", "/usr/"));
    private final SourceCensus census = new SourceCensus(Set.of("gaussferry"), Set.of("dba"));

    private void grants(SourceAccount account, String... grants) {
        answer("SHOW GRANTS FOR " + account.quoted(), Stream.of(grants).map(ScriptedConnection::row));
    }

    private void everyone(SourceAccount... accounts) {
        accounts("SELECT user, host FROM mysql.user", accounts);
    }

    private void candidates(SourceAccount... accounts) {
        accounts(CANDIDATES, accounts);
    }

    private void accounts(String query, SourceAccount... accounts) {
        answer(query, Stream.of(accounts).map(account -> row(account.user(), account.host())));
    }

    private void answer(String part, Stream<List<@Nullable Object>> rows) {
        source.answer(part, rows.toArray(List[]::new));
    }

    @Test
    void trustsOwnConfiguredAndServiceAccounts() throws SQLException {
        assertThat(census.trusted(source.connection())).containsExactlyInAnyOrder("gaussferry", "dba");
        source.answer("@@version_comment", row("8.0.33", "", "/rdsdbbin/mysql"));
        assertThat(census.trusted(source.connection())).contains("gaussferry", "dba", "rdsadmin");
    }

    @Test
    void locksEveryAccountThatIsNotTrusted() throws SQLException {
        source.answer(UNLOCKED, row("app", "%"), row("gaussferry", "%"), row("rdsadmin", "localhost"), row("", "%"));
        assertThat(census.unlocked(source.connection(), TRUSTED)).containsExactly(APP, new SourceAccount("", "%"));
    }

    /** A replica that cannot write must not be disconnected. */
    @Test
    void leavesProvenReplicaAlone() throws SQLException {
        everyone(APP, REPLICA);
        candidates(REPLICA);
        source.answer(UNLOCKED, row("app", "%"), row("replica", "10.%"));
        grants(REPLICA, "GRANT REPLICATION SLAVE ON *.* TO `replica`@`10.%`");
        assertThat(census.unlocked(source.connection(), TRUSTED)).containsExactly(APP);
    }

    @Test
    void locksReplicaThatMayWriteSomewhere() throws SQLException {
        everyone(REPLICA);
        candidates(REPLICA);
        source.answer(UNLOCKED, row("replica", "10.%"));
        grants(
                REPLICA,
                "GRANT REPLICATION SLAVE ON *.* TO `replica`@`10.%`",
                "GRANT INSERT ON `shop`.* TO `replica`@`10.%`");
        assertThat(census.unlocked(source.connection(), TRUSTED)).containsExactly(REPLICA);
    }

    /** A session shows its user name only: another account of the name may write. */
    @Test
    void locksReplicaThatSharesItsName() throws SQLException {
        everyone(REPLICA, new SourceAccount("replica", "localhost"));
        candidates(REPLICA);
        grants(REPLICA, "GRANT REPLICATION SLAVE ON *.* TO `replica`@`10.%`");
        assertThat(census.harmless(source.connection())).isEmpty();
    }

    /** Privileges of the anonymous user and mandatory roles apply to all accounts, and are in no output of SHOW GRANTS. */
    @Test
    void provesNothingIfPrivilegesApplyToEverybody() throws SQLException {
        everyone(REPLICA);
        candidates(REPLICA);
        grants(REPLICA, "GRANT REPLICATION SLAVE ON *.* TO `replica`@`10.%`");
        assertThat(census.harmless(source.connection())).containsExactly(REPLICA);
        source.answer("FROM mysql.db WHERE user = ''", row(1));
        assertThat(census.harmless(source.connection())).isEmpty();
    }

    /** Only an account with SYSTEM_USER may lock another one, whether it has the privilege by itself or by a role of a role. */
    @Test
    void followsRolesToSystemUsers() throws SQLException {
        source.answer("mysql.global_grants", row("admin_role", "%"));
        source.answer(
                "mysql.role_edges",
                row("team", "%", "ada", "%"),
                row("admin_role", "%", "team", "%"),
                row("reader", "%", "bob", "%"),
                row("ada", "%", "admin_role", "%"));
        assertThat(SourceCensus.systemUsers(source.connection()))
                .containsExactlyInAnyOrder(
                        new SourceAccount("admin_role", "%"),
                        new SourceAccount("team", "%"),
                        new SourceAccount("ada", "%"));
    }

    @Test
    void knowsNoSystemUsersBefore8() throws SQLException {
        source.answer("SELECT VERSION()", row("5.7.44"));
        assertThat(SourceCensus.systemUsers(source.connection())).isEmpty();
        assertThat(source.executed()).noneMatch(sql -> sql.contains("role_edges"));
    }

    /**
     * A session that is logging in has passed the lock of its account if it is older than the newest one. The server shows the user name before it
     * refuses a locked account, so a refused login must not count as an open session.
     */
    @Test
    void findsSessionsThatCouldWrite() throws SQLException {
        source.answer(
                SESSIONS,
                row(1, "event_scheduler", "localhost", "Daemon"),
                row(2, "system user", "", "Connect"),
                row(3, "app", "10.0.0.1:5000", "Sleep"),
                row(4, "gaussferry", "10.0.0.2:5000", "Query"),
                row(5, "replica", "10.0.0.3:5000", "Binlog Dump GTID"),
                row(6, "unauthenticated user", "10.0.0.4:5000", "Connect"),
                row(7, "app", "10.0.0.6:5000", "Connect"),
                row(9, "unauthenticated user", "10.0.0.5:5000", "Connect"),
                row(10, "app", "10.0.0.7:5000", "Connect"));
        assertThat(census.sessions(source.connection(), TRUSTED, List.of(REPLICA), 8))
                .containsExactly(
                        new Session(3, "app", "10.0.0.1:5000", false),
                        new Session(6, "unauthenticated user", "10.0.0.4:5000", true),
                        new Session(7, "app", "10.0.0.6:5000", true));
        assertThat(census.sessions(source.connection(), TRUSTED, List.of(REPLICA), 0))
                .containsExactly(new Session(3, "app", "10.0.0.1:5000", false));
    }

    /** A session leaves the list before its transaction has ended. */
    @Test
    void findsTransactionsWithoutSession() throws SQLException {
        source.answer("innodb_trx", row("11", "app"), row("12", "gaussferry"), row("13", null));
        assertThat(census.transactions(source.connection(), TRUSTED)).containsExactly("11", "13");
    }

    /** Gaussferry's own account creates no events: one with it as the definer is another session's. */
    @Test
    void disablesEventsOfAllAccountsButTheService() throws SQLException {
        source.answer(
                "information_schema.events",
                row("shop", "a", "app@%", "utf8mb4", "utf8mb4_bin"),
                row("shop", "b", "gaussferry@%", "utf8mb4", "utf8mb4_bin"),
                row("mysql", "c", "rdsadmin@localhost", "utf8mb4", "utf8mb4_bin"));
        assertThat(census.events(source.connection(), TRUSTED))
                .extracting(EnabledEvent::name)
                .containsExactly("a", "b");
    }

    @Test
    void namesWaysWithoutAccount() throws SQLException {
        assertThat(SourceCensus.otherWays(source.connection())).isEmpty();
        source.answer("replication_applier_status", row("from_oracle"));
        source.answer("replication_group_members", row("db2:3306"));
        source.answer("daemon_memcached", row("daemon_memcached"));
        assertThat(SourceCensus.otherWays(source.connection()))
                .containsExactly(
                        "the replication channel \"from_oracle\"",
                        "the group member db2:3306",
                        "the plugin daemon_memcached");
    }

    @Test
    void namesAccountsThatAreTrustedAsTheServices() throws SQLException {
        source.answer("account_locked = 'N'", row("dba", "%"), row("app", "%"), row("gaussferry", "%"));
        assertThat(census.serviceAccounts(source.connection())).containsExactly("dba@%");
    }
}
