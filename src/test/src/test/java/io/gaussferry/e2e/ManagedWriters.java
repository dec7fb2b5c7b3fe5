package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Accounts of a {@link ManagedSource} that write to the migrated tables, each in its own way, and never stop trying. */
final class ManagedWriters {

    private ManagedWriters() {}

    static void createTables(Migration migration) throws SQLException {
        String other = migration.addDatabase("_other");
        migration.source(
                "CREATE TABLE hit (id BIGINT AUTO_INCREMENT PRIMARY KEY, writer VARCHAR(20) NOT NULL, KEY (writer))",
                "CREATE TABLE parent (id BIGINT PRIMARY KEY)",
                "CREATE TABLE child (id BIGINT PRIMARY KEY, parent BIGINT)",
                "CREATE TABLE " + other + ".source (id BIGINT AUTO_INCREMENT PRIMARY KEY, writer VARCHAR(20))",
                "CREATE TRIGGER " + other + ".onward AFTER INSERT ON " + other + ".source FOR EACH ROW INSERT INTO "
                        + migration.database() + ".hit (writer) VALUES ('trigger')",
                "CREATE VIEW " + other + ".hits AS SELECT id, writer FROM " + migration.database() + ".hit",
                "CREATE PROCEDURE add_hit() INSERT INTO hit (writer) VALUES ('procedure')");
    }

    /** Starts a writer for each way to write, and creates what it needs. */
    static void start(ManagedSource source, String database, List<StubbornWriter> writers) throws SQLException {
        String other = database + "_other";
        ServerAddress app = source.account("app", "ALL ON `" + database + "`.*");
        add(writers, app, insert(database, "app"));
        add(
                writers,
                source.account("everywhere", "INSERT, UPDATE, DELETE, SELECT ON *.*"),
                "USE mysql",
                insert(database, "everywhere"),
                "UPDATE " + database + ".hit SET writer = 'changed' WHERE writer = 'everywhere' LIMIT 1",
                "DELETE FROM " + database + ".hit WHERE writer = 'changed' LIMIT 1");
        source.service().execute("CREATE ROLE writing", "GRANT INSERT ON " + database + ".* TO writing");
        ServerAddress member = source.account("member", "writing");
        source.service().execute("SET DEFAULT ROLE ALL TO member");
        add(writers, member, insert(database, "member"));
        if (source.hasNativePasswords()) {
            source.service()
                    .execute("CREATE USER proxy IDENTIFIED WITH mysql_native_password BY '" + ManagedSource.PASSWORD
                            + "'");
            // the sandbox's administrator may not grant PROXY
            source.service()
                    .execute(
                            "INSERT INTO mysql.proxies_priv (host, user, proxied_host, proxied_user) VALUES ('%', 'proxy', '%', 'app')",
                            "FLUSH PRIVILEGES");
            add(writers, source.address("proxy"), insert(database, "proxy"));
        }
        add(writers, source.account("caller", "EXECUTE ON " + database + ".*"), "CALL " + database + ".add_hit()");
        add(
                writers,
                source.account("viewer", "INSERT, SELECT ON `" + other + "`.hits"),
                "INSERT INTO " + other + ".hits (writer) VALUES ('viewer')");
        add(
                writers,
                source.account("neighbour", "INSERT ON `" + other + "`.source"),
                "INSERT INTO " + other + ".source (writer) VALUES ('neighbour')");
        add(
                writers,
                source.account("locker", "INSERT, LOCK TABLES, SELECT ON `" + database + "`.*"),
                "LOCK TABLES " + database + ".hit WRITE",
                insert(database, "locker"),
                "UNLOCK TABLES");
        add(
                writers,
                source.account("transactor", "INSERT, SELECT ON `" + database + "`.*"),
                "START TRANSACTION",
                insert(database, "transactor"),
                "DO SLEEP(0.3)",
                "COMMIT");
        ServerAddress gate = source.account("gate", "ALL ON *.*");
        source.service().execute("REVOKE SYSTEM_USER ON *.* FROM gate");
        add(
                writers,
                gate,
                // as the event was created, which ALTER EVENT changes
                "SET NAMES latin1",
                insert(database, "gate"),
                "ALTER USER app ACCOUNT UNLOCK",
                "ALTER DEFINER = app EVENT " + database + ".tick ENABLE",
                "DO SLEEP(0.05)");
        source.service()
                .execute(
                        "CREATE USER ''@'%' IDENTIFIED BY '" + ManagedSource.PASSWORD + "'",
                        "GRANT INSERT ON " + database + ".* TO ''@'%'");
        add(writers, source.address("unknown"), insert(database, "unknown"));
        source.service()
                .execute(
                        "SET NAMES latin1",
                        "CREATE DEFINER = app EVENT " + database + ".tick ON SCHEDULE EVERY 1 SECOND DO INSERT INTO "
                                + database + ".hit (writer) VALUES ('event')",
                        "CREATE DEFINER = member EVENT " + database
                                + ".off ON SCHEDULE EVERY 1 SECOND DISABLE DO INSERT INTO " + database
                                + ".hit (writer) VALUES ('event')");
        source.service()
                .execute(
                        "CREATE USER closed IDENTIFIED BY 'x' ACCOUNT LOCK",
                        "GRANT ALL ON " + database + ".* TO closed");
    }

    private static String insert(String database, String writer) {
        return "INSERT INTO " + database + ".hit (writer) VALUES ('" + writer + "')";
    }

    private static void add(List<StubbornWriter> writers, ServerAddress account, String... statements) {
        writers.add(new StubbornWriter(account::open, statements));
    }

    /** Starts a writer for further ways to write: with {@code --local-infile=ON} and {@code --log-bin-trust-function-creators=ON}. */
    static void startMore(ManagedSource source, Migration migration, List<StubbornWriter> writers)
            throws SQLException, IOException {
        String database = migration.database();
        String other = database + "_other";
        migration.source(
                "CREATE TABLE emptied (id INT PRIMARY KEY)",
                "CREATE TABLE " + other + ".plain (id INT AUTO_INCREMENT PRIMARY KEY)");
        // as routines cannot be created over the privileges of a managed service
        source.service()
                .execute("CREATE FUNCTION " + database + ".written() RETURNS INT BEGIN INSERT INTO " + database
                        + ".hit (writer) VALUES ('function'); RETURN 1; END");
        add(
                writers,
                source.account("preparer", "INSERT ON `" + database + "`.*"),
                "PREPARE written FROM 'INSERT INTO " + database + ".hit (writer) VALUES (''preparer'')'",
                "EXECUTE written");
        add(
                writers,
                source.account("distributor", "INSERT ON `" + database + "`.*"),
                "XA START 'distributor'",
                insert(database, "distributor"),
                "DO SLEEP(0.2)",
                "XA END 'distributor'",
                "XA COMMIT 'distributor' ONE PHASE");
        ServerAddress loader = source.account("loader", "INSERT ON `" + database + "`.*");
        Path rows = Files.writeString(
                migration.directory().resolve("rows.txt"), "loader\nloader\n", StandardCharsets.US_ASCII);
        add(
                writers,
                new ServerAddress(loader.url() + "&allowLoadLocalInfile=true", loader.user(), loader.password()),
                "LOAD DATA LOCAL INFILE '" + rows + "' INTO TABLE " + database + ".hit (writer)");
        add(
                writers,
                source.account("definer", "ALL ON `" + database + "`.*"),
                "TRUNCATE TABLE " + database + ".emptied",
                "INSERT INTO " + database + ".emptied VALUES (1)",
                "DO SLEEP(0.5)");
        ServerAddress partial = source.account("partial", "INSERT, UPDATE, DELETE ON *.*");
        source.service().execute("REVOKE INSERT ON `" + other + "`.* FROM partial");
        add(writers, partial, insert(other, "partial"), insert(database, "partial"));
        add(
                writers,
                source.account("planner", "INSERT, EVENT ON `" + database + "`.*"),
                "CREATE EVENT " + database + ".once ON SCHEDULE AT NOW() DO INSERT INTO " + database
                        + ".hit (writer) VALUES ('planned')",
                insert(database, "planner"),
                "DO SLEEP(0.3)");
        add(
                writers,
                source.account("maker", "ALL ON `" + other + "`.*", "INSERT ON `" + database + "`.*"),
                "CREATE TRIGGER " + other + ".made AFTER INSERT ON " + other + ".plain FOR EACH ROW INSERT INTO "
                        + database + ".hit (writer) VALUES ('maker')",
                "INSERT INTO " + other + ".plain VALUES ()",
                "DROP TRIGGER " + other + ".made",
                "DO SLEEP(0.2)");
        add(
                writers,
                source.account("asker", "EXECUTE ON `" + database + "`.*", "INSERT ON `" + other + "`.plain"),
                "INSERT INTO " + other + ".plain SELECT NULL WHERE " + database + ".written() = 1");
        add(
                writers,
                source.account("joiner", "INSERT, SELECT ON `" + database + "`.*", "SELECT ON `" + other + "`.*"),
                "INSERT INTO " + database + ".hit (writer) SELECT 'joiner' FROM " + other + ".source LIMIT 1");
        add(
                writers,
                source.account("resident", "INSERT, DELETE ON `" + database + "`.*"),
                "USE " + database,
                "REPLACE INTO hit (writer) VALUES ('resident')");
    }
}
