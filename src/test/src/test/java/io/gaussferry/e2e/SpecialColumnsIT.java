package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Verifies columns whose values the source generates, and clocks that differ on all sides. */
class SpecialColumnsIT {

    @Test
    void replicatesValuesOfGeneratedColumns() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_generated")) {
            migration.source("CREATE TABLE g (stored_first BIGINT AS (n * 2) STORED, id INT PRIMARY KEY, n INT,"
                    + " virtual_text VARCHAR(40) AS (CONCAT('<', t, '>')) VIRTUAL, t VARCHAR(20),"
                    + " virtual_date DATE AS (DATE(at)) VIRTUAL, at DATETIME(3), doc JSON,"
                    + " stored_json JSON AS (JSON_EXTRACT(doc, '$.a')) STORED,"
                    + " virtual_hash BINARY(16) AS (UNHEX(LEFT(SHA2(t, 256), 32))) VIRTUAL, stored_bit BIT(3) AS (n & 7) STORED,"
                    + " KEY (virtual_text), UNIQUE KEY (virtual_hash))");
            String insert = "INSERT INTO g (id, n, t, at, doc) VALUES ";
            migration.source(insert
                    + "(1, 21, 'one', '2024-02-29 23:59:59.999', '{\"a\": [1, 2]}'), (2, NULL, NULL, NULL, NULL)");
            String[] works = {"10", "20"};
            for (String work : works) {
                migration.start();
                assertThat(migration.targetRows(
                                "SELECT stored_first, virtual_text, to_char(virtual_date, 'YYYY-MM-DD'),"
                                        + " CAST(stored_json AS TEXT), stored_bit FROM g WHERE id = 1"))
                        .containsExactly("42|<one>|2024-02-29|[1, 2]|101");
                migration.source(
                        insert + "(" + work + "1, 3, 'three" + work + "', NOW(), '{\"a\": \"x\"}')",
                        "UPDATE g SET t = 'changed" + work + "', n = 4 WHERE id = 2",
                        "UPDATE g SET n = n + 1 WHERE id = " + work + "1");
                migration.sourceTransaction(
                        "UPDATE g SET t = 'x' WHERE id = " + work + "1",
                        "UPDATE g SET t = 'three" + work + "' WHERE id = 2",
                        "DELETE FROM g WHERE id = " + work + "1");
                migration.assertEqualContent();
                migration.stop();
            }
        }
    }

    /** On a target with dolphin the column must not be AUTO_INCREMENT while changes are replayed: it would replace a zero by a number. */
    @Test
    void keepsZeroInAutoIncrementColumn() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_zero")) {
            migration.source(
                    "CREATE TABLE z (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, v INT)",
                    "CREATE TABLE y (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, v INT)");
            try (Connection source = migration.openSource();
                    Statement statement = source.createStatement()) {
                statement.execute("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
                statement.execute("INSERT INTO z VALUES (0, 1), (7, 7)");
                migration.start();
                assertThat(migration.targetRows("SELECT id FROM z ORDER BY id")).containsExactly("0", "7");
                statement.execute("INSERT INTO y VALUES (0, 1)");
                statement.execute("INSERT INTO y VALUES (NULL, 2)");
                statement.execute("UPDATE y SET v = 3 WHERE id = 0");
                statement.execute("UPDATE z SET id = 8 WHERE id = 0");
                statement.execute("UPDATE z SET id = 0 WHERE id = 7");
            }
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT id, v FROM y ORDER BY id")).containsExactly("0|3", "1|2");
            assertThat(migration.targetRows("SELECT id, v FROM z ORDER BY id")).containsExactly("0|7", "8|1");
            migration.stop();
        }
    }

    @Test
    void replicatesInvisiblePrimaryKeys() throws Exception {
        assumeTrue(Servers.sandbox().sourceIsNative(), "global settings of a given server are not changed");
        String shows = "SET GLOBAL show_gipk_in_create_table_and_information_schema = ";
        try (Migration migration = Migration.of("gf_e2e_hidden_key")) {
            migration.source(
                    "SET SESSION sql_generate_invisible_primary_key = ON",
                    "CREATE TABLE item (n INT)",
                    "INSERT INTO item VALUES (1), (1), (2)");
            Servers.source().execute(shows + "OFF");
            migration.start();
            Servers.source().execute(shows + "ON");
            migration.source(
                    "INSERT INTO item VALUES (1)", "DELETE FROM item WHERE n = 1 LIMIT 1", "UPDATE item SET n = 3");
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT my_row_id, n FROM item ORDER BY 1"))
                    .containsExactly("2|3", "3|3", "4|3");
            migration.stop();
        } finally {
            Servers.source().execute(shows + "ON");
        }
    }

    @Test
    void replicatesTimesIndependentlyOfTimeZones() throws Exception {
        assumeTrue(Servers.sandbox().sourceIsNative(), "the time zone of a given server is not changed");
        String before = Servers.source().value("SELECT @@GLOBAL.time_zone");
        try (Migration migration = Migration.of("gf_e2e_zones")) {
            Servers.source().execute("SET GLOBAL time_zone = '-05:00'");
            migration.daemonOption("-Duser.timezone=Asia/Kolkata");
            migration.source("CREATE TABLE c (id INT PRIMARY KEY, at TIMESTAMP(6) NULL, local DATETIME(6), day DATE,"
                    + " clock TIME(3), born YEAR, made TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP)");
            // instants and local times that do not exist, or exist twice, in some time zone
            String[] moments = {
                "2024-03-31 02:30:00.123456",
                "2024-03-10 02:30:00",
                "2024-11-03 01:30:00",
                "2024-10-27 02:30:00",
                "1970-01-01 00:00:01",
                "1945-09-01 00:15:00.5",
                "2038-01-18 20:00:00.999999"
            };
            insert(migration, 0, moments);
            migration.start();
            assertMoments(migration);
            insert(migration, 100, moments);
            migration.source("UPDATE c SET local = local + INTERVAL 1 HOUR, at = at + INTERVAL 1 HOUR WHERE id > 100");
            assertMoments(migration);
            migration.stop();
        } finally {
            Servers.source().execute("SET GLOBAL time_zone = '" + before + "'");
        }
    }

    /** A TIMESTAMP starts in 1970: earlier values remain NULL. */
    private static void insert(Migration migration, int first, String[] moments) throws Exception {
        int id = first;
        for (String moment : moments) {
            String at = moment.compareTo("1970") < 0 ? "NULL" : "'" + moment + "'";
            migration.source("INSERT INTO c (id, at, local, day, clock, born) VALUES (" + ++id + ", " + at + ", '"
                    + moment + "', DATE('" + moment + "'), TIME('" + moment + "'), 2024)");
        }
    }

    /** Reads both sides in UTC, and local times as strings. */
    private static void assertMoments(Migration migration) throws Exception {
        migration.assertEqualContent();
        try (Connection source = migration.openSource();
                Connection target = migration.openTarget();
                Statement sourceSession = source.createStatement();
                Statement targetSession = target.createStatement()) {
            sourceSession.execute("SET SESSION time_zone = '+00:00'");
            targetSession.execute("SET TIME ZONE 'UTC'");
            String columns = "SELECT id, %s AS a, %s AS b, %s AS c, %s AS d FROM c ORDER BY id";
            assertThat(Server.rows(
                            target,
                            columns.formatted(
                                    "TO_CHAR(at, 'YYYY-MM-DD HH24:MI:SS.US')",
                                    "TO_CHAR(local, 'YYYY-MM-DD HH24:MI:SS.US')",
                                    "TO_CHAR(\"day\", 'YYYY-MM-DD')",
                                    "TO_CHAR(made, 'YYYY-MM-DD HH24:MI:SS')")))
                    .isNotEmpty()
                    .isEqualTo(Server.rows(
                            source,
                            columns.formatted(
                                    "DATE_FORMAT(at, '%Y-%m-%d %H:%i:%s.%f')",
                                    "DATE_FORMAT(local, '%Y-%m-%d %H:%i:%s.%f')",
                                    "DATE_FORMAT(day, '%Y-%m-%d')",
                                    "DATE_FORMAT(made, '%Y-%m-%d %H:%i:%s')")));
        }
    }
}
