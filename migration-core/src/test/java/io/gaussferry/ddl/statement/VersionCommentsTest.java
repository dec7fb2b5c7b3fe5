package io.gaussferry.ddl.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements that a server executes within version comments, and constants of partition bounds. */
class VersionCommentsTest {

    private static String open(String sql) {
        return open(new StatementContext("shop", sql));
    }

    /** Returns the SQL with single blanks. */
    private static String open(StatementContext context) {
        return VersionComments.open(context).replaceAll(" +", " ");
    }

    /** Delimiters within strings, names and other comments are text. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            CREATE TABLE t (a INT)                           | CREATE TABLE t (a INT)
            CREATE /*!50100 TEMPORARY*/ TABLE t              | CREATE TEMPORARY TABLE t
            ALTER TABLE t /*M!100100 ADD */b INT             | ALTER TABLE t ADD b INT
            /*!40101 SET */ /*!80000 x*/                     | SET x
            a /*! b /* c */ d */ e                           | a b /* c */ d e
            a '/*!50100 b*/' c                               | a '/*!50100 b*/' c
            a `/*!50100 b*/` c                               | a `/*!50100 b*/` c
            a /* /*!50100 b */ c                             | a /* /*!50100 b */ c
            a 'it''s /*! b */'                               | a 'it''s /*! b */'
            a '\\' /*! b */'                                 | a '\\' /*! b */'
            a /*!50100 'b*/'*/ c                             | a 'b*/' c
            a /*!50100 b                                     | a b
            """)
    void opensVersionComments(String sql, String expected) {
        assertThat(open(sql).strip()).isEqualTo(expected.strip());
    }

    @Test
    void commentsToTheEndOfLineAreText() {
        assertThat(open("a -- /*!50100 b*/\nc /*!50100 d*/")).isEqualTo("a -- /*!50100 b*/\nc d ");
        assertThat(open("a # /*!50100 b*/\nc")).isEqualTo("a # /*!50100 b*/\nc");
        assertThat(open("a --/*!50100 b*/")).as("no comment without a blank").isEqualTo("a -- b ");
    }

    /** In this mode a backslash is a character like any other, and the string ends at the next quote. */
    @Test
    void respectsModeOfBackslashes() {
        String sql = "a '\\' /*!50100 b */";
        assertThat(open(sql)).isEqualTo(sql);
        assertThat(open(StatementContext.ofStored("shop", sql, StatementContext.NO_BACKSLASH_ESCAPES, 80033)))
                .isEqualTo("a '\\' b ");
    }

    private static @Nullable String bound(String call, @Nullable ZoneOffset zone) {
        return PartitionFunctions.evaluate(
                call, new StatementContext("shop", "", 0, true, true, true, null, null, null, null, zone, 80033));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            to_days('1970-01-01')                   | 719528
            TO_DAYS("2024-02-29")                   | 739310
            to_days('2024-02-29 23:59:59')          | 739310
            year('2024-02-29')                      | 2024
            unix_timestamp('1970-01-01 02:00:00')   | 3600
            unix_timestamp('2038-01-19 04:14:07')   | 2147483647
            unix_timestamp('2038-01-19 04:14:08')   | -
            unix_timestamp('1970-01-01 01:00:00')   | -
            to_days('2024-02-30')                   | -
            to_days('24-02-29')                     | -
            month('2024-02-29')                     | -
            to_days(a)                              | -
            """)
    void evaluatesConstantsOfBounds(String call, @Nullable String expected) {
        assertThat(bound(call, ZoneOffset.ofHours(1))).isEqualTo(expected);
    }

    @Test
    void instantDependsOnTimeZone() {
        assertThat(bound("unix_timestamp('2024-01-01')", null)).isNull();
        assertThat(bound("unix_timestamp('2024-01-01')", ZoneOffset.UTC)).isEqualTo("1704067200");
        assertThat(bound("to_days('2024-01-01')", null)).isEqualTo("739251");
    }
}
