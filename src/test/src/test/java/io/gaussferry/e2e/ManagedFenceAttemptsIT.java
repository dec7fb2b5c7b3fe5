package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Twenty accounts try more than a thousand times to write past the fence for managed services, by every way that is known: none succeeds, neither
 * before nor after a crash of the source. Guards: {@code ManagedFence}, {@code SourceCensus}.
 */
@Tag("long")
class ManagedFenceAttemptsIT {

    private static final int ATTEMPTS_OF_ACCOUNT = 60;

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}";

    /** Everything that a write can change; reverse replication writes the rows of the target. */
    private static final List<String> CONTENT = List.of(
            "SELECT 'hit', COUNT(*), MAX(id), SUM(CRC32(CONCAT(id, writer))) FROM %1$s.hit WHERE writer <> 'target'",
            "SELECT 'emptied', COUNT(*) FROM %1$s.emptied",
            "SELECT 'source', COUNT(*), MAX(id) FROM %1$s_other.source",
            "SELECT 'plain', COUNT(*), MAX(id) FROM %1$s_other.plain",
            "SELECT table_schema, table_name, create_time FROM information_schema.tables WHERE table_schema LIKE '%1$s%%' ORDER BY 1, 2",
            "SELECT trigger_schema, trigger_name, created FROM information_schema.triggers WHERE trigger_schema LIKE '%1$s%%' ORDER BY 1, 2",
            "SELECT event_schema, event_name, status FROM information_schema.events WHERE event_schema LIKE '%1$s%%' ORDER BY 1, 2",
            "SELECT user, host, account_locked FROM mysql.user ORDER BY 1, 2");

    @Test
    void withstandsThousandAttempts() throws Exception {
        try (ManagedSource source = ManagedSource.start(
                        "--event-scheduler=ON",
                        "--local-infile=ON",
                        "--log-bin-trust-function-creators=ON",
                        "--check-proxy-users=ON",
                        "--loose-mysql-native-password-proxy-users=ON");
                Migration migration = source.migration("gf_e2e_managed")) {
            migration.cutoverSetting("maximum-refused: 10m");
            migration.cutoverSetting("deadlines: {drain: 5m}");
            ManagedWriters.createTables(migration);
            List<StubbornWriter> writers = new ArrayList<>();
            try {
                ManagedWriters.start(source, migration.database(), writers);
                Api api = Api.of(migration.start());
                // a table that is emptied again and again would interrupt the copy
                ManagedWriters.startMore(source, migration, writers);
                assertThat(writers).hasSizeGreaterThanOrEqualTo(20);
                List<String> before = source.accounts();
                for (StubbornWriter writer : writers) {
                    writer.awaitWrite();
                    // so that replication keeps up
                    writer.pause(1_000);
                }
                migration.awaitCaughtUp(Duration.ofMinutes(3));
                api.steer("api/cutover/start", START);
                await("the switch").atMost(Duration.ofMinutes(4)).until(() -> isEnded(api));
                CutoverIT.awaitState(api, "SWITCHED", "WATCH");
                writers.forEach(writer -> writer.pause(5));
                requireNoneSucceeds(source, migration, writers);
                source.server().crash();
                source.server().startAgain();
                requireNoneSucceeds(source, migration, writers);
                migration.target("INSERT INTO hit (id, writer) VALUES (1000000000, 'target')");
                migration.awaitSameContent();
                CutoverIT.awaitSourceCheck(api);
                assertThat(CutoverIT.json(api).path("writtenAfterSwitch").asString(""))
                        .isEmpty();
                // after a crash the watch may take a login that the server is refusing for an open session
                assertThat(CutoverIT.json(api).path("problem").asString("")).matches("|.*sessions are open.*");

                api.steer("api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"FULL\"}");
                migration.daemon().awaitReturned();
                for (StubbornWriter writer : writers) {
                    writer.awaitWrite();
                }
                assertThat(withoutOnce(source.accounts())).isEqualTo(withoutOnce(before));
            } finally {
                for (StubbornWriter writer : writers) {
                    writer.close();
                }
            }
            migration.source("DROP EVENT tick");
            migration.assertEqualContent();
        }
    }

    private static boolean isEnded(Api api) throws Exception {
        return CutoverIT.json(api).path("state").asString("").matches("SWITCHED|ROLLED_BACK");
    }

    /** Requires that each account tries often enough, and that nothing changes meanwhile. */
    private static void requireNoneSucceeds(ManagedSource source, Migration migration, List<StubbornWriter> writers)
            throws Exception {
        List<String> content = content(source, migration.database());
        Map<StubbornWriter, Long> attempts =
                writers.stream().collect(Collectors.toMap(Function.identity(), StubbornWriter::attempts));
        await("attempts")
                .atMost(Duration.ofMinutes(2))
                .until(() -> writers.stream()
                        .allMatch(writer ->
                                writer.attempts() >= attempts.getOrDefault(writer, 0L) + ATTEMPTS_OF_ACCOUNT));
        await("twice the event's interval without a write")
                .during(Duration.ofSeconds(2))
                .atMost(Daemon.PATIENCE)
                .until(() -> content(source, migration.database()).equals(content));
        System.out.println("ManagedFenceAttemptsIT: "
                + writers.stream()
                        .mapToLong(writer -> writer.attempts() - attempts.getOrDefault(writer, 0L))
                        .sum()
                + " attempts of " + writers.size() + " accounts");
    }

    private static List<String> content(ManagedSource source, String database) throws SQLException {
        List<String> content = new ArrayList<>();
        for (String query : CONTENT) {
            content.addAll(source.service().rows(query.formatted(database)));
        }
        return content;
    }

    /** The event that a writer creates again and again. */
    private static List<String> withoutOnce(List<String> accounts) {
        return accounts.stream().filter(line -> !line.contains("|once|")).toList();
    }
}
