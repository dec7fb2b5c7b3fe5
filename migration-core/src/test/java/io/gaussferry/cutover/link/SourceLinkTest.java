package io.gaussferry.cutover.link;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The fence goes up on the server that replication follows: a fence on its replica would refuse no writer. */
class SourceLinkTest {

    private static final String LOCK = "gaussferry.cutover.70.p";

    private final Map<String, ScriptedConnection> servers = new HashMap<>();
    private final List<String> opened = new ArrayList<>();
    private String followed = "b";
    private final SourceLink link = new SourceLink(
            new SourceSettings("jdbc:mysql://a,b/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT),
            () -> followed,
            this::open);

    private Connection open(SourceSettings server) throws SQLException {
        String name = server.url().replaceAll(".*//(.*?)/.*", "$1");
        opened.add(name);
        ScriptedConnection connection = servers.get(name);
        if (connection == null) {
            throw new SQLException("connection refused", "08001");
        }
        return connection.connection();
    }

    private ScriptedConnection server(String name) {
        ScriptedConnection server = new ScriptedConnection()
                .answer("SELECT VERSION()", row("8.0.33"))
                .answer("@@GLOBAL.server_uuid", row(name))
                .answer("IS_USED_LOCK", row((Object) null))
                .answer("CONNECTION_ID()", row(12))
                .answer("GET_LOCK", row(1));
        servers.put(name, server);
        return server;
    }

    @Test
    void choosesServerThatReplicationFollows() throws Exception {
        ScriptedConnection other = server("a");
        ScriptedConnection right = server("b");
        link.execute("test", "none", List.of("SET 1"));
        assertThat(other.executed()).containsExactly("SELECT VERSION()", "SELECT @@GLOBAL.server_uuid", "close");
        assertThat(right.executed()).containsExactly("SELECT VERSION()", "SELECT @@GLOBAL.server_uuid", "SET 1");
        assertThat(link.server().url()).contains("//b/");
        assertThat(opened).as("one connection for all work").containsExactly("a", "b");
    }

    /** The next attempt opens another connection: MySQL would refuse further ones at some time. */
    @Test
    void closesConnectionWhoseServerIsUnknown() {
        ScriptedConnection failing = server("a").fails("@@GLOBAL.server_uuid", new SQLException("lost", "08S01"));
        assertThatThrownBy(link::server).isInstanceOf(GaussferryException.class);
        assertThat(failing.executed()).last().isEqualTo("close");
    }

    @Test
    void refusesOtherServers() {
        server("a");
        server("b");
        followed = "c";
        assertThatThrownBy(link::server)
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category()).isEqualTo(ErrorCategory.FATAL))
                .hasMessageContaining("None of the source's servers is c");
    }

    /** The server that does not answer may be the one. */
    @Test
    void retriesUnreachableServer() {
        server("a");
        assertThatThrownBy(link::server)
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY));
        server("b");
        assertThat(link.server().url()).contains("//b/");
    }

    /** The state of the session is unknown: it may hold a lock. */
    @Test
    void reopensConnectionAfterFailure() throws Exception {
        ScriptedConnection server = server("b");
        server.fails("BROKEN", new SQLException("lost", "08S01"));
        assertThatThrownBy(() -> link.execute("test", "none", List.of("BROKEN")))
                .isInstanceOf(GaussferryException.class);
        assertThat(server.executed()).last().isEqualTo("close");
        link.execute("test", "none", List.of("SET 1"));
        assertThat(opened).filteredOn("b"::equals).hasSize(2);
    }

    @Test
    void releasesLockAfterChange() throws Exception {
        ScriptedConnection server = server("b");
        new MySqlSource(link, "p").exclusively(() -> link.execute("test", "none", List.of("THE CHANGE")));
        assertThat(server.executed())
                .containsSubsequence(
                        "SELECT GET_LOCK('" + LOCK + "', 5)", "THE CHANGE", "SELECT RELEASE_LOCK('" + LOCK + "')");
    }

    /** The holder is a daemon that has lost its ownership: it might otherwise take the fence down later. */
    @Test
    void killsHolderOfLock() throws Exception {
        ScriptedConnection server = server("b").answer("IS_USED_LOCK", row(11));
        new MySqlSource(link, "p").exclusively(() -> {});
        assertThat(server.executed()).containsSubsequence("KILL 11", "SELECT GET_LOCK('" + LOCK + "', 5)");
    }

    @Test
    void doesNotKillItself() throws Exception {
        ScriptedConnection server = server("b").answer("IS_USED_LOCK", row(12));
        new MySqlSource(link, "p").exclusively(() -> {});
        assertThat(server.executed()).noneMatch(sql -> sql.startsWith("KILL"));
    }

    @Test
    void changesNothingWithoutLock() {
        server("b").answer("GET_LOCK", row(0));
        assertThatThrownBy(() -> new MySqlSource(link, "p").exclusively(() -> {
                    throw new AssertionError("without the lock");
                }))
                .hasMessageContaining("holds the cutover's lock");
    }

    @Test
    void changesNothingAgainstTheCondition() {
        ScriptedConnection server = server("b");
        MySqlSource source = new MySqlSource(link, "p", connection -> {
            throw new IllegalStateException("the target was replaced");
        });
        assertThatThrownBy(() -> source.exclusively(() -> {
                    throw new AssertionError("against the condition");
                }))
                .hasMessage("the target was replaced");
        assertThat(server.executed())
                .contains("SELECT GET_LOCK('" + LOCK + "', 5)")
                .endsWith("close");
    }

    /** The session ends, and with it the lock. */
    @Test
    void closesSessionWhenChangeFails() {
        ScriptedConnection server = server("b");
        assertThatThrownBy(() -> new MySqlSource(link, "p").exclusively(() -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(server.executed()).endsWith("close").noneMatch(sql -> sql.contains("RELEASE_LOCK"));
    }

    /** MySQL refuses longer names; the hash distinguishes pipelines with the same start. */
    @Test
    void shortensNameOfLock() throws Exception {
        ScriptedConnection server = server("b");
        String name = "p".repeat(100);
        new MySqlSource(link, name + "1").exclusively(() -> {});
        new MySqlSource(link, name + "2").exclusively(() -> {});
        List<String> locks = server.executed().stream()
                .filter(sql -> sql.contains("GET_LOCK"))
                .map(sql -> sql.replaceAll(".*'(.*)'.*", "$1"))
                .toList();
        assertThat(locks)
                .doesNotHaveDuplicates()
                .allSatisfy(lock -> assertThat(lock).hasSize(64));
    }

    @Test
    void readsNullAsEmptyString() throws SQLException {
        ScriptedConnection server = new ScriptedConnection().answer("SELECT", row("a", null), row("", 1));
        assertThat(SourceLink.rows(server.connection(), "SELECT")).containsExactly(List.of("a", ""), List.of("", "1"));
    }
}
