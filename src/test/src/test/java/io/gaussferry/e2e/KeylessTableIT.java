package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Verifies tables whose rows are indistinguishable: every change has exactly the effect that it had on the source. */
class KeylessTableIT {

    @Test
    void deletesExactlyOneOfSeveralEqualRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keyless")) {
            migration.source(
                    "CREATE TABLE plain (a INT, b VARCHAR(20))",
                    "INSERT INTO plain VALUES (1, 'x'), (1, 'x'), (1, 'x'), (1, 'x'), (2, 'x')",
                    "INSERT INTO plain VALUES (NULL, NULL), (NULL, NULL), (NULL, NULL), (1, NULL), (NULL, 'x')");
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "DELETE FROM plain WHERE a = 1 AND b = 'x' LIMIT 1",
                    "DELETE FROM plain WHERE a IS NULL AND b IS NULL LIMIT 1"));
            assertThat(migration.targetRows("SELECT count(*) FROM plain WHERE a = 1 AND b = 'x'"))
                    .containsExactly("2");
            assertThat(migration.targetRows("SELECT count(*) FROM plain WHERE a IS NULL AND b IS NULL"))
                    .containsExactly("1");
            assertThat(migration.targetRows("SELECT count(*) FROM plain")).containsExactly("6");
        }
    }

    @Test
    void updatesExactlyOneOfSeveralEqualRows() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keyless")) {
            migration.source(
                    "CREATE TABLE plain (a INT, b VARCHAR(20), c DECIMAL(10, 2), d DATETIME(6), KEY (a))",
                    "INSERT INTO plain VALUES (1, 'x', 1.50, '2026-01-02 03:04:05.678901')",
                    "INSERT INTO plain SELECT * FROM plain",
                    "INSERT INTO plain SELECT * FROM plain",
                    "INSERT INTO plain SELECT * FROM plain");
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "UPDATE plain SET b = 'y', d = NULL WHERE b = 'x' LIMIT 1",
                    "UPDATE plain SET b = NULL WHERE b = 'x' LIMIT 1"));
            assertThat(migration.targetRows("SELECT b, count(*) FROM plain GROUP BY b"))
                    .containsExactlyInAnyOrder("x|4", "y|2", "null|2");
        }
    }

    @Test
    void replicatesRepeatedChangesOfOneRowInTransaction() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keyless")) {
            migration.source(
                    "CREATE TABLE plain (a INT, b VARCHAR(20))", "INSERT INTO plain VALUES (1, 'x'), (1, 'x')");
            migration.replaysLiveAndFromBacklog(() -> migration.sourceTransaction(
                    "INSERT INTO plain VALUES (1, 'x'), (2, 'y'), (2, 'y')",
                    "UPDATE plain SET a = a + 1 WHERE a = 1 LIMIT 2",
                    "DELETE FROM plain WHERE a = 2 AND b = 'x' LIMIT 1",
                    "INSERT INTO plain VALUES (1, 'x'), (1, 'x')",
                    "UPDATE plain SET b = CONCAT(b, b) WHERE a = 2 LIMIT 1"));
        }
    }

    @Test
    void identifiesNoRowByNullableKey() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_keyless")) {
            migration.source(
                    "CREATE TABLE maybe (code INT NULL, note VARCHAR(20), UNIQUE KEY (code))",
                    "INSERT INTO maybe VALUES (1, 'one'), (NULL, 'none'), (NULL, 'none'), (NULL, 'none')");
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "DELETE FROM maybe WHERE code IS NULL LIMIT 1",
                    "UPDATE maybe SET note = 'changed' WHERE code IS NULL AND note = 'none' LIMIT 1",
                    "UPDATE maybe SET code = 3 - code WHERE code IS NOT NULL",
                    "INSERT INTO maybe VALUES (NULL, 'none'), (NULL, 'none')"));
        }
    }
}
