package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Explicit values of AUTO_INCREMENT columns after the switch arrive at MySQL as the target has them, or the target refuses them. */
class AutoIncrementValuesIT {

    private static final String START = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}";

    private static final List<String> VALUES =
            List.of("0", "NULL", "-1", "-0", "DEFAULT", "'7'", "2147483647", "2147483648");

    @Test
    void returnsExplicitNumbers() throws Exception {
        assumeTrue(
                Servers.targetForm() == TargetForm.DOLPHIN,
                "the stand-in has sequences in place of AUTO_INCREMENT, which store 0 and refuse NULL");
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_auto_values", source.address())) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))",
                    "CREATE TABLE middle (id MEDIUMINT PRIMARY KEY AUTO_INCREMENT, note TINYTEXT)",
                    "INSERT INTO item (note) VALUES ('one'), ('two')",
                    "INSERT INTO middle (note) VALUES ('one')");
            Api api = Api.of(migration.start());
            migration.awaitCaughtUp();
            JsonNode check = api.steer("api/cutover/check", "{}");
            assertThat(check.path("plan").path("targetOnly").toString())
                    .contains(migration.database() + ".middle.id")
                    .contains("\"guard\":\"NONE\"");
            api.steer("api/cutover/start", START);
            CutoverIT.awaitState(api, "SWITCHED", "WATCH");
            // openGauss refuses a guard of the column, and with it those of the other columns
            assertThat(Servers.target()
                            .rows("SELECT k.conname FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_namespace n"
                                    + " ON n.oid = k.connamespace WHERE k.conname LIKE 'gaussferry_guard%' AND n.nspname = '"
                                    + migration.database() + "'"))
                    .containsExactly("gaussferry_guard_note_length");
            List<String> refused = new ArrayList<>();
            for (String value : VALUES) {
                try {
                    migration.target("INSERT INTO item (id, note) VALUES (" + value + ", 'x')");
                } catch (SQLException e) {
                    refused.add(value);
                }
            }
            assertThat(refused).contains("2147483648").doesNotContain("0", "NULL", "-1", "DEFAULT");
            migration.target(
                    "UPDATE item SET id = 0 WHERE id = -1", "INSERT INTO middle (id, note) VALUES (-1, 'x'), (0, 'y')");
            migration.awaitSameContent();
            Server mysql = new Server(source.address());
            await().atMost(Daemon.PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    mysql.value("SELECT COUNT(*) FROM " + migration.database() + ".item WHERE id = 0"))
                            .isEqualTo("1"));
        }
    }
}
