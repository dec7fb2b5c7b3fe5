package io.gaussferry.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.gaussferry.bench.compare.Difference.Kind;
import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparison on real servers, with differences that the test creates. */
@SuppressWarnings("NullAway.Init")
class ContentComparisonIT {
    private static final String DATABASE = "comparison_it";

    private static Sandbox sandbox;
    private static Connection source;
    private static Connection target;

    @BeforeAll
    static void connect() throws SQLException {
        sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput());
        source = sandbox.source().open();
        target = sandbox.target().open();
    }

    @AfterAll
    static void disconnect() throws SQLException {
        try (Sandbox servers = sandbox) {
            source.close();
            target.close();
        }
    }

    @BeforeEach
    void createEmpty() throws SQLException {
        drop();
        onSource("CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
        onSource("USE " + DATABASE);
        onTarget("CREATE SCHEMA " + DATABASE);
    }

    @AfterEach
    void drop() throws SQLException {
        onSource("DROP DATABASE IF EXISTS " + DATABASE);
        onTarget("DROP SCHEMA IF EXISTS " + DATABASE + " CASCADE");
    }

    @Test
    void reportsEqualTablesAsEqual() throws SQLException {
        createPeople();
        ComparisonResult result = compare();
        assertThat(result.firstDifferences()).isEmpty();
        assertThat(result.equal()).isTrue();
        assertThat(result.rows()).containsExactly(entry("people", 3L));
        assertThat(result.totalRows()).isEqualTo(3);
    }

    @Test
    void findsChangedValue() throws SQLException {
        createPeople();
        onTarget("UPDATE comparison_it.people SET name = 'Bob' WHERE id = 2");
        ComparisonResult result = compare();
        assertThat(result.equal()).isFalse();
        assertThat(result.firstDifferences())
                .containsExactly(new Difference("people", Kind.VALUE, "id='2'", "name", "'bob'", "'Bob'"));
    }

    @Test
    void findsMissingAndExtraRow() throws SQLException {
        createPeople();
        onTarget("DELETE FROM comparison_it.people WHERE id = 1");
        onTarget("INSERT INTO comparison_it.people VALUES (10, 'zoe', NULL)");
        ComparisonResult result = compare();
        assertThat(result.equal()).isFalse();
        assertThat(result.firstDifferences())
                .extracting(Difference::kind, Difference::key)
                .containsExactly(tuple(Kind.ROW_MISSING, "id='1'"), tuple(Kind.ROW_EXTRA, "id='10'"));
    }

    @Test
    void distinguishesNullFromEmptyString() throws SQLException {
        createPeople();
        onTarget("UPDATE comparison_it.people SET note = '' WHERE id = 3");
        assertThat(compare().firstDifferences())
                .containsExactly(new Difference("people", Kind.VALUE, "id='3'", "note", "NULL", "''"));
    }

    @Test
    void countsAllDifferencesAndNamesFirst() throws SQLException {
        createPeople();
        onTarget("UPDATE comparison_it.people SET name = 'x', note = 'y'");
        ComparisonResult result = new ContentComparison(sandbox.source(), sandbox.target(), 2).compare(DATABASE);
        assertThat(result.differences()).isEqualTo(6);
        assertThat(result.firstDifferences()).hasSize(2);
    }

    @Test
    void comparesTableWithoutKeyAsMultiset() throws SQLException {
        onSource("CREATE TABLE log (line VARCHAR(20), at DATETIME(3))");
        onSource("INSERT INTO log VALUES ('a', '2024-01-01 00:00:00.5'), ('a', '2024-01-01 00:00:00.5'), ('b', NULL)");
        onTarget("CREATE TABLE comparison_it.log (line varchar(20), at timestamp(3))");
        onTarget("INSERT INTO comparison_it.log VALUES ('b', NULL), ('a', '2024-01-01 00:00:00.5')");
        ComparisonResult oneTooFew = compare();
        assertThat(oneTooFew.equal()).isFalse();
        assertThat(oneTooFew.firstDifferences())
                .extracting(Difference::kind, Difference::key)
                .containsExactly(tuple(Kind.ROW_MISSING, "line='a', at='2024-01-01 00:00:00.5'"));

        onTarget("INSERT INTO comparison_it.log VALUES ('a', '2024-01-01 00:00:00.5')");
        assertThat(compare().equal()).isTrue();

        onTarget("INSERT INTO comparison_it.log VALUES (NULL, NULL)");
        assertThat(compare().firstDifferences())
                .extracting(Difference::kind, Difference::key)
                .containsExactly(tuple(Kind.ROW_EXTRA, "line=NULL, at=NULL"));
    }

    @Test
    void findsMissingAndExtraTablesAndColumns() throws SQLException {
        createPeople();
        onSource("CREATE TABLE forgotten (id INT PRIMARY KEY)");
        onTarget("CREATE TABLE comparison_it.invented (id integer)");
        onTarget("ALTER TABLE comparison_it.people RENAME COLUMN note TO remark");
        ComparisonResult result = compare();
        assertThat(result.equal()).isFalse();
        assertThat(result.firstDifferences())
                .extracting(Difference::table, Difference::kind, Difference::column)
                .containsExactlyInAnyOrder(
                        tuple("forgotten", Kind.TABLE_MISSING, ""),
                        tuple("people", Kind.COLUMN_MISSING, "note"),
                        tuple("people", Kind.COLUMN_EXTRA, "remark"),
                        tuple("invented", Kind.TABLE_EXTRA, ""));
    }

    @Test
    void reportsEmptyComparisonAsNotEqual() throws SQLException {
        ComparisonResult result = compare();
        assertThat(result.differences()).isZero();
        assertThat(result.equal()).isFalse();
    }

    @Test
    void reportsUnsupportedTypeAsNotEqual() throws SQLException {
        onSource("CREATE TABLE place (id INT PRIMARY KEY, at POINT)");
        onTarget("CREATE TABLE comparison_it.place (id integer primary key, at bytea)");
        ComparisonResult result = compare();
        assertThat(result.equal()).isFalse();
        assertThat(result.firstDifferences())
                .extracting(Difference::kind, Difference::column)
                .containsExactly(tuple(Kind.NOT_COMPARABLE, "at"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    TINYINT(1)          | smallint      | 2                        | 2
                    INT UNSIGNED        | bigint        | 4294967295               | 4294967295
                    BIGINT UNSIGNED     | numeric(20)   | 18446744073709551615     | 18446744073709551615
                    DECIMAL(65,30)      | numeric(65,30)| -12345678901234567890123456789012345.123456789012345678901234567890 | -12345678901234567890123456789012345.123456789012345678901234567890
                    YEAR                | smallint      | 2024                     | 2024
                    FLOAT               | real          | 16777216                 | 16777216
                    FLOAT               | real          | 1.17549435e-38           | 1.17549435e-38
                    DOUBLE              | double precision | 0.1                   | 0.1
                    DOUBLE              | double precision | -1.7976931348623157e308 | -1.7976931348623157e308
                    CHAR(5)             | char(5)       | 'ab  '                   | 'ab'
                    VARCHAR(9)          | varchar(9)    | 'ä😀 '                   | 'ä😀 '
                    TEXT                | text          | ''                       | ''
                    "ENUM('x','y')"     | varchar(1)    | 'y'                      | 'y'
                    "SET('x','y')"      | text          | 'x,y'                    | 'x,y'
                    JSON                | text          | '{"b": [1, 2.50], "a": null}' | '{"a":null,"b":[1,2.5]}'
                    BINARY(4)           | bytea         | x'00ff'                  | '\\x00ff0000'
                    VARBINARY(4)        | bytea         | x'5c78'                  | '\\x5c78'
                    BLOB                | bytea         | x''                      | '\\x'
                    BIT(64)             | bit(64)       | b'1000000000000000000000000000000000000000000000000000000000000001' | B'1000000000000000000000000000000000000000000000000000000000000001'
                    DATE                | date          | '9999-12-31'             | '9999-12-31'
                    TIME(6)             | wide          | '-838:59:58.000001'      | '-838:59:58.000001'
                    DATETIME(6)         | timestamp(6)  | '2024-03-31 02:30:00.1'  | '2024-03-31 02:30:00.1'
                    TIMESTAMP(3) NULL   | timestamptz(3)| '2024-03-31 02:30:00.12+02:00' | '2024-03-31 00:30:00.12+00'
                    """)
    void readsTheSameValueFromBothSides(String sourceType, String targetType, String sourceValue, String targetValue)
            throws SQLException {
        onSource("CREATE TABLE v (id INT PRIMARY KEY, v " + sourceType + ")");
        onSource("INSERT INTO v VALUES (1, " + sourceValue + "), (2, NULL)");
        // openGauss's time type ends at 24 hours
        String type = targetType.equals("wide") ? sandbox.targetIsStandIn() ? "interval" : "time(6)" : targetType;
        onTarget("CREATE TABLE comparison_it.v (id integer primary key, v " + type + ")");
        onTarget("INSERT INTO comparison_it.v VALUES (1, " + targetValue + "), (2, NULL)");
        assertThat(compare().firstDifferences()).isEmpty();
        onTarget("UPDATE comparison_it.v SET v = NULL");
        assertThat(compare().differences()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    VARCHAR(9) COLLATE utf8mb4_0900_ai_ci | varchar(9)  | "('b'),('A'),('😀'),('é'),('f'),('10'),('9'),('')"
                    CHAR(9) CHARACTER SET latin1          | char(9)     | "('b'),('A'),('é'),('f'),('a b'),('z')"
                    INT                                   | integer     | "(10),(9),(-1),(0)"
                    "DECIMAL(9,2)"                        | "numeric(9,2)" | "(10.5),(9),(-1),(0.01)"
                    DATETIME                              | timestamp   | "('2024-01-02 03:04:05'),('1999-12-31 23:59:59')"
                    TIME                                  | time        | "('10:00:00'),('09:59:59')"
                    """)
    void mergesByKeyOfAnyType(String sourceType, String targetType, String values) throws SQLException {
        onSource("CREATE TABLE k (k " + sourceType + ", PRIMARY KEY (k))");
        onSource("INSERT INTO k VALUES " + values);
        onTarget("CREATE TABLE comparison_it.k (k " + targetType + " primary key)");
        onTarget("INSERT INTO comparison_it.k VALUES " + values);
        ComparisonResult result = compare();
        assertThat(result.firstDifferences()).isEmpty();
        assertThat(result.totalRows()).isPositive();
    }

    @Test
    void mergesByCompositeKeyInKeyOrder() throws SQLException {
        onSource("CREATE TABLE pair (a INT, b VARBINARY(4), c INT, PRIMARY KEY (b, a))");
        onSource("INSERT INTO pair VALUES (2, x'00', 1), (1, x'00ff', 2), (1, x'00', 3), (9, x'ff', 4)");
        onTarget("CREATE TABLE comparison_it.pair (a integer, b bytea, c integer, primary key (a, b))");
        onTarget("INSERT INTO comparison_it.pair VALUES (2, '\\x00', 1), (1, '\\x00ff', 2), (1, '\\x00', 3)");
        assertThat(compare().firstDifferences())
                .extracting(Difference::kind, Difference::key)
                .containsExactly(tuple(Kind.ROW_MISSING, "a='9', b='ff'"));
    }

    @Test
    void rejectsDuplicateRowsOnTarget() throws SQLException {
        onSource("CREATE TABLE once (id INT PRIMARY KEY)");
        onSource("INSERT INTO once VALUES (1)");
        onTarget("CREATE TABLE comparison_it.once (id integer)");
        onTarget("INSERT INTO comparison_it.once VALUES (1), (1)");
        assertThatThrownBy(ContentComparisonIT::compare)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("target")
                .hasMessageContaining("once");
    }

    private static void createPeople() throws SQLException {
        onSource("CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(20), note TEXT)");
        onSource("INSERT INTO people VALUES (1, 'alice', ''), (2, 'bob', 'x'), (3, 'carol', NULL)");
        onTarget("CREATE TABLE comparison_it.people (id integer primary key, name varchar(20), note text)");
        onTarget("INSERT INTO comparison_it.people VALUES (3, 'carol', NULL), (1, 'alice', ''), (2, 'bob', 'x')");
    }

    private static ComparisonResult compare() throws SQLException {
        return new ContentComparison(sandbox.source(), sandbox.target(), 10).compare(DATABASE);
    }

    private static void onSource(String sql) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void onTarget(String sql) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute(sql);
        }
    }
}
