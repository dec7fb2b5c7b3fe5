package io.gaussferry.e2e;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Verifies rows that are inserted, updated and deleted by every kind of statement: the binlog contains the resulting rows. */
class StatementsIT {

    @Test
    void replicatesEveryWayOfChangingRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_statements")) {
            migration.source(
                    "CREATE TABLE item (id INT AUTO_INCREMENT PRIMARY KEY, code VARCHAR(10) NULL, n INT NOT NULL DEFAULT 0,"
                            + " UNIQUE KEY (code))",
                    "CREATE TABLE site (id INT, region INT, v VARCHAR(20), PRIMARY KEY (id, region))"
                            + " PARTITION BY LIST (region) (PARTITION p1 VALUES IN (1, 2), PARTITION p2 VALUES IN (3, 4))",
                    "CREATE TABLE derived (id INT PRIMARY KEY, a INT, twice INT AS (a * 2) VIRTUAL, thrice INT AS (a * 3)"
                            + " STORED, UNIQUE KEY (twice), KEY (thrice))",
                    "CREATE TABLE audit (id INT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(40))",
                    "CREATE TABLE keyless (n INT, what VARCHAR(40))",
                    "CREATE TRIGGER after_insert AFTER INSERT ON item FOR EACH ROW"
                            + " INSERT INTO audit VALUES (NULL, CONCAT('in ', NEW.id))",
                    "CREATE TRIGGER after_delete AFTER DELETE ON item FOR EACH ROW"
                            + " INSERT INTO keyless VALUES (OLD.id, CONCAT('out ', OLD.id))",
                    "CREATE PROCEDURE fill(IN up_to INT) BEGIN DECLARE i INT DEFAULT 0; WHILE i < up_to DO"
                            + " INSERT INTO item (code, n) VALUES (NULL, i); SET i = i + 1; END WHILE; END");
            String other = migration.addDatabase("_other");
            migration.source("CREATE TABLE " + other + ".unreplicated (n INT)");
            migration.replaysLiveAndFromBacklog(() -> changeRows(migration, other));
        }
    }

    private static void changeRows(Migration migration, String other) throws SQLException {
        migration.source(
                "DELETE FROM item",
                "DELETE FROM site",
                "DELETE FROM derived",
                "INSERT INTO item (id, code, n) VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (4, NULL, 4)",
                // replaces two rows at once
                "REPLACE INTO item VALUES (1, 'c', 13)",
                "INSERT INTO item VALUES (9, 'c', 5) ON DUPLICATE KEY UPDATE id = 7, n = n + VALUES(n)",
                "INSERT IGNORE INTO item VALUES (7, 'z', 0), (8, 'c', 0), (10, 'd', 0)",
                "INSERT INTO item (code, n) SELECT CONCAT('s', id), n + 100 FROM item WHERE id < 5",
                "UPDATE item, audit SET item.n = 50, audit.what = 'both' WHERE item.id = 7 AND audit.what = 'in 7'",
                "DELETE item, audit FROM item JOIN audit ON audit.what = CONCAT('in ', item.id) WHERE item.id = 2",
                "UPDATE item SET n = n + 1 ORDER BY id DESC LIMIT 2",
                "CALL fill(7)",
                "INSERT INTO site VALUES (1, 1, 'one'), (2, 3, 'two'), (3, 4, 'three')",
                "UPDATE site SET region = region % 4 + 1",
                "INSERT INTO derived (id, a) VALUES (1, 10), (2, 20), (3, NULL)",
                "UPDATE derived SET a = CASE a WHEN 10 THEN 30 ELSE 40 END WHERE a IS NOT NULL ORDER BY id DESC",
                "CREATE TABLE " + other + ".taken AS SELECT * FROM item",
                "DROP TABLE " + other + ".taken");
        migration.sourceTransaction(
                "SET SESSION binlog_rows_query_log_events = ON",
                "INSERT INTO item VALUES (2000000, 'kept', 0)",
                "SAVEPOINT here",
                "DELETE FROM item WHERE id = 2000000",
                "INSERT INTO item VALUES (2000001, 'not kept', 0)",
                "ROLLBACK TO SAVEPOINT here",
                "UPDATE item SET n = 1 WHERE id = 2000000",
                "INSERT INTO " + other + ".unreplicated VALUES (1)");
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            // it hides the replicated table of that name
            statement.execute("CREATE TEMPORARY TABLE item (id INT PRIMARY KEY)");
            statement.execute("INSERT INTO item VALUES (1), (2), (777)");
            statement.execute("INSERT INTO keyless SELECT id, 'of a temporary table' FROM item");
            statement.execute("DELETE FROM item");
        }
    }
}
