package io.gaussferry.e2e;

import org.junit.jupiter.api.Test;

/**
 * Foreign keys that change other rows. MySQL up to 9.5 does not write into its binlog what they change, later ones do; the target
 * has the same keys in both cases. Guards: {@code TableConflicts.cascades}, which makes such a batch go row by row, and the order
 * of tables in {@code BatchPlan}.
 */
class CascadeIT {

    @Test
    void changesOfParentsChangeTheirChildren() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_cascade")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY, name VARCHAR(20))",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id)"
                            + " ON DELETE CASCADE ON UPDATE CASCADE)",
                    "CREATE TABLE a_grandchild (id INT PRIMARY KEY, child INT, FOREIGN KEY (child) REFERENCES child (id)"
                            + " ON DELETE SET NULL)",
                    "CREATE TABLE tree (id INT PRIMARY KEY, above INT, FOREIGN KEY (above) REFERENCES tree (id)"
                            + " ON DELETE CASCADE)");
            migration.replaysLiveAndFromBacklog(() -> {
                for (int parent = 1; parent <= 20; parent++) {
                    migration.sourceTransaction(
                            "INSERT INTO parent VALUES (" + parent + ", 'p')",
                            "INSERT INTO child VALUES (" + parent * 10 + ", " + parent + "), (" + (parent * 10 + 1)
                                    + ", " + parent + ")",
                            "INSERT INTO a_grandchild VALUES (" + parent + ", " + parent * 10 + ")");
                }
                // a larger one is more than MySQL 9.7 deletes in one statement
                for (int node = 1; node <= 8; node++) {
                    migration.source("INSERT INTO tree VALUES (" + node + ", " + (node == 1 ? "NULL" : node / 2) + ")");
                }
                migration.source(
                        "DELETE FROM parent WHERE id = 1",
                        // the same key again: together they must not become an update, which would leave the children
                        "DELETE FROM parent WHERE id = 2",
                        "INSERT INTO parent VALUES (2, 'again')",
                        "UPDATE parent SET id = 100 WHERE id = 3",
                        "UPDATE child SET parent = 4 WHERE parent = 100",
                        "DELETE FROM parent WHERE id = 100",
                        "DELETE FROM child WHERE id = 50",
                        "DELETE FROM tree WHERE id = 2",
                        "INSERT INTO child VALUES (999, 2)");
                migration.sourceTransaction(
                        "INSERT INTO parent VALUES (200, 'short')",
                        "INSERT INTO child VALUES (2000, 200)",
                        "DELETE FROM parent WHERE id = 200",
                        "UPDATE child SET id = id + 5000 WHERE parent = 5");
                migration.source("DELETE FROM parent", "DELETE FROM tree", "DELETE FROM a_grandchild");
            });
        }
    }

    @Test
    void rowsArriveWhenParentsAndChildrenComeInOneTransaction() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_cascade")) {
            migration.source(
                    "CREATE TABLE z_parent (id BIGINT PRIMARY KEY, code VARCHAR(10) UNIQUE)",
                    "CREATE TABLE a_child (id INT PRIMARY KEY, parent BIGINT NOT NULL, code VARCHAR(10),"
                            + " FOREIGN KEY (parent) REFERENCES z_parent (id),"
                            + " FOREIGN KEY (code) REFERENCES z_parent (code))");
            migration.replaySetting("consistency: dependency");
            migration.replaysLiveAndFromBacklog(() -> {
                for (int i = 0; i < 200; i++) {
                    migration.sourceTransaction(
                            "INSERT INTO z_parent VALUES (" + i + ", 'c" + i + "')",
                            "INSERT INTO a_child VALUES (" + i + ", " + i + ", 'c" + i / 2 * 2 + "')");
                }
                migration.source("UPDATE a_child SET code = NULL", "UPDATE a_child SET parent = 0 WHERE id % 3 = 0");
                migration.source("DELETE FROM a_child", "DELETE FROM z_parent");
            });
        }
    }
}
