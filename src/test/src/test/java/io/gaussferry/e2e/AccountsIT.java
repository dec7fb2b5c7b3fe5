package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Accounts of MySQL become roles of the target: the script is executed there, and what the roles may do is tried. */
class AccountsIT {

    private static final String PASSWORD = "Not_secret_1234";
    private static final String DATABASE = "gf_e2e_accounts";

    private static final String[] OBJECTS = {
        "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20), price INT)",
        "CREATE TABLE secret (id INT PRIMARY KEY)",
        "INSERT INTO item VALUES (1, 'one', 10), (2, 'two', 20)",
        "CREATE VIEW dear AS SELECT id FROM item WHERE price > 15",
        "CREATE FUNCTION price_of(p INT) RETURNS INT READS SQL DATA RETURN p + 1",
        "CREATE FUNCTION secret_of(p INT) RETURNS INT READS SQL DATA RETURN p + 1"
    };

    private static final String[] ACCOUNTS = {
        "CREATE USER gf_writer@'%' IDENTIFIED BY 'Not_secret_1234', gf_two@'%', gf_two@'10.1.%', gf_column@localhost, gf_member@'%',"
                + " gf_caller@'%', public@'%', gf_none@'%', gf_root@'%', gf_boss@'%'",
        "ALTER USER gf_caller@'%' WITH MAX_QUERIES_PER_HOUR 100",
        "CREATE ROLE gf_reader, gf_deleter",
        "GRANT SELECT, INSERT, EVENT ON " + DATABASE + ".* TO gf_writer@'%'",
        "GRANT SELECT, DELETE ON " + DATABASE + ".* TO gf_two@'%'",
        "GRANT SELECT ON " + DATABASE + ".item TO gf_two@'10.1.%'",
        "GRANT SELECT (id, name), UPDATE (name) ON " + DATABASE + ".item TO gf_column@localhost",
        "GRANT SELECT ON `gf\\_e2e\\_acc%`.* TO gf_reader",
        "GRANT DELETE ON " + DATABASE + ".* TO gf_deleter",
        "GRANT gf_reader, gf_deleter TO gf_member@'%'",
        "SET DEFAULT ROLE gf_reader TO gf_member@'%'",
        "GRANT EXECUTE ON FUNCTION " + DATABASE + ".price_of TO gf_caller@'%'",
        "GRANT SELECT ON " + DATABASE + ".dear TO gf_caller@'%'",
        "GRANT SELECT ON " + DATABASE + ".* TO public@'%'",
        "GRANT ALL ON *.* TO gf_root@'%' WITH GRANT OPTION",
        "GRANT SELECT ON " + DATABASE + ".* TO gf_boss@'%' WITH GRANT OPTION"
    };

    private static final List<String> ROLES =
            List.of("gf_boss", "gf_caller", "gf_column", "gf_deleter", "gf_member", "gf_reader", "gf_two", "gf_writer");

    @Test
    void grantsWhatTheAccountsMayDo() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of(DATABASE, source.address())) {
            migration.source(OBJECTS);
            migration.source(Stream.of(ACCOUNTS)
                    .map(sql -> sql.replace(DATABASE, migration.database()))
                    .toArray(String[]::new));
            migration.start();
            migration.awaitCaughtUp();
            try {
                JsonNode document = document(migration);
                assertThat(names(document)).containsExactlyInAnyOrderElementsOf(ROLES);
                assertThat(document.path("gaps").toString())
                        .contains(
                                "EVENT on " + migration.database() + ".*",
                                "\"public@%\"",
                                "an administrator of the server",
                                "gf_none@%",
                                "max_questions 100");
                String script = document.path("script").asString();
                assertThat(script).doesNotContain("$A$").contains("only gf_two@%", "activates it with SET ROLE");
                run(script);
                assertPrivileges(migration);
                run(script);
                assertPrivileges(migration);
                assertObjectsOfTheCutover(migration, script);
                assertLogins(migration);
                assertFile(migration, script);
            } finally {
                drop();
            }
        }
    }

    private static JsonNode document(Migration migration) throws Exception {
        CommandRun run = accounts(migration, "--json");
        assertThat(run.exitCode()).as(run.errors()).isZero();
        return JsonMapper.builder().build().readTree(run.output());
    }

    private static CommandRun accounts(Migration migration, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("accounts", "--config", migration.configuration().toString()));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static List<String> names(JsonNode document) {
        List<String> names = new ArrayList<>();
        document.path("roles").forEach(role -> names.add(role.path("name").asString()));
        return names;
    }

    /** Executes a script as a whole, in a session with the target's defaults. */
    private static void run(String script) throws SQLException {
        try (Connection connection = Servers.target().address().open();
                Statement statement = connection.createStatement()) {
            statement.execute(script);
        }
    }

    private static void assertPrivileges(Migration migration) throws SQLException {
        assertThat(may(migration, "gf_writer", "item", "SELECT", "INSERT", "UPDATE", "DELETE"))
                .isEqualTo("1100");
        assertThat(may(migration, "gf_two", "item", "SELECT", "INSERT", "UPDATE", "DELETE"))
                .isEqualTo("1000");
        assertThat(may(migration, "gf_two", "secret", "SELECT")).isEqualTo("0");
        assertThat(may(migration, "gf_column", "item", "SELECT", "UPDATE")).isEqualTo("00");
        assertThat(may(migration, "gf_member", "item", "SELECT", "DELETE")).isEqualTo("10");
        assertThat(may(migration, "gf_caller", "item", "SELECT")).isEqualTo("0");
        assertThat(may(migration, "gf_boss", "item", "SELECT", "SELECT WITH GRANT OPTION", "DELETE"))
                .isEqualTo("110");
        assertThat(columns(migration, "gf_column", "id", "SELECT")).isEqualTo("1");
        assertThat(columns(migration, "gf_column", "price", "SELECT")).isEqualTo("0");
        assertThat(columns(migration, "gf_column", "name", "UPDATE")).isEqualTo("1");
        assertThat(columns(migration, "gf_column", "id", "UPDATE")).isEqualTo("0");
    }

    private static String may(Migration migration, String role, String table, String... privileges)
            throws SQLException {
        StringBuilder held = new StringBuilder();
        for (String privilege : privileges) {
            held.append(one(
                    migration,
                    "has_table_privilege('" + role + "', '" + migration.database() + "." + table + "', '" + privilege
                            + "')"));
        }
        return held.toString();
    }

    private static String columns(Migration migration, String role, String column, String privilege)
            throws SQLException {
        return one(
                migration,
                "has_column_privilege('" + role + "', '" + migration.database() + ".item', '" + column + "', '"
                        + privilege + "')");
    }

    private static String one(Migration migration, String condition) throws SQLException {
        return migration
                .targetRows("SELECT CASE WHEN " + condition + " THEN 1 ELSE 0 END")
                .get(0);
    }

    /** Views, routines, and tables with numbers, which exist only after the switch. */
    private static void assertObjectsOfTheCutover(Migration migration, String script) throws SQLException {
        migration.target(
                "CREATE VIEW dear AS SELECT id FROM item WHERE price > 15",
                "CREATE FUNCTION price_of(p INT) RETURNS INT AS $$ BEGIN RETURN p + 1; END $$ LANGUAGE plpgsql",
                "CREATE FUNCTION secret_of(p INT) RETURNS INT AS $$ BEGIN RETURN p + 1; END $$ LANGUAGE plpgsql",
                "CREATE TABLE numbered (id SERIAL PRIMARY KEY, name VARCHAR(20))");
        assertThat(may(migration, "gf_writer", "numbered", "INSERT", "DELETE")).isEqualTo("10");
        assertThat(may(migration, "gf_caller", "dear", "SELECT")).isEqualTo("0");
        run(script);
        assertThat(may(migration, "gf_caller", "dear", "SELECT", "DELETE")).isEqualTo("10");
        assertThat(one(
                        migration,
                        "has_function_privilege('gf_caller', '" + migration.database() + ".price_of(int)', 'EXECUTE')"))
                .isEqualTo("1");
        assertThat(one(
                        migration,
                        "has_function_privilege('gf_caller', '" + migration.database()
                                + ".secret_of(int)', 'EXECUTE')"))
                .isEqualTo("0");
        assertThat(one(
                        migration,
                        "has_function_privilege('gf_writer', '" + migration.database() + ".price_of(int)', 'EXECUTE')"))
                .isEqualTo("0");
    }

    private static void assertLogins(Migration migration) throws SQLException {
        migration.target(
                "ALTER ROLE gf_writer PASSWORD '" + PASSWORD + "'", "ALTER ROLE gf_member PASSWORD '" + PASSWORD + "'");
        try (Connection writer = login("gf_writer");
                Statement statement = writer.createStatement()) {
            statement.execute("INSERT INTO " + migration.database() + ".numbered (name) VALUES ('new')");
            assertThat(Server.rows(writer, "SELECT id, name FROM " + migration.database() + ".numbered"))
                    .containsExactly("1|new");
            assertThatThrownBy(() -> statement.execute("DELETE FROM " + migration.database() + ".item"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("permission denied");
        }
        try (Connection member = login("gf_member")) {
            assertThat(Server.rows(member, "SELECT COUNT(*) FROM " + migration.database() + ".item"))
                    .containsExactly("2");
        }
    }

    private static Connection login(String role) throws SQLException {
        return new ServerAddress(Servers.target().address().url(), role, PASSWORD).open();
    }

    private static void assertFile(Migration migration, String script) throws Exception {
        Path file = migration.directory().resolve("roles.sql");
        CommandRun run = accounts(migration, "--out", file.toString(), "--hosts", "united");
        assertThat(run.exitCode()).as(run.errors()).isZero();
        assertThat(Files.readString(file))
                .isNotEqualTo(script)
                .contains("granted to the role, though not all accounts");
        assertThat(accounts(migration, "--out", file.toString()).exitCode()).isEqualTo(2);
        assertThat(Files.readString(file)).contains("granted to the role, though not all accounts");
    }

    private static void drop() throws SQLException {
        try (Connection connection = Servers.target().address().open();
                Statement statement = connection.createStatement()) {
            for (String role : ROLES) {
                if (!Server.rows(connection, "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = '" + role + "'")
                        .isEmpty()) {
                    statement.execute("DROP OWNED BY " + role);
                    statement.execute("DROP ROLE " + role);
                }
            }
        }
    }
}
