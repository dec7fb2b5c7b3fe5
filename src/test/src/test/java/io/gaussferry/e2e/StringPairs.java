package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pairs of strings in a table: whether the two are equal for lookups, joins, groups, patterns, order and unique keys. */
final class StringPairs {

    private static final String GENERAL = "utf8mb4_general_ci";

    private static final List<String> ALL = List.of(
            "a|A",
            "é|e",
            "é|É",
            "å|A",
            "ü|u",
            "ñ|N",
            "ç|C",
            "a|a ",
            "| ",
            "ß|s",
            "ß|ss",
            "æ|ae",
            "æ|Æ",
            "œ|oe",
            "œ|Œ",
            "ø|o",
            "ø|Ø",
            "đ|d",
            "ł|l",
            "i|İ",
            "ı|i",
            "ａ|a",
            "あ|ア",
            "は|ば",
            "ｱ|ア",
            "ゃ|や",
            "😀|😁",
            "😀|😀",
            "é|e\u0301",
            "ﬁ|fi",
            "①|1",
            "²|2",
            "Д|д",
            "ё|е",
            "Σ|ς",
            "ά|Α",
            "中|中",
            "中|国",
            "x y|xy",
            "Straße|STRASSE");

    /** Queries about one pair; {@code %3$s} is the second string. */
    private static final Map<String, String> QUESTIONS = new LinkedHashMap<>();

    static {
        QUESTIONS.put("lookup", "SELECT COUNT(*) FROM %1$s.pairs WHERE id = %2$d AND a = '%3$s'");
        QUESTIONS.put("list", "SELECT COUNT(*) FROM %1$s.pairs WHERE id = %2$d AND a IN ('none', '%3$s')");
        QUESTIONS.put("pattern", "SELECT COUNT(*) FROM %1$s.pairs WHERE id = %2$d AND a LIKE '%3$s'");
        QUESTIONS.put(
                "join",
                "SELECT COUNT(*) FROM %1$s.pairs p JOIN %1$s.pairs q ON p.a = q.b WHERE p.id = %2$d AND q.id = %2$d");
        QUESTIONS.put(
                "groups",
                "SELECT COUNT(*) FROM (SELECT v FROM (SELECT a AS v FROM %1$s.pairs WHERE id = %2$d UNION ALL"
                        + " SELECT b FROM %1$s.pairs WHERE id = %2$d) x GROUP BY v) y");
    }

    private final Migration migration;
    private final String collation;
    private final List<String> pairs;

    StringPairs(Migration migration, String collation) {
        this.migration = migration;
        this.collation = collation;
        this.pairs = ALL.stream().filter(pair -> isIn(collation, pair)).toList();
    }

    private static boolean isIn(String collation, String pair) {
        return !collation.startsWith("latin1_")
                || Charset.forName("windows-1252").newEncoder().canEncode(pair);
    }

    /** Creates the tables: the pairs in the collation, the same pairs in the one to compare with, and unique keys. */
    void create() throws SQLException {
        String characterSet = collation.substring(0, collation.indexOf('_'));
        String string = " VARCHAR(20) CHARACTER SET " + characterSet + " COLLATE " + collation;
        migration.source(
                "CREATE TABLE pairs (id INT PRIMARY KEY, a" + string + ", b" + string + ", KEY (a))",
                "CREATE TABLE single (v" + string + " UNIQUE)");
        for (int i = 0; i < pairs.size(); i++) {
            migration.source("INSERT INTO pairs VALUES (" + i + ", '" + first(i) + "', '" + second(i) + "')");
        }
    }

    /**
     * Requires the answers of MySQL's general collation, except for ß and s, which are equal only there. It asks MySQL in a copy of the table with
     * that collation.
     */
    void requireSameAnswers() throws SQLException {
        String general = migration.addDatabase("_general");
        migration.source(
                "CREATE TABLE " + general + ".pairs (id INT PRIMARY KEY, a VARCHAR(20) COLLATE " + GENERAL
                        + ", b VARCHAR(20) COLLATE " + GENERAL + ", KEY (a))",
                "INSERT INTO " + general + ".pairs SELECT * FROM pairs",
                "CREATE TABLE " + general + ".single (v VARCHAR(20) COLLATE " + GENERAL + " UNIQUE)");
        List<String> differences = new ArrayList<>();
        try (Connection source = migration.openSource();
                Connection target = migration.openTarget()) {
            for (int i = 0; i < pairs.size(); i++) {
                for (Map.Entry<String, String> question : QUESTIONS.entrySet()) {
                    String expected = answer(source, question.getValue(), general, i);
                    String actual = answer(target, question.getValue(), migration.database(), i);
                    if (!expected.equals(actual)) {
                        differences.add(question.getKey() + " " + pairs.get(i));
                    }
                }
                if (accepts(source, general, i) != accepts(target, migration.database(), i)) {
                    differences.add("unique " + pairs.get(i));
                }
            }
            if (collation.equals(GENERAL)) {
                String order =
                        "SELECT id FROM " + migration.database() + ".pairs WHERE a NOT LIKE '%ß%' ORDER BY a, id";
                assertThat(Server.rows(target, order)).isEqualTo(Server.rows(source, order));
            }
        }
        assertThat(differences)
                .as("pairs that are equal on one side only")
                .containsExactlyElementsOf(
                        pairs.contains("ß|s")
                                ? List.of(
                                        "lookup ß|s", "list ß|s", "pattern ß|s", "join ß|s", "groups ß|s", "unique ß|s")
                                : List.of());
    }

    private String answer(Connection connection, String question, String schema, int pair) throws SQLException {
        return Server.rows(connection, String.format(question, schema, pair, second(pair)))
                .get(0);
    }

    /** Returns whether a unique key accepts both strings of a pair. */
    private boolean accepts(Connection connection, String schema, int pair) throws SQLException {
        boolean before = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + schema + ".single VALUES ('" + first(pair) + "')");
            statement.execute("INSERT INTO " + schema + ".single VALUES ('" + second(pair) + "')");
            return true;
        } catch (SQLException e) {
            return false;
        } finally {
            connection.rollback();
            connection.setAutoCommit(before);
        }
    }

    private String first(int pair) {
        return pairs.get(pair).substring(0, pairs.get(pair).indexOf('|'));
    }

    private String second(int pair) {
        return pairs.get(pair).substring(pairs.get(pair).indexOf('|') + 1);
    }
}
