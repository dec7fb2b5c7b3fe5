package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies sources without GTIDs, which are followed by file and position. */
@SuppressWarnings("NullAway.Init")
class PositionIT {

    private NativeMySqlServer server;
    private Migration migration;
    private Ledger ledger;

    @BeforeEach
    void startServer() throws Exception {
        server = OwnServers.start("--gtid-mode=OFF", "--enforce-gtid-consistency=OFF");
        migration = Migration.of("gf_e2e_position", server.address());
        ledger = Ledger.create(migration);
        migration.source("INSERT INTO ledger VALUES (1), (2), (3)");
    }

    @AfterEach
    void stopServer() throws Exception {
        if (server != null) {
            migration.close();
            server.close();
        }
    }

    @Test
    void losesAndDuplicatesNothingAcrossKillsRotationsAndCrashes() throws Exception {
        for (int round = 0; round < 4; round++) {
            migration.start();
            try (Writers writers = ledger.startWriters()) {
                writers.awaitCommitted(100);
                migration.source("FLUSH BINARY LOGS");
                writers.awaitCommitted(100);
                ledger.awaitReplayed();
                if (round % 2 == 0) {
                    migration.daemon().kill();
                } else {
                    migration.stop();
                }
                writers.awaitCommitted(20);
                writers.stop();
            }
        }
        migration.start();
        migration.awaitCaughtUp();
        try (Writers writers = ledger.startWriters()) {
            writers.awaitCommitted(50);
            server.crash();
        }
        server.startAgain();
        ledger.write(20);
        migration.assertEqualContent();
        assertThat(migration.daemon().output())
                .anySatisfy(line -> assertThat(line).matches("replaying from transaction \\d+, which ends at .*"));
        migration.stop();
    }

    @Test
    void replicatesCompressedTransactions() throws Exception {
        migration.start();
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION binlog_transaction_compression = ON");
            statement.execute("INSERT INTO ledger VALUES (4), (5)");
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO ledger VALUES (6)");
            statement.execute("UPDATE account SET entries = 7");
            connection.commit();
        }
        migration.assertEqualContent();
        migration.daemon().kill();
        migration.source("INSERT INTO ledger VALUES (8)");
        migration.start();
        migration.source("INSERT INTO ledger VALUES (9)");
        migration.assertEqualContent();
    }

    @Test
    void toleratesEnablingGtids() throws Exception {
        migration.start();
        ledger.write(20);
        for (String step : List.of(
                "enforce_gtid_consistency = ON",
                "gtid_mode = OFF_PERMISSIVE",
                "gtid_mode = ON_PERMISSIVE",
                "gtid_mode = ON")) {
            migration.source("SET GLOBAL " + step);
            ledger.write(20);
        }
        migration.assertEqualContent();
        migration.stop();
        ledger.write(20);
        migration.start();
        ledger.write(20);
        migration.assertEqualContent();
        VerifyRun verified = VerifyRun.of(migration);
        assertThat(verified.exitCode()).isEqualTo(2);
        assertThat(verified.errors())
                .contains("replicates a source without GTIDs")
                .contains("remedy:");
    }

    @Test
    void rejectsPositionInResetBinlog() throws Exception {
        migration.start();
        ledger.write(5);
        migration.assertEqualContent();
        migration.stop();
        String before = migration
                .targetRows("SELECT low_water_file, low_water_offset FROM gaussferry.progress" + " WHERE pipeline = '"
                        + migration.pipeline() + "' ORDER BY low_water DESC")
                .get(0);
        String[] place = before.split("\\|", -1);
        boolean renamed = new Server(server.address()).value("SELECT VERSION()").matches("(8\\.[2-9]|9)\\..*");
        migration.source(renamed ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER");
        // the file of that name is created again and grows beyond the position
        String newest = "";
        while (newest.compareTo(place[0]) < 0) {
            List<String> files = new Server(server.address()).rows("SHOW BINARY LOGS");
            newest = files.get(files.size() - 1).split("\\|", -1)[0];
            if (newest.compareTo(place[0]) < 0) {
                migration.source("FLUSH BINARY LOGS");
            }
        }
        ledger.write(600);
        assertThat(migration.launch().awaitEnd()).isEqualTo(1);
        assertThat(migration.daemon().errors()).contains(place[0]).contains("the binlog was reset");
    }

    @Tag("long")
    @Test
    void reportsPurgedFileAtStartAndInCheck() throws Exception {
        migration.start();
        ledger.write(5);
        migration.assertEqualContent();
        migration.stop();
        CheckRun healthy = CheckRun.of(migration.configuration(), "--json");
        assertThat(healthy.exitCode()).as(healthy::toString).isEqualTo(1);
        assertThat(healthy.findings()).extracting(CheckRun.Found::code).contains("SOURCE_GTID_MODE");

        String file = migration
                .targetRows("SELECT low_water_file FROM gaussferry.progress WHERE pipeline = '" + migration.pipeline()
                        + "' ORDER BY low_water DESC")
                .get(0);
        migration.source("FLUSH BINARY LOGS");
        List<String> files = new Server(server.address()).rows("SHOW BINARY LOGS");
        migration.source("PURGE BINARY LOGS TO '" + files.get(files.size() - 1).split("\\|", -1)[0] + "'");
        assertThat(migration.launch().awaitEnd()).isEqualTo(1);
        assertThat(migration.daemon().errors()).contains("no longer has binlog file " + file);
        CheckRun run = CheckRun.of(migration.configuration(), "--json");
        assertThat(run.findings()).extracting(CheckRun.Found::code).contains("SOURCE_POSITION_LOST");
    }

    @Tag("long")
    @Test
    void rejectsPositionOnAnotherServer() throws Exception {
        migration.start();
        ledger.write(5);
        migration.assertEqualContent();
        migration.stop();
        Path identity = Path.of(new Server(server.address()).value("SELECT @@datadir"), "auto.cnf");
        server.shutDown();
        // the server generates a new server_uuid, which makes it another server
        Files.delete(identity);
        server.startAgain();
        assertThat(migration.launch().awaitEnd()).isEqualTo(1);
        assertThat(migration.daemon().errors()).contains("is not the server from which the target was copied");
    }
}
