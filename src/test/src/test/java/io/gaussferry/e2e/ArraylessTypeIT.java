package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Verifies an existing target table with a column whose type has no array type: its rows cannot be sent as arrays. */
class ArraylessTypeIT {

    @Test
    void replicatesEveryKindOfChange() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_arrayless")) {
            migration.source(
                    "CREATE TABLE keyed (id INT PRIMARY KEY, note VARCHAR(50))",
                    "CREATE TABLE keyless (id INT, note VARCHAR(50))",
                    "INSERT INTO keyed VALUES (1, 'one'), (2, NULL), (3, 'three')",
                    "INSERT INTO keyless VALUES (1, 'same'), (1, 'same'), (2, NULL)");
            createTarget(migration);
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "INSERT INTO keyed VALUES (14, 'a quote \" and '' and \\\\ and {,} and NULL'), (15, NULL), (16, '😀')",
                    "UPDATE keyed SET note = CONCAT(COALESCE(note, ''), '+') WHERE id IN (1, 2)",
                    "UPDATE keyed SET id = id + 100 WHERE id = 3",
                    "DELETE FROM keyed WHERE id IN (15, 103)",
                    "DELETE FROM keyed WHERE id = 14",
                    "DELETE FROM keyed WHERE id = 16",
                    "INSERT INTO keyed VALUES (3, 'three')",
                    "UPDATE keyless SET note = 'other' WHERE note = 'same' LIMIT 1",
                    "DELETE FROM keyless WHERE note IS NULL LIMIT 1",
                    "INSERT INTO keyless VALUES (1, 'same'), (2, NULL), (9, '\"quoted\"')"));
            assertThat(migration.targetRows("SELECT note FROM keyed WHERE id = 2"))
                    .containsExactly("++");
        }
    }

    /** openGauss has no arrays of domains; on PostgreSQL the array type is removed. */
    private static void createTarget(Migration migration) throws Exception {
        String schema = "\"" + migration.database() + "\"";
        Servers.target()
                .execute(
                        "CREATE SCHEMA " + schema,
                        "CREATE DOMAIN " + schema + ".gf_note AS varchar(50)",
                        "CREATE TABLE " + schema + ".keyed (id integer PRIMARY KEY, note " + schema + ".gf_note)",
                        "CREATE TABLE " + schema + ".keyless (id integer, note " + schema + ".gf_note)");
        if (Servers.target().value("SELECT version()").startsWith("PostgreSQL")) {
            Servers.target()
                    .execute("UPDATE pg_catalog.pg_type SET typarray = 0 WHERE typname = 'gf_note' AND typnamespace ="
                            + " (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = '" + migration.database()
                            + "')");
        }
    }
}
