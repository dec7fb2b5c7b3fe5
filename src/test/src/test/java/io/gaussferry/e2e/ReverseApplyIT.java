package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.e2e.types.BinaryValues;
import io.gaussferry.e2e.types.NumberValues;
import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.e2e.types.TemporalValues;
import io.gaussferry.e2e.types.TextValues;
import io.gaussferry.e2e.types.TypeValues;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.binlog.BinlogChangeSource;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.reverse.ReverseReplay;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.pipeline.reverse.WayBackState;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * MySQL as the target of the way back, by itself: one server's binlog is applied to another one, whose tables must then have the same
 * checksums, which MySQL computes from the very bytes of its rows.
 */
class ReverseApplyIT {

    private static final String PIPELINE = "back";
    private static final String DATABASE = "gf_e2e_reverse";
    private static final int ROWS_OF_A_SET = 80;
    private static final int SERVER_ID = 77_001;

    @Test
    void every_value_goes_back_to_the_bytes_that_it_had() throws Exception {
        List<RoundTripTable> tables = new ArrayList<>();
        groups().forEach((name, types) -> tables.add(new RoundTripTable(name, types, TargetForm.DOLPHIN)));
        ServerAddress from = Servers.sandbox().source();
        try (NativeMySqlServer other = OwnServers.start();
                Connection written = lenient(from);
                Connection restored = lenient(other.address())) {
            try {
                for (RoundTripTable table : tables) {
                    table.create(written.createStatement());
                    table.create(restored.createStatement());
                }
                LowWaterMark start = place(from);
                for (RoundTripTable table : tables) {
                    table.change(written.createStatement());
                    table.changeAsSets(written.createStatement(), ROWS_OF_A_SET);
                }
                replay(from, other.address(), start);
                assertThat(checksums(other.address())).isEqualTo(checksums(from));
            } finally {
                new Server(from).execute("DROP DATABASE " + DATABASE);
            }
        }
    }

    private static Map<String, List<TypeValues>> groups() {
        Map<String, List<TypeValues>> groups = new LinkedHashMap<>();
        groups.put("integers", NumberValues.integers());
        groups.put("decimals", NumberValues.decimals());
        groups.put("floating_point", NumberValues.floatingPoint());
        groups.put("bits", NumberValues.bits());
        groups.put("varchar", TextValues.varchar());
        groups.put("fixed_length", TextValues.fixedLength());
        groups.put("character_sets", TextValues.characterSets());
        groups.put("enumerations", TextValues.enumerations());
        groups.put("bytes", BinaryValues.bytes());
        groups.put("geometries", BinaryValues.geometries());
        groups.put("dates", TemporalValues.dates());
        groups.put("times", TemporalValues.times());
        groups.put("date_times", TemporalValues.dateTimes());
        groups.put("timestamps", TemporalValues.timestamps());
        return groups;
    }

    /** Brings everything behind a place of one server's binlog to another server. */
    private static void replay(ServerAddress from, ServerAddress to, LowWaterMark start) throws Exception {
        SourceSettings source = settings(from);
        TableCatalog catalog;
        try (Connection connection = from.open()) {
            catalog = new MySqlSchemaReader(connection, source).read();
        }
        MySqlProgress progress = new MySqlProgress(PIPELINE);
        try (Connection connection = SourceConnections.openToWrite(settings(to), Duration.ofSeconds(1))) {
            progress.createIfMissing(connection);
            progress.begin(connection, start, new Server(from).value("SELECT @@server_uuid"));
            connection.commit();
        }
        String uuid = new Server(to).value("SELECT @@server_uuid");
        ReverseReplay replay = new ReverseReplay(
                new ReverseSettings(
                        PIPELINE,
                        settings(to),
                        settings(to),
                        () -> uuid,
                        new TargetSettings(
                                "jdbc:opengauss://not-used/",
                                "nobody",
                                "",
                                ForeignKeyPolicy.DEFER,
                                Duration.ofSeconds(1)),
                        RuleBook.of(ConversionRules.defaults()),
                        4,
                        new BatchLimits(1_000, 4 << 20, 16 << 20),
                        16 << 20),
                catalog.definitions(),
                new Progress("", start),
                owned -> new BinlogChangeSource(source, catalog, owned.source(), StatementFilter.NONE),
                new WayBackState(new ReplayStatistics()),
                CommitListener.NONE);
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> {
            try {
                replay.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            LowWaterMark goal = place(from);
            await().atMost(Daemon.PATIENCE).until(() -> end.isDone() || reached(to, progress, goal));
        } finally {
            replay.stop();
        }
        end.get();
    }

    private static boolean reached(ServerAddress to, MySqlProgress progress, LowWaterMark goal) throws SQLException {
        try (Connection connection = to.open()) {
            BinlogPosition found = progress.find(connection).orElseThrow().position();
            return found.file().equals(goal.position().file())
                    && found.offset() >= goal.position().offset();
        }
    }

    private static SourceSettings settings(ServerAddress server) {
        return new SourceSettings(
                server.url(),
                server.user(),
                server.password(),
                List.of(DATABASE),
                SERVER_ID,
                1 << 20,
                1 << 28,
                SourceTimeouts.DEFAULT);
    }

    private static LowWaterMark place(ServerAddress server) throws SQLException {
        try (Connection connection = server.open()) {
            return new LowWaterMark(
                    0,
                    SourcePosition.read(connection, 0, Naming.ORDINAL)
                            .lowWater()
                            .position());
        }
    }

    private static Connection lenient(ServerAddress server) throws SQLException {
        new Server(server).execute("CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
        Connection connection = server.open();
        connection.setCatalog(DATABASE);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
            statement.execute("SET SESSION time_zone = '-03:30'");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    private static List<String> checksums(ServerAddress server) throws SQLException {
        List<String> names = new Server(server)
                .rows(
                        "SELECT CONCAT(table_schema, '.', table_name) FROM information_schema.tables WHERE table_schema = '"
                                + DATABASE + "' ORDER BY table_name");
        return new Server(server).rows("CHECKSUM TABLE " + String.join(", ", names) + " EXTENDED");
    }
}
