package io.gaussferry.bench.peers;

import io.gaussferry.bench.daemon.ChildProcessGuard;
import io.gaussferry.sandbox.process.FileTrees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** pg_chameleon 2 with its example's settings, and four readers and writers. */
final class ChameleonPeer implements Peer {

    private static final String CONFIGURATION = "bench";
    private static final String SOURCE = "mysql";
    private static final long END_SECONDS = 15;

    private final PeerServers servers;
    private final Path home;
    private final Program program;
    private @Nullable Process replaying;
    private @Nullable ChildProcessGuard guard;

    ChameleonPeer(PeerServers servers) throws IOException {
        this.servers = servers;
        this.home = Files.createTempDirectory("gaussferry-chameleon-");
        this.program = new Program(
                "chameleon", "pip install pg_chameleon cryptography", home, Map.of("HOME", home.toString()));
    }

    @Override
    public String name() {
        return "pg_chameleon";
    }

    @Override
    public void copy() throws PeerException, IOException, InterruptedException {
        program.require();
        Path directory = Files.createDirectories(home.resolve(".pg_chameleon"));
        for (String folder : new String[] {"configuration", "logs", "pid"}) {
            Files.createDirectories(directory.resolve(folder));
        }
        Files.writeString(
                directory.resolve("configuration").resolve(CONFIGURATION + ".yml"),
                configuration(),
                StandardCharsets.UTF_8);
        program.run("create_replica_schema", "--config", CONFIGURATION);
        program.run("add_source", "--config", CONFIGURATION, "--source", SOURCE);
        program.run("init_replica", "--config", CONFIGURATION, "--source", SOURCE, "--debug");
    }

    private String configuration() {
        PeerServers.Endpoint source = PeerServers.endpoint(servers.source());
        PeerServers.Endpoint target = PeerServers.endpoint(servers.target());
        return """
                pid_dir: '%1$s/.pg_chameleon/pid/'
                log_dir: '%1$s/.pg_chameleon/logs/'
                log_dest: file
                log_level: info
                log_days_keep: 10
                rollbar_key: ''
                rollbar_env: ''
                type_override: {}
                pg_conn: {host: '%2$s', port: '%3$d', user: '%4$s', password: '%5$s', database: '%6$s', charset: utf8}
                sources:
                  mysql:
                    type: mysql
                    readers: 4
                    writers: 4
                    db_conn: {host: '%7$s', port: '%8$d', user: '%9$s', password: '%10$s', charset: utf8, connect_timeout: 10}
                    schema_mappings: {%11$s: %11$s}
                    limit_tables: []
                    skip_tables: []
                    grant_select_to: []
                    lock_timeout: 120s
                    my_server_id: 4243
                    replica_batch_size: 10000
                    replay_max_rows: 10000
                    batch_retention: 1 day
                    copy_max_memory: 300M
                    copy_mode: file
                    out_dir: '%1$s'
                    sleep_loop: 1
                    on_error_replay: exit
                    on_error_read: exit
                    auto_maintenance: disabled
                    gtid_enable: false
                    keep_existing_schema: false
                    net_read_timeout: 600
                    skip_events: {insert: [], delete: [], update: []}
                """.formatted(
                        home,
                        target.host(),
                        target.port(),
                        servers.target().user(),
                        servers.target().password(),
                        target.database(),
                        source.host(),
                        source.port(),
                        servers.source().user(),
                        servers.source().password(),
                        servers.database());
    }

    @Override
    public boolean replicates() {
        return true;
    }

    @Override
    public void startReplay() throws IOException {
        Process started = program.start("start_replica", "--config", CONFIGURATION, "--source", SOURCE, "--debug");
        replaying = started;
        guard = ChildProcessGuard.of(started.pid());
    }

    @Override
    public boolean hasLastChange() throws PeerException, SQLException {
        Process running = replaying;
        if (running == null || !running.isAlive()) {
            throw new PeerException("its process has ended");
        }
        return servers.hasLastChange(servers.target());
    }

    @Override
    public long differences() throws SQLException {
        return servers.differencesOnTarget();
    }

    @Override
    public void close() throws SQLException, IOException, InterruptedException {
        Process running = replaying;
        if (running != null) {
            running.descendants().forEach(ProcessHandle::destroy);
            running.destroy();
            if (!running.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                running.descendants().forEach(ProcessHandle::destroyForcibly);
                running.destroyForcibly();
            }
        }
        if (guard != null) {
            guard.close();
        }
        try (Connection target = servers.target().open();
                Statement statement = target.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS sch_chameleon CASCADE");
        }
        FileTrees.delete(home);
    }
}
