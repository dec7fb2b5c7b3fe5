package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A MySQL server as Amazon RDS offers it: the administrator has the privileges that the service documents, and neither SUPER, CONNECTION_ADMIN,
 * SYSTEM_VARIABLES_ADMIN nor REPLICATION_APPLIER; procedures of the service end sessions and set the retention of the binlog. The server's own
 * administrator belongs to the service. Confined to one thread.
 */
final class ManagedSource implements AutoCloseable {

    static final String ADMINISTRATOR = "admin";
    static final String PASSWORD = "Not_secret_1234";

    /** The documented privileges of the master account from 8.0.36 on. */
    private static final String PRIVILEGES =
            "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, RELOAD, PROCESS, REFERENCES, INDEX, ALTER, SHOW DATABASES,"
                    + " CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE, REPLICATION SLAVE, REPLICATION CLIENT, CREATE VIEW, SHOW VIEW,"
                    + " CREATE ROUTINE, ALTER ROUTINE, CREATE USER, EVENT, TRIGGER, CREATE ROLE, DROP ROLE";

    /** Tables of accounts without columns that change by themselves. */
    private static final List<String> ACCOUNTS = List.of(
            "SELECT * FROM mysql.user ORDER BY user, host",
            "SELECT host, db, user, select_priv, insert_priv, update_priv, delete_priv FROM mysql.db ORDER BY 1, 2, 3",
            "SELECT host, db, user, table_name, table_priv, column_priv FROM mysql.tables_priv ORDER BY 1, 2, 3, 4",
            "SELECT host, db, user, routine_name, proc_priv FROM mysql.procs_priv ORDER BY 1, 2, 3, 4",
            "SELECT * FROM mysql.global_grants ORDER BY user, host, priv",
            "SELECT * FROM mysql.role_edges ORDER BY 1, 2, 3, 4",
            "SELECT * FROM mysql.default_roles ORDER BY 1, 2, 3, 4",
            "SELECT host, user, proxied_host, proxied_user, with_grant FROM mysql.proxies_priv ORDER BY 1, 2, 3, 4",
            "SELECT event_schema, event_name, definer, time_zone, event_definition, event_type, execute_at, interval_value,"
                    + " interval_field, sql_mode, starts, ends, status, on_completion, created, character_set_client,"
                    + " collation_connection, database_collation, event_comment, originator"
                    + " FROM information_schema.events ORDER BY 1, 2");

    private final NativeMySqlServer server;

    private ManagedSource(NativeMySqlServer server) {
        this.server = server;
    }

    static ManagedSource start(String... options) throws SQLException {
        List<String> all = new ArrayList<>(List.of("--partial-revokes=ON", "--log-bin-trust-function-creators=ON"));
        all.addAll(List.of(options));
        ManagedSource source = new ManagedSource(OwnServers.start(all.toArray(String[]::new)));
        source.service()
                .execute(
                        "CREATE USER rdsadmin@localhost IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT ALL ON *.* TO rdsadmin@localhost WITH GRANT OPTION",
                        "CREATE USER rdsrepladmin@'%' IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT REPLICATION SLAVE ON *.* TO rdsrepladmin@'%'",
                        "CREATE PROCEDURE mysql.rds_kill(IN thread BIGINT) SQL SECURITY DEFINER KILL thread",
                        "CREATE TABLE mysql.rds_configuration (name VARCHAR(100) PRIMARY KEY, value VARCHAR(100), description VARCHAR(300))",
                        "INSERT INTO mysql.rds_configuration (name) VALUES ('binlog retention hours')",
                        "CREATE PROCEDURE mysql.rds_set_configuration(IN given VARCHAR(100), IN wanted INT) SQL SECURITY DEFINER"
                                + " UPDATE mysql.rds_configuration SET value = wanted WHERE name = given",
                        "CREATE PROCEDURE mysql.rds_show_configuration() SQL SECURITY DEFINER"
                                + " SELECT name, value, description FROM mysql.rds_configuration",
                        "CREATE USER " + ADMINISTRATOR + "@'%' IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT " + PRIVILEGES + " ON *.* TO " + ADMINISTRATOR + "@'%' WITH GRANT OPTION",
                        "GRANT APPLICATION_PASSWORD_ADMIN, ROLE_ADMIN, " + source.defining()
                                + ", XA_RECOVER_ADMIN ON *.* TO " + ADMINISTRATOR + "@'%' WITH GRANT OPTION",
                        "REVOKE INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER, CREATE TEMPORARY TABLES, LOCK TABLES,"
                                + " CREATE VIEW, CREATE ROUTINE, ALTER ROUTINE, EVENT, TRIGGER ON mysql.* FROM "
                                + ADMINISTRATOR + "@'%'");
        return source;
    }

    /** Returns a migration as the administrator, whose cutovers use the fence for managed services. */
    Migration migration(String name) throws Exception {
        Migration migration =
                Migration.of(name, new ServerAddress(server.address().url(), ADMINISTRATOR, PASSWORD));
        migration.cutoverSetting("fence: managed");
        // the server's own administrator, with which this class acts for the service
        migration.cutoverSetting("service-accounts: [" + server.address().user() + "]");
        migration.httpSetting("port: 0");
        migration.httpSetting("token: " + Api.TOKEN);
        return migration;
    }

    /** Returns the privilege to name another account as the definer of an event. */
    String defining() throws SQLException {
        return service().value("SELECT VERSION()").startsWith("8.0") ? "SET_USER_ID" : "SET_ANY_DEFINER";
    }

    /** Returns whether accounts can log in with {@code mysql_native_password}, which 9.0 removed. */
    boolean hasNativePasswords() throws SQLException {
        return !service()
                .rows("SELECT 1 FROM information_schema.plugins WHERE plugin_name = 'mysql_native_password'"
                        + " AND plugin_status = 'ACTIVE'")
                .isEmpty();
    }

    NativeMySqlServer server() {
        return server;
    }

    /** Executes SQL as the service. */
    Server service() {
        return new Server(server.address());
    }

    /** Creates an account with these privileges, and returns its address. */
    ServerAddress account(String name, String... grants) throws SQLException {
        service().execute("CREATE USER " + name + " IDENTIFIED BY '" + PASSWORD + "'");
        for (String grant : grants) {
            service().execute("GRANT " + grant + " TO " + name);
        }
        return address(name);
    }

    ServerAddress address(String name) {
        return new ServerAddress(server.address().url(), name, PASSWORD);
    }

    /** Returns all accounts, their privileges and all events, to compare them. */
    List<String> accounts() throws SQLException {
        List<String> all = new ArrayList<>();
        try (Connection connection = server.address().open()) {
            for (String query : ACCOUNTS) {
                all.addAll(Server.rows(connection, query));
            }
        }
        return all;
    }

    @Override
    public void close() {
        server.close();
    }
}
