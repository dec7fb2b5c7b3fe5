package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Verifies combinations of simple changes: of keys, of unique values, and of one key repeatedly. */
class KeyedTableIT {

    @Test
    void swapsUniqueValuesInsideTransaction() throws Exception {
        try (Migration migration = withCodes()) {
            migration.replaysLiveAndFromBacklog(
                    () -> migration.sourceTransaction(
                            "UPDATE item SET code = -1 WHERE id = 1",
                            "UPDATE item SET code = IF(code = 10, 20, 10) WHERE id = 2",
                            "UPDATE item i JOIN (SELECT code FROM item WHERE id = 2) o SET i.code = 30 - o.code WHERE i.id = 1"));
            assertThat(migration.targetRows("SELECT id, code FROM item WHERE id < 3 ORDER BY id"))
                    .containsExactly("1|10", "2|20");
        }
    }

    @Test
    void swapsUniqueValuesAcrossTransactions() throws Exception {
        try (Migration migration = withCodes()) {
            migration.replaysLiveAndFromBacklog(() -> {
                for (int round = 0; round < 25; round++) {
                    migration.source(
                            "UPDATE item SET code = NULL WHERE id = 1",
                            "UPDATE item SET code = IF(code = 10, 20, 10) WHERE id = 2",
                            "UPDATE item i JOIN (SELECT code FROM item WHERE id = 2) o SET i.code = 30 - o.code"
                                    + " WHERE i.id = 1");
                }
            });
        }
    }

    @Test
    void movesUniqueValueToAnotherRow() throws Exception {
        try (Migration migration = withCodes()) {
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "DELETE FROM item WHERE code = 30",
                    "INSERT INTO item VALUES (NULL, 30, 'moved')",
                    "UPDATE item SET code = 31 WHERE code = 30",
                    "INSERT INTO item VALUES (NULL, 30, 'moved again')",
                    "DELETE FROM item WHERE code = 31"));
        }
    }

    @Test
    void allowsSeveralNullsInUniqueKey() throws Exception {
        try (Migration migration = withCodes()) {
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "INSERT INTO item VALUES (NULL, NULL, 'a'), (NULL, NULL, 'b')",
                    "UPDATE item SET code = NULL WHERE id IN (1, 3)",
                    "UPDATE item SET code = 10 WHERE id = 1",
                    "UPDATE item SET code = 30 WHERE id = 3"));
            assertThat(migration.targetRows("SELECT count(*) FROM item WHERE code IS NULL"))
                    .containsExactly("4");
        }
    }

    private static Migration withCodes() throws Exception {
        Migration migration = Migration.of("gf_e2e_keyed");
        migration.source(
                "CREATE TABLE item (id INT AUTO_INCREMENT PRIMARY KEY, code INT NULL, note VARCHAR(30), UNIQUE KEY code (code))",
                "INSERT INTO item VALUES (1, 10, 'one'), (2, 20, 'two'), (3, 30, 'three')");
        return migration;
    }

    @Test
    void replicatesPrimaryKeyChanges() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keyed")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, note VARCHAR(30))",
                    "INSERT INTO item VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four')");
            migration.replaysLiveAndFromBacklog(() -> {
                migration.source(
                        // every row takes the key that the next one has just left
                        "UPDATE item SET id = id + 1 ORDER BY id DESC",
                        "UPDATE item SET id = id - 1 ORDER BY id",
                        "UPDATE item SET id = 100 WHERE id = 1",
                        "INSERT INTO item VALUES (1, 'new one')",
                        "DELETE FROM item WHERE id = 100");
                migration.sourceTransaction(
                        "UPDATE item SET id = -1 WHERE id = 2",
                        "UPDATE item SET id = 2 WHERE id = 3",
                        "UPDATE item SET id = 3 WHERE id = -1");
            });
        }
    }

    @Test
    void appliesChainsOfChangesToOneKey() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keyed")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT, note VARCHAR(30))");
            migration.replaysLiveAndFromBacklog(() -> {
                migration.sourceTransaction(chain(0));
                for (int key = 10; key < 40; key += 10) {
                    migration.source(chain(key));
                }
            });
            assertThat(migration.targetRows("SELECT count(*) FROM item")).containsExactly("8");
        }
    }

    /** Returns six histories of six keys; repeatable. */
    private static String[] chain(int key) {
        return new String[] {
            "DELETE FROM item WHERE id BETWEEN " + key + " AND " + (key + 9),
            // ends in a deletion
            "INSERT INTO item VALUES (" + key + ", 1, 'a')",
            "UPDATE item SET n = 2 WHERE id = " + key,
            "DELETE FROM item WHERE id = " + key,
            // deleted and inserted again
            "INSERT INTO item VALUES (" + (key + 1) + ", 1, 'a')",
            "UPDATE item SET n = n + 1 WHERE id = " + (key + 1),
            "DELETE FROM item WHERE id = " + (key + 1),
            "INSERT INTO item VALUES (" + (key + 1) + ", 7, NULL)",
            // updated alternately
            "INSERT INTO item VALUES (" + (key + 2) + ", 1, 'a')",
            "UPDATE item SET n = 2 WHERE id = " + (key + 2),
            "UPDATE item SET note = 'b' WHERE id = " + (key + 2),
            "UPDATE item SET n = NULL WHERE id = " + (key + 2),
            // to another key and away
            "INSERT INTO item VALUES (" + (key + 3) + ", 1, 'a')",
            "UPDATE item SET id = " + (key + 4) + " WHERE id = " + (key + 3),
            "DELETE FROM item WHERE id = " + (key + 4),
            // to another key and back
            "INSERT INTO item VALUES (" + (key + 5) + ", 1, 'a')",
            "UPDATE item SET id = " + (key + 6) + " WHERE id = " + (key + 5),
            "UPDATE item SET id = " + (key + 5) + ", n = 5 WHERE id = " + (key + 6),
            "DELETE FROM item WHERE id = " + (key + 5)
        };
    }

    @Test
    void distinguishesKeysOfSeveralColumns() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keyed")) {
            migration.source(
                    "CREATE TABLE pair (note VARCHAR(30), b VARCHAR(10) COLLATE utf8mb4_bin, c INT, a VARCHAR(10) COLLATE"
                            + " utf8mb4_bin, PRIMARY KEY (a, b), UNIQUE KEY c_b (c, b))",
                    // the same letters, divided differently
                    "INSERT INTO pair (a, b, c) VALUES ('x', 'yz', 1), ('xy', 'z', 1), ('', 'xyz', NULL), ('xyz', '', 1)");
            migration.replaysLiveAndFromBacklog(() -> {
                migration.source(
                        "UPDATE pair SET note = CONCAT(IFNULL(note, ''), 'first') WHERE a = 'x' AND b = 'yz'",
                        "UPDATE pair SET note = CONCAT(IFNULL(note, ''), 'second') WHERE a = 'xy' AND b = 'z'",
                        "DELETE FROM pair WHERE a = '' AND b = 'xyz'",
                        "INSERT INTO pair (a, b, c) VALUES ('', 'xyz', 1)",
                        "UPDATE pair SET c = NULL WHERE a = ''");
                migration.sourceTransaction(
                        "UPDATE pair SET b = 'tmp' WHERE a = 'x'",
                        "UPDATE pair SET a = 'x', b = 'yz' WHERE a = 'xy'",
                        "UPDATE pair SET a = 'xy', b = 'z' WHERE b = 'tmp'");
            });
        }
    }
}
