package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Verifies every two-byte code that MySQL stores in one of its East Asian character sets, and the longer codes that map to the first plane of
 * Unicode: the target must get the character to which MySQL itself converts the code, or, if MySQL has none, the result of the rule for invalid
 * bytes, never another character.
 */
class CharacterSetsIT {

    /** The four-byte code for a number, from 0. */
    private static final String FOUR_BYTES =
            "SELECT ((129 + (%1$s) DIV 12600) << 24) + ((48 + (%1$s) DIV 1260 %% 10) << 16)"
                    + " + ((129 + (%1$s) DIV 10 %% 126) << 8) + 48 + (%1$s) %% 10 FROM codes";

    /** The ranges of codes of each character set. */
    private static final Map<String, List<String>> CODES = Map.of(
            "gbk", List.of("SELECT n FROM codes"),
            "gb2312", List.of("SELECT n FROM codes"),
            "gb18030",
                    List.of(
                            "SELECT n FROM codes",
                            String.format(FOUR_BYTES, "n - 32768"),
                            String.format(FOUR_BYTES, "n")),
            "big5", List.of("SELECT n FROM codes"),
            "sjis", List.of("SELECT n FROM codes"),
            "cp932", List.of("SELECT n FROM codes"),
            "euckr", List.of("SELECT n FROM codes"),
            "ujis", List.of("SELECT n FROM codes", "SELECT (143 << 16) + n FROM codes"),
            "eucjpms", List.of("SELECT n FROM codes", "SELECT (143 << 16) + n FROM codes"));

    @Test
    void convertsEveryCodeLikeMySql() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_codes")) {
            try (Connection source = migration.openSource();
                    Statement statement = source.createStatement()) {
                statement.execute("SET SESSION sql_mode = ''");
                statement.execute("SET SESSION cte_max_recursion_depth = 70000");
                statement.execute("CREATE TEMPORARY TABLE codes (n BIGINT PRIMARY KEY) SELECT n FROM"
                        + " (WITH RECURSIVE r (n) AS (SELECT 32768 UNION ALL SELECT n + 1 FROM r WHERE n < 65535)"
                        + " SELECT n FROM r) all_codes");
                for (Map.Entry<String, List<String>> codes : CODES.entrySet()) {
                    String name = codes.getKey();
                    statement.execute("CREATE TABLE c_" + name + " (n BIGINT PRIMARY KEY, v VARCHAR(4) CHARACTER SET "
                            + name + ")");
                    for (String query : codes.getValue()) {
                        statement.execute("INSERT IGNORE INTO c_" + name + " SELECT n, CONVERT(UNHEX(HEX(n)) USING "
                                + name + ") FROM (" + query + ") AS q (n)");
                    }
                    statement.execute(
                            "DELETE FROM c_" + name + " WHERE v IS NULL OR HEX(v) <> HEX(n) OR CHAR_LENGTH(v) <> 1");
                }
            }
            migration.ruleSetting("invalid-bytes: replace");
            migration.start();
            List<String> wrong = new ArrayList<>();
            for (String name : CODES.keySet()) {
                compare(migration, name, wrong);
            }
            assertThat(wrong).as(wrong.size() + " codes").isEmpty();
            migration.stop();
        }
    }

    private static void compare(Migration migration, String name, List<String> wrong) throws Exception {
        Map<String, String> target = new HashMap<>();
        for (String row :
                migration.targetRows("SELECT n, encode(convert_to(v, 'UTF8'), 'hex') FROM c_" + name + " ORDER BY n")) {
            String[] values = row.split("\\|", -1);
            target.put(values[0], values[1]);
        }
        assertThat(target).as(name).hasSizeGreaterThan(5_000);
        try (Connection source = migration.openSource()) {
            for (String row : Server.rows(
                    source, "SELECT n, LOWER(HEX(CONVERT(v USING utf8mb4))), HEX(n) FROM c_" + name + " ORDER BY n")) {
                String[] values = row.split("\\|", -1);
                String found = target.getOrDefault(values[0], "missing");
                // a question mark represents a code that MySQL cannot convert, and MySQL has U+FFFD in some gaps
                boolean gap = values[1].equals("3f") || values[1].equals("efbfbd");
                boolean right = gap ? found.contains("efbfbd") : found.equals(values[1]);
                if (!right) {
                    wrong.add(name + " 0x" + values[2] + " is " + values[1] + " on MySQL and " + found
                            + " on the target");
                }
            }
        }
    }
}
