package io.gaussferry.bench.daemon;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fulfils the daemon's contract by the simplest means: whenever the source has new transactions, copies all tables again with
 * their GTID set, in one transaction. Requests the binlog from the source without reading its content; when that connection
 * ends, starts again from the target's progress. This makes the commands around a daemon testable without one.
 *
 * <p>Arguments: the configuration file, and optionally a fault: {@code skew} makes one value per sysbench table on the target
 * always wrong; {@code late} reports the start of replication only after the first copy.
 */
public final class NaiveDaemon {
    private static final long SERVER_ID = 4_711;
    private static final long CONNECT_TIMEOUT_MILLIS = 10_000;

    private final ServerAddress source;
    private final ServerAddress target;
    private final String pipeline;
    private final String schema;
    private final String fault;
    private volatile boolean stopping;

    private NaiveDaemon(String configuration, String fault) {
        List<String> urls = all(configuration, "url: \"(.*)\"");
        List<String> users = all(configuration, "user: \"(.*)\"");
        List<String> passwords = all(configuration, "password: \"(.*)\"");
        this.source = new ServerAddress(urls.get(0), users.get(0), passwords.get(0));
        this.target = new ServerAddress(urls.get(1), users.get(1), passwords.get(1));
        this.pipeline = all(configuration, "pipeline: \"(.*)\"").get(0);
        this.schema = all(configuration, "schemas: \\[ \"(.*)\" \\]").get(0);
        this.fault = fault;
    }

    private static List<String> all(String configuration, String pattern) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern).matcher(configuration);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** Returns the command that runs this program in its own JVM. */
    public static List<String> command(Path configuration, String... more) {
        String java = ProcessHandle.current().info().command().orElseThrow();
        List<String> command = new ArrayList<>(List.of(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                NaiveDaemon.class.getName(),
                configuration.toString()));
        command.addAll(List.of(more));
        return command;
    }

    /** Runs until SIGTERM. */
    public static void main(String[] arguments) throws Exception {
        NaiveDaemon daemon = new NaiveDaemon(
                Files.readString(Path.of(arguments[0]), StandardCharsets.UTF_8),
                arguments.length > 1 ? arguments[1] : "");
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            daemon.stopping = true;
            try {
                main.join(5_000);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            System.out.println("replayed transactions=1 rows=1 seconds=1.5 mean=1 peak=1 lagP50Millis=1.5"
                    + " lagP99Millis=1 lagMaxMillis=1");
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }));
        daemon.run();
    }

    private void run() throws SQLException, InterruptedException, IOException, TimeoutException {
        BinaryLogClient binlog = binlogClient();
        try (Connection from = source.open();
                Connection to = target.open()) {
            to.setAutoCommit(false);
            prepareTarget(to);
            String copied = copiedBefore(to);
            if (copied.isEmpty() || fault.equals("late")) {
                copied = copy(from, to);
            }
            System.out.println("replaying from " + copied.replace("\n", ""));
            long transactions = 0;
            binlog.connect(CONNECT_TIMEOUT_MILLIS);
            while (!stopping) {
                Thread.sleep(100);
                if (!binlog.isConnected()) {
                    copied = copiedBefore(to);
                    to.commit();
                    binlog.connect(CONNECT_TIMEOUT_MILLIS);
                }
                if (!copied.equals(executed(from))) {
                    copied = copy(from, to);
                    transactions++;
                }
                System.out.println("have replayed " + transactions
                        + " transaction, and current time is 2026-11-21 14:16:29.796, and current speed is 0");
            }
        }
    }

    private BinaryLogClient binlogClient() {
        String[] host = all(source.url(), "//([^/]*)").get(0).split(":", -1);
        BinaryLogClient client =
                new BinaryLogClient(host[0], Integer.parseInt(host[1]), source.user(), source.password());
        client.setKeepAlive(false);
        client.setServerId(SERVER_ID);
        client.setSSLMode(SSLMode.PREFERRED);
        return client;
    }

    private void prepareTarget(Connection to) throws SQLException {
        try (Statement statement = to.createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS gaussferry");
            statement.execute("CREATE TABLE IF NOT EXISTS gaussferry.progress"
                    + " (pipeline text, applier int, epoch bigint, ordinal bigint, gtid_set text)");
            statement.execute("CREATE SCHEMA IF NOT EXISTS \"" + schema + "\"");
        }
        to.commit();
    }

    private String copiedBefore(Connection to) throws SQLException {
        try (Statement statement = to.createStatement();
                ResultSet row = statement.executeQuery("SELECT gtid_set FROM gaussferry.progress WHERE applier = 0"
                        + " AND pipeline = '" + pipeline + "'")) {
            return row.next() ? row.getString(1) : "";
        }
    }

    private static String executed(Connection from) throws SQLException {
        try (Statement statement = from.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            row.next();
            return row.getString(1);
        }
    }

    private String copy(Connection from, Connection to) throws SQLException {
        try (Statement read = from.createStatement();
                Statement write = to.createStatement()) {
            read.execute("FLUSH TABLES WITH READ LOCK");
            read.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
            String executed = executed(from);
            read.execute("UNLOCK TABLES");
            for (String table : tables(from)) {
                write.execute("CREATE TABLE IF NOT EXISTS \"" + schema + "\".\"" + table + "\" (" + columns(from, table)
                        + primaryKey(from, table) + ")");
                write.execute("TRUNCATE TABLE \"" + schema + "\".\"" + table + "\"");
                copyTable(from, read, to, table);
                if (fault.equals("skew") && table.startsWith("sbtest")) {
                    write.execute("UPDATE \"" + schema + "\".\"" + table
                            + "\" SET k = -7 WHERE id = (SELECT min(id) FROM \"" + schema + "\".\"" + table + "\")");
                }
            }
            read.execute("COMMIT");
            write.execute("DELETE FROM gaussferry.progress WHERE pipeline = '" + pipeline + "'");
            write.execute("INSERT INTO gaussferry.progress VALUES ('" + pipeline + "', 0, 1, 1, '" + executed + "'),"
                    + " ('" + pipeline + "', 1, 1, 1, NULL)");
            to.commit();
            return executed;
        }
    }

    private List<String> tables(Connection from) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Statement statement = from.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + schema + "'")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        return tables;
    }

    /** Returns names and types; with one exception, both sides spell the types of the tests alike. */
    private String columns(Connection from, String table) throws SQLException {
        return queryString(
                from,
                "SELECT group_concat(concat('\"', column_name, '\" ', replace(column_type, 'datetime', 'timestamp(0)'))"
                        + " ORDER BY ordinal_position SEPARATOR ', ') FROM information_schema.columns",
                table);
    }

    private String primaryKey(Connection from, String table) throws SQLException {
        String columns = queryString(
                from,
                "SELECT group_concat(concat('\"', column_name, '\"') ORDER BY seq_in_index SEPARATOR ', ')"
                        + " FROM information_schema.statistics",
                table,
                " AND index_name = 'PRIMARY'");
        return columns.isEmpty() ? "" : ", PRIMARY KEY (" + columns + ")";
    }

    private String queryString(Connection from, String query, String table, String... more) throws SQLException {
        try (Statement statement = from.createStatement();
                ResultSet row = statement.executeQuery(query + " WHERE table_schema = '" + schema
                        + "' AND table_name = '" + table + "'" + String.join("", more))) {
            row.next();
            String text = row.getString(1);
            return text == null ? "" : text;
        }
    }

    private void copyTable(Connection from, Statement read, Connection to, String table) throws SQLException {
        String[] types = queryString(
                        from,
                        "SELECT group_concat(replace(column_type, 'datetime', 'timestamp(0)') ORDER BY ordinal_position"
                                + " SEPARATOR ';') FROM information_schema.columns",
                        table)
                .split(";", -1);
        String parameters = "CAST(? AS " + String.join("), CAST(? AS ", types) + ")";
        try (ResultSet row = read.executeQuery("SELECT * FROM `" + schema + "`.`" + table + "`");
                PreparedStatement insert = to.prepareStatement(
                        "INSERT INTO \"" + schema + "\".\"" + table + "\" VALUES (" + parameters + ")")) {
            while (row.next()) {
                for (int column = 1; column <= types.length; column++) {
                    insert.setString(column, row.getString(column));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
