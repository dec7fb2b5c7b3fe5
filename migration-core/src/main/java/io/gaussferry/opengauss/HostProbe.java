package io.gaussferry.opengauss;

import io.gaussferry.error.Redaction;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.TargetHost;
import io.gaussferry.target.cluster.TargetUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.opengauss.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks servers of a target for their roles. Each question has a time limit: a frozen server accepts connections. Thread-safe. */
final class HostProbe {

    private static final Logger LOG = LoggerFactory.getLogger(HostProbe.class);

    /** Time for a connection, and for each answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** A replication connection of openGauss opens within milliseconds, or hangs. */
    private static final int TERM_ATTEMPTS = 3;

    /** SQLSTATE of a server that starts or ends. */
    private static final String CANNOT_CONNECT_NOW = "57P03";

    private final TargetUrl url;
    private final String user;
    private final String password;

    HostProbe(TargetUrl url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    /** Opens a connection for questions. */
    Connection open(TargetHost host) throws SQLException {
        return connect(host, properties());
    }

    private Connection connect(TargetHost host, Properties properties) throws SQLException {
        Connection opened = new Driver().connect(url.of(host), properties);
        if (opened == null) {
            throw new SQLException("not a URL of this driver");
        }
        return opened;
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "gaussferry");
        properties.setProperty("loggerLevel", "OFF");
        properties.setProperty("loginTimeout", String.valueOf(TIMEOUT.toSeconds()));
        properties.setProperty("connectTimeout", String.valueOf(TIMEOUT.toSeconds()));
        properties.setProperty("socketTimeout", String.valueOf(TIMEOUT.toSeconds()));
        return properties;
    }

    /**
     * The result of a question.
     *
     * @param refusal the server's refusal of the account or of the database; empty if it accepted both, or did not answer
     */
    record Reply(HostState state, Optional<SQLException> refusal) {

        /** Returns whether the server cannot be asked for its role. */
        boolean isUnreachable() {
            return state.role() == HostRole.UNREACHABLE;
        }
    }

    /** Returns the replies of several hosts, which are asked at the same time. */
    List<Reply> replies(Collection<TargetHost> hosts) {
        ExecutorService threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "target-probe");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Callable<Reply>> questions = new ArrayList<>();
            hosts.forEach(host -> questions.add(() -> reply(host)));
            List<Reply> replies = new ArrayList<>();
            for (Future<Reply> answer : threads.invokeAll(questions)) {
                replies.add(answer.get());
            }
            return replies;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return hosts.stream()
                    .map(host -> new Reply(new HostState(host, HostRole.UNREACHABLE, "interrupted"), Optional.empty()))
                    .toList();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private Reply reply(TargetHost host) {
        try (Connection opened = open(host)) {
            return new Reply(state(host, opened), Optional.empty());
        } catch (SQLException e) {
            return new Reply(failed(host, e), Optional.of(e).filter(HostProbe::isRefusal));
        }
    }

    /** Returns whether a server rejects the account (class 28) or the database (3D000): it answers, and would reject a retry. */
    private static boolean isRefusal(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("28") || state.equals("3D000");
    }

    /**
     * Returns the state of a host that a question has failed at. A server that starts or ends answers that it takes no sessions: connections
     * to it have to be left, because an orderly end waits until a reader of its log has confirmed everything, which has no changes to wait for.
     */
    static HostState failed(TargetHost host, SQLException failure) {
        HostState unreachable = unreachable(host, failure);
        return CANNOT_CONNECT_NOW.equals(failure.getSQLState())
                ? new HostState(host, HostRole.CHANGING, unreachable.detail())
                : unreachable;
    }

    /** Returns the state of a host that failed to answer. */
    static HostState unreachable(TargetHost host, SQLException failure) {
        return new HostState(host, HostRole.UNREACHABLE, Redaction.of(String.valueOf(failure.getMessage())));
    }

    /** Returns the state of a host, by an open connection. */
    HostState state(TargetHost host, Connection opened) throws SQLException {
        return state(host, opened, dialect(opened));
    }

    /**
     * Returns the dialect of a server. On a promoted primary whose commits wait for a missing standby even a query waits if
     * it has cleaned a page: the session must not wait for standbys.
     */
    static TargetDialect dialect(Connection opened) throws SQLException {
        Sql.execute(opened, "SET synchronous_commit = off");
        return TargetProducts.detect(opened);
    }

    /** Returns the state of a host of a known product, by an open connection. */
    static HostState state(TargetHost host, Connection opened, TargetDialect dialect) throws SQLException {
        try (Statement statement = opened.createStatement();
                ResultSet row = statement.executeQuery(dialect.cluster().roleQuery())) {
            if (!row.next()) {
                return new HostState(host, HostRole.CHANGING, "no role yet");
            }
            HostRole role =
                    row.getBoolean(1) ? HostRole.PRIMARY : row.getBoolean(2) ? HostRole.STANDBY : HostRole.CHANGING;
            return new HostState(host, role, String.valueOf(row.getString(3)));
        } finally {
            if (!opened.getAutoCommit()) {
                opened.rollback();
            }
        }
    }

    /** Returns the state with the host's term, if it has one and the account may ask for it. */
    HostState withTerm(HostState state) {
        SQLException last = null;
        for (int attempt = 0; attempt < TERM_ATTEMPTS; attempt++) {
            try {
                return term(state.host()).map(state::withTerm).orElse(state);
            } catch (SQLException e) {
                last = e;
            }
        }
        LOG.debug("Cannot read the term of {}: {}", state.host(), last == null ? "" : last.getMessage());
        return state;
    }

    private Optional<Long> term(TargetHost host) throws SQLException {
        @Nullable String command;
        try (Connection ordinary = open(host)) {
            command = dialect(ordinary).cluster().termCommand().orElse(null);
        }
        if (command == null) {
            return Optional.empty();
        }
        Properties properties = properties();
        properties.setProperty("replication", "database");
        properties.setProperty("preferQueryMode", "simple");
        properties.setProperty("assumeMinServerVersion", "9.4");
        try (Connection replication = connect(host, properties);
                Statement statement = replication.createStatement();
                ResultSet row = statement.executeQuery(command)) {
            return row.next() ? Optional.of(row.getLong("term")) : Optional.empty();
        }
    }
}
