package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Verifies that the lag of MySQL behind the target is reported after the switch: while MySQL follows, while it does not respond, and when it is back.
 * Guards: {@code ReverseReplicationState}, {@code TargetHead}.
 */
class ReverseReplicationLagIT {

    private static final int ROWS = 500;

    /** Short enough that no server compresses it. */
    private static final int TEXT_LENGTH = 1_600;

    /** Bytes of log: more than a server writes for itself, less than the test writes. */
    private static final int MUCH = 200_000;

    @Tag("long")
    @Test
    void reportsLagOfMySqlBehindTarget() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_back_lag", source.address())) {
            SwitchAndReturn.configure(migration);
            migration.source("CREATE TABLE t (id INT PRIMARY KEY, note TEXT)");
            Api api = Api.of(migration.start());
            assertThat(api.status().path("reverseReplication").isNull()).isTrue();
            assertThat(metric(api, "reverse_behind_bytes")).isEqualTo("NaN");
            api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}");
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");

            migration.target("INSERT INTO t VALUES (0, 'before')");
            awaitBack(api, back -> back.path("transactions").asLong() == 1);
            JsonNode follows = awaitBack(
                    api,
                    back -> back.path("lagSeconds").asDouble(-1) == 0
                            && back.path("behindBytes").asLong(Long.MAX_VALUE) < MUCH);
            assertThat(follows.path("phase").asString("")).isEqualTo("RUNNING");
            assertThat(follows.path("pendingTransactions").asLong(-1)).isZero();

            source.crash();
            migration.target(
                    "INSERT INTO t SELECT n, repeat(md5(n::TEXT), " + TEXT_LENGTH / 32 + ") FROM generate_series(1, "
                            + ROWS + ") AS n",
                    "UPDATE t SET note = 'after' WHERE id = 0");
            JsonNode behind = awaitBack(
                    api,
                    back -> back.path("phase").asString("").equals("RETRYING")
                            && back.path("behindBytes").asLong(0) > MUCH
                            && back.path("lagSeconds").asDouble(0) > 1);
            assertThat(behind.path("waits").toString()).contains("the next one starts soon");
            assertThat(behind.path("problem").asString("")).isNotEmpty();
            assertThat(Double.parseDouble(metric(api, "reverse_behind_bytes"))).isPositive();
            CommandRun status = CommandRun.of(
                    "status",
                    "--url",
                    api.url(),
                    "--config",
                    migration.configuration().toString());
            assertThat(status.output())
                    .containsPattern("reverse +retrying; MySQL is [0-9.]+ [KM]iB of WAL behind the target");

            source.startAgain();
            JsonNode again = awaitBack(
                    api,
                    back -> back.path("lagSeconds").asDouble(-1) == 0
                            && back.path("behindBytes").asLong(Long.MAX_VALUE) < MUCH);
            assertThat(again.path("phase").asString("")).isEqualTo("RUNNING");
            assertThat(again.path("rows").asLong()).isEqualTo(ROWS + 2);
            assertThat(metric(api, "reverse_rows_total")).isEqualTo(ROWS + 2 + ".0");
            assertThat(metric(api, "reverse_state{state=\"running\"}")).isEqualTo("1.0");
        }
    }

    private static JsonNode awaitBack(Api api, Predicate<JsonNode> wanted) {
        return await("the status of reverse replication")
                .atMost(Daemon.PATIENCE)
                .until(() -> api.status().path("reverseReplication"), wanted);
    }

    private static String metric(Api api, String name) throws Exception {
        Pattern line = Pattern.compile("gaussferry_" + Pattern.quote(name) + " (.*)");
        return api.get("actuator/prometheus")
                .body()
                .lines()
                .map(line::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElse("not served");
    }
}
