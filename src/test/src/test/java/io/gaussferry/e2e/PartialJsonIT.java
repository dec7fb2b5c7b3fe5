package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies {@code binlog_row_value_options = PARTIAL_JSON}: the binlog contains the changes of documents instead of documents. */
class PartialJsonIT {

    private static final String[] TABLE = {
        "CREATE TABLE doc (id INT PRIMARY KEY, first JSON, note VARCHAR(40), second JSON, number INT)",
        """
        INSERT INTO doc VALUES
        (1, '{"a": 1, "b": {"c": [1, 2, {"d": "deep"}], "e f": null}, "ä\\\\"\\\\n": 1.5}', 'one', '[]', 1),
        (2, '[1, "two", {"three": 3}, [4, [5]]]', 'two', NULL, 2),
        (3, JSON_OBJECT('big', REPEAT('x', 200000), 'n', 1, 'list', JSON_ARRAY()), 'three', '{"k": "v"}', 3),
        (4, NULL, 'four', '{}', 4),
        (5, JSON_OBJECT('dec', 1.50, 'date', CAST('2024-02-29 01:02:03.5' AS DATETIME(6)), 'blob', 0x00ff,
          'u', 18446744073709551615, 'd', 1e300), NULL, '"scalar"', NULL)""",
        "INSERT INTO doc SELECT 100 + a.id * 10 + b.id, a.first, a.note, b.second, 0 FROM doc a, doc b"
    };

    private static final String[] CHANGES = {
        "UPDATE doc SET first = JSON_SET(first, '$.a', 'a longer text than before') WHERE id = 1",
        "UPDATE doc SET first = JSON_SET(first, '$.b.c[2].d', 7, '$.b.c[9]', 'appended', '$.new', JSON_OBJECT('z', 1),"
                + " '$.b.\"e f\"', TRUE) WHERE id = 1",
        "UPDATE doc SET first = JSON_REMOVE(first, '$.b.c[0]', '$.\"ä\\\\\"\\\\n\"') WHERE id = 1",
        "UPDATE doc SET first = JSON_REPLACE(first, '$[last][1][0]', REPEAT('y', 300), '$[0]', -1), note = 'changed'"
                + " WHERE id = 2",
        "UPDATE doc SET first = JSON_SET(first, '$.n', 70000, '$.list[0]', 1, '$.list[1]', 2),"
                + " second = JSON_SET(second, '$.k', JSON_ARRAY(1, NULL)), number = number + 1 WHERE id = 3",
        "UPDATE doc SET first = JSON_REMOVE(first, '$.big') WHERE id = 3",
        "UPDATE doc SET first = '{\"was\": \"NULL\"}', second = JSON_SET(second, '$.x', 1) WHERE id = 4",
        "UPDATE doc SET first = JSON_SET(first, '$.y', 2), second = NULL WHERE id = 4",
        "UPDATE doc SET first = JSON_SET(first, '$.dec', 2.75, '$.date', CAST('10:11:12' AS TIME), '$.u', -9223372036854775808,"
                + " '$.added', CAST(0xff AS JSON)), number = 1 WHERE id = 5",
        "UPDATE doc SET first = JSON_REPLACE(first, '$.a', 2, '$[0]', 2), second = JSON_SET(second, '$.k', id) WHERE id > 100",
        "UPDATE doc SET first = JSON_REPLACE(first, '$.missing', 1), note = 'no change of the document'",
        "UPDATE doc SET id = id + 1000, first = JSON_SET(first, '$.moved', TRUE) WHERE id = 5",
    };

    @Test
    void replicatesPartiallyLoggedDocuments() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_partial_json")) {
            migration.source(TABLE);
            migration.source("FLUSH BINARY LOGS");
            migration.start();
            change(migration);
            migration.assertEqualContent();
            migration.stop();
            migration.source("DELETE FROM doc", TABLE[1], TABLE[2]);
            change(migration);
            migration.start();
            migration.assertEqualContent();
            assertThat(newestEvents())
                    .filteredOn(event -> event.contains("Update_rows_partial"))
                    .hasSizeGreaterThan(2 * CHANGES.length - 4);
        }
    }

    private static void change(Migration migration) throws Exception {
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION binlog_row_value_options = 'PARTIAL_JSON'");
            for (String change : CHANGES) {
                statement.execute(change);
            }
        }
    }

    private static List<String> newestEvents() throws Exception {
        List<String> files = Servers.source().rows("SHOW BINARY LOGS");
        String newest = files.get(files.size() - 1).split("\\|", -1)[0];
        return Servers.source().rows("SHOW BINLOG EVENTS IN '" + newest + "'");
    }
}
