package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Writers that ordinary fences do not stop, and that never stop trying: at the source a session with all privileges, which turns the event scheduler on
 * again and again, and an event of its account; on the target a session that ordinary triggers do not stop. Confined to one thread.
 */
final class Intruders implements AutoCloseable {

    private static final String ACCOUNT = "gf_intruder";
    private static final String PASSWORD = "Not_secret_1234";

    private final Migration migration;
    private final StubbornWriter administrator;
    private @Nullable StubbornWriter replica;
    /** Rows at the source and number of writes when the source was fenced last. */
    private String rowsAtSource = "";

    private long written;

    private Intruders(Migration migration, StubbornWriter administrator) {
        this.migration = migration;
        this.administrator = administrator;
    }

    /** Creates table, account and event at the source, whose event scheduler is on, and starts to write there. */
    static Intruders start(Migration migration, ServerAddress source) throws SQLException {
        new Server(source)
                .execute(
                        "CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT ALL ON *.* TO " + ACCOUNT);
        migration.source(
                "CREATE TABLE intruder (id BIGINT AUTO_INCREMENT PRIMARY KEY, writer VARCHAR(10) NOT NULL, KEY (writer))",
                "CREATE DEFINER = " + ACCOUNT + " EVENT intrusion ON SCHEDULE EVERY 1 SECOND"
                        + " DO INSERT INTO intruder (writer) VALUES ('event')");
        return new Intruders(
                migration,
                new StubbornWriter(
                        () -> new ServerAddress(source.url(), ACCOUNT, PASSWORD).open(),
                        "INSERT INTO " + migration.database() + ".intruder (writer) VALUES ('session')",
                        "SET GLOBAL event_scheduler = ON",
                        "DO SLEEP(0.1)"));
    }

    /** Requires that both intruders of the source write, and the one of the target does not. */
    void requireAtSource() throws Exception {
        administrator.awaitWrite();
        long events = events();
        await("the event").atMost(Daemon.PATIENCE).until(() -> events() > events);
        if (replica != null) {
            replica.awaitRefusal("refuses writes");
        }
    }

    /** Starts the intruder of the target when that is the writable side for the first time; remembers what the source has. */
    void switched() throws Exception {
        if (replica == null) {
            replica = new StubbornWriter(
                    migration::openTarget,
                    "SET session_replication_role = replica",
                    "INSERT INTO intruder (writer) VALUES ('replica')",
                    "DO $$ BEGIN PERFORM pg_sleep(0.1); END $$");
        }
        rowsAtSource = rowsAtSource();
        written = administrator.written();
    }

    /** Requires that the intruder of the target writes, and those of the source have written nothing since the switch. */
    void requireOnTarget() throws Exception {
        if (replica != null) {
            replica.awaitWrite();
        }
        administrator.awaitRefusal("refuses writes");
        assertThat(administrator.written()).isEqualTo(written);
        assertThat(rowsAtSource()).isEqualTo(rowsAtSource);
    }

    private String rowsAtSource() throws SQLException {
        return value("SELECT CONCAT(COUNT(*), ' ', MAX(id)) FROM intruder WHERE writer <> 'replica'");
    }

    private long events() throws SQLException {
        return Long.parseLong(value("SELECT COUNT(*) FROM intruder WHERE writer = 'event'"));
    }

    private String value(String query) throws SQLException {
        try (Connection connection = migration.openSource()) {
            return Server.rows(connection, query).get(0);
        }
    }

    @Override
    public void close() throws Exception {
        administrator.close();
        if (replica != null) {
            replica.close();
        }
    }
}
