package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.ServerAddress;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A migration from each service whose privileges are known, with an account that has exactly what docs/guides/managed.md lists, which the
 * service's customer creates: check, copy, replication, cutover, and back. Nothing of the service itself is here but its accounts, privileges
 * and procedures.
 */
class ManagedServicesIT {

    private static final String ACCOUNT = "gaussferry";

    /** A service, by its differences from Amazon RDS. */
    private enum Service {
        AMAZON_RDS("rds_kill", "Amazon RDS"),
        /** The customer's privileges are those of a role, which may end sessions, too. */
        AMAZON_AURORA(
                "rds_kill",
                "Amazon RDS",
                "CREATE ROLE rds_superuser_role",
                "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, RELOAD, PROCESS, REFERENCES, INDEX, ALTER, SHOW DATABASES,"
                        + " CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE, REPLICATION SLAVE, REPLICATION CLIENT, CREATE VIEW, SHOW VIEW,"
                        + " CREATE ROUTINE, ALTER ROUTINE, CREATE USER, EVENT, TRIGGER, CREATE ROLE, DROP ROLE ON *.*"
                        + " TO rds_superuser_role WITH GRANT OPTION",
                "GRANT CONNECTION_ADMIN, XA_RECOVER_ADMIN, %s ON *.* TO rds_superuser_role WITH GRANT OPTION",
                "REVOKE ALL, GRANT OPTION FROM admin",
                "GRANT rds_superuser_role TO admin",
                "SET DEFAULT ROLE ALL TO admin"),
        AZURE(
                "az_kill",
                "Azure Database for MySQL",
                "DROP PROCEDURE mysql.rds_kill",
                "DROP PROCEDURE mysql.rds_set_configuration",
                "DROP PROCEDURE mysql.rds_show_configuration",
                "DROP USER rdsadmin@localhost, rdsrepladmin",
                "CREATE PROCEDURE mysql.az_kill(IN thread BIGINT) SQL SECURITY DEFINER KILL thread",
                "CREATE USER azure_superuser@'127.0.0.1' IDENTIFIED BY '" + ManagedSource.PASSWORD + "'",
                "GRANT ALL ON *.* TO azure_superuser@'127.0.0.1' WITH GRANT OPTION");

        private final String procedure;
        private final String title;
        private final List<String> statements;

        Service(String procedure, String title, String... statements) {
            this.procedure = procedure;
            this.title = title;
            this.statements = List.of(statements);
        }
    }

    @ParameterizedTest
    @EnumSource
    void switchesAndReturnsWithDocumentedPrivileges(Service service) throws Exception {
        Servers.assumeMySql("the services' privileges are those of MySQL");
        try (ManagedSource source = ManagedSource.start("--event-scheduler=ON")) {
            for (String statement : service.statements) {
                source.service().execute(statement.replace("%s", source.defining()));
            }
            try (Migration migration = source.migration("gf_e2e_service")) {
                createAccount(source, migration, service);
                migration.source("CREATE TABLE item (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL)");
                ServerAddress account = source.account("app", "ALL ON `" + migration.database() + "`.*");
                source.service()
                        .execute("CREATE DEFINER = app EVENT `" + migration.database()
                                + "`.cleanup ON SCHEDULE EVERY 1 HOUR DO DELETE FROM item WHERE name = 'old'");
                List<String> before;
                try (StubbornWriter application = new StubbornWriter(
                        account::open, "INSERT INTO `" + migration.database() + "`.item (name) VALUES ('%d')")) {
                    before = source.accounts();
                    assertThat(CheckRun.of(migration.configuration()).output())
                            .contains("The source is " + service.title);
                    Api api = Api.of(migration.start());
                    application.awaitWrite();
                    migration.awaitCaughtUp();
                    assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}")
                                    .toString())
                            .doesNotContain("BLOCKER");

                    api.steer("api/cutover/start", "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"FULL\"}");
                    CutoverIT.awaitState(api, "SWITCHED", "WATCH");
                    application.awaitRefusal("locked");
                    migration.target("INSERT INTO item (id, name) VALUES (1000000000, 'target')");
                    await("reverse replication")
                            .atMost(Daemon.PATIENCE)
                            .until(() -> !source.service()
                                    .rows("SELECT 1 FROM `" + migration.database() + "`.item WHERE name = 'target'")
                                    .isEmpty());

                    api.steer(
                            "api/cutover/back", "{\"operator\": \"ada\", \"reason\": \"back\", \"verify\": \"FULL\"}");
                    migration.daemon().awaitReturned();
                    application.awaitWrite();
                }
                assertThat(source.accounts()).isEqualTo(before);
                migration.assertEqualContent();
            }
        }
    }

    /** As the guide says, by the service's customer. */
    private static void createAccount(ManagedSource source, Migration migration, Service service) throws Exception {
        migration.source(
                "CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + ManagedSource.PASSWORD + "'",
                "GRANT SELECT, SHOW VIEW, EVENT, TRIGGER, RELOAD, PROCESS, REPLICATION SLAVE, REPLICATION CLIENT, CREATE USER ON *.* TO "
                        + ACCOUNT,
                "GRANT XA_RECOVER_ADMIN, " + source.defining() + " ON *.* TO " + ACCOUNT,
                "GRANT EXECUTE ON PROCEDURE mysql." + service.procedure + " TO " + ACCOUNT,
                "GRANT ALL ON gaussferry.* TO " + ACCOUNT,
                "GRANT INSERT, UPDATE, DELETE, ALTER, CREATE, DROP, INDEX ON `" + migration.database() + "`.* TO "
                        + ACCOUNT);
        migration.cutoverSetting("user: " + ACCOUNT);
        migration.cutoverSetting("password: " + ManagedSource.PASSWORD);
    }
}
