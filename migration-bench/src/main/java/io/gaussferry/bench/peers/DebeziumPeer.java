package io.gaussferry.bench.peers;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.fleet.ConnectRest;
import io.gaussferry.bench.fleet.KafkaFleet;
import io.gaussferry.sandbox.process.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Debezium's connector for MySQL and its JDBC sink, in one Kafka Connect worker with one broker. The start of both is not timed. */
final class DebeziumPeer implements Peer {

    private static final String SOURCE = "peer-source";
    private static final String SINK = "peer-sink";
    private static final String TOPICS = "peer";
    private static final String HEAP = "1g";
    private static final Duration LONGEST_COPY = Duration.ofMinutes(30);
    private static final long POLL_MILLIS = 200;

    private final PeerServers servers;
    private final @Nullable Path plugins;
    private final Path directory;
    private @Nullable KafkaFleet fleet;

    /** @param plugins directory with both connectors' directories; null if none was given */
    DebeziumPeer(PeerServers servers, @Nullable Path plugins) throws IOException {
        this.servers = servers;
        this.plugins = plugins;
        this.directory = Files.createTempDirectory("gaussferry-debezium-");
    }

    @Override
    public String name() {
        return "Debezium with its JDBC sink";
    }

    @Override
    public void prepare() throws PeerException, SQLException, IOException, DaemonException, InterruptedException {
        if (plugins == null) {
            throw new PeerException("no plugins: give --debezium DIR with debezium-connector-mysql and -jdbc");
        }
        // the sink creates tables, but no schema
        try (Connection target = servers.target().open();
                Statement statement = target.createStatement()) {
            statement.execute("CREATE SCHEMA " + servers.database());
        }
        fleet = KafkaFleet.start(directory, 1, HEAP, plugins.toAbsolutePath());
    }

    @Override
    public void copy() throws PeerException, SQLException, IOException, DaemonException, InterruptedException {
        KafkaFleet started = running();
        ConnectRest rest = started.rest(0);
        rest.configure(SOURCE, source(started.bootstrapServers()));
        rest.configure(SINK, sink());
        long end = System.nanoTime() + LONGEST_COPY.toNanos();
        while (!servers.hasRowsOfSource()) {
            if (System.nanoTime() - end > 0) {
                throw new PeerException("no end after " + LONGEST_COPY.toMinutes() + " minutes");
            }
            requireTasks(rest);
            Thread.sleep(POLL_MILLIS);
        }
        rest.pause(SOURCE);
    }

    private KafkaFleet running() throws PeerException {
        if (fleet == null) {
            throw new PeerException("not started");
        }
        return fleet;
    }

    private Map<String, String> source(String brokers) {
        PeerServers.Endpoint server = PeerServers.endpoint(servers.source());
        Map<String, String> keys = converters();
        keys.put("connector.class", "io.debezium.connector.mysql.MySqlConnector");
        keys.put("tasks.max", "1");
        keys.put("database.hostname", server.host());
        keys.put("database.port", String.valueOf(server.port()));
        keys.put("database.user", servers.source().user());
        keys.put("database.password", servers.source().password());
        keys.put("database.server.id", "4244");
        keys.put("database.include.list", servers.database());
        keys.put("topic.prefix", TOPICS);
        keys.put("schema.history.internal.kafka.bootstrap.servers", brokers);
        keys.put("schema.history.internal.kafka.topic", "peer-schema-history");
        return keys;
    }

    private Map<String, String> sink() {
        PeerServers.Endpoint server = PeerServers.endpoint(servers.target());
        Map<String, String> keys = converters();
        keys.put("connector.class", "io.debezium.connector.jdbc.JdbcSinkConnector");
        keys.put("tasks.max", "4");
        keys.put("topics.regex", TOPICS + "\\." + servers.database() + "\\..*");
        keys.put(
                "connection.url", "jdbc:postgresql://" + server.host() + ":" + server.port() + "/" + server.database());
        keys.put("connection.username", servers.target().user());
        keys.put("connection.password", servers.target().password());
        keys.put("collection.name.format", servers.database() + ".${source.table}");
        keys.put("insert.mode", "upsert");
        keys.put("delete.enabled", "true");
        keys.put("primary.key.mode", "record_key");
        keys.put("schema.evolution", "basic");
        keys.put("batch.size", "2000");
        keys.put("consumer.override.max.poll.records", "2000");
        // by default a new topic is found after up to five minutes
        keys.put("consumer.override.metadata.max.age.ms", "1000");
        return keys;
    }

    private static Map<String, String> converters() {
        Map<String, String> keys = new HashMap<>();
        keys.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
        keys.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        return keys;
    }

    private static void requireTasks(ConnectRest rest) throws PeerException, IOException, InterruptedException {
        for (String connector : new String[] {SOURCE, SINK}) {
            for (Map.Entry<Integer, String> task : rest.tasks(connector).entrySet()) {
                if (task.getValue().startsWith("FAILED")) {
                    throw new PeerException(rest.trace(connector, task.getKey())
                            .lines()
                            .filter(line -> line.startsWith("Caused by"))
                            .reduce((first, second) -> second)
                            .orElse("a task has failed"));
                }
            }
        }
    }

    @Override
    public boolean replicates() {
        return true;
    }

    @Override
    public void startReplay() throws PeerException, IOException, InterruptedException {
        running().rest(0).resume(SOURCE);
    }

    @Override
    public boolean hasLastChange() throws PeerException, SQLException, IOException, InterruptedException {
        requireTasks(running().rest(0));
        return servers.hasLastChange(servers.target());
    }

    @Override
    public long differences() throws SQLException {
        return servers.differencesOnTarget();
    }

    @Override
    public void close() throws IOException {
        if (fleet != null) {
            fleet.close();
        }
        FileTrees.delete(directory);
    }
}
