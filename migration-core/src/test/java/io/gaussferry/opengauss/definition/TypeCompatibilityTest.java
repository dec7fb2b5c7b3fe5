package io.gaussferry.opengauss.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.Judgement.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeCompatibilityTest {

    @ParameterizedTest(name = "{0} unsigned={1} ({2},{3},{4}) in {5}: {6}")
    @CsvSource(delimiter = '|', quoteCharacter = '@', textBlock = """
            # type     | unsigned | length | precision | scale | target                         | verdict
            TINYINT    | false    | 0      | 0         | 0     | smallint                       | FITS
            TINYINT    | false    | 0      | 0         | 0     | boolean                        | DOES_NOT_FIT
            TINYINT    | false    | 0      | 0         | 0     | tinyint                        | DOES_NOT_FIT
            TINYINT    | true     | 0      | 0         | 0     | tinyint                        | FITS
            INT        | true     | 0      | 0         | 0     | integer                        | DOES_NOT_FIT
            INT        | true     | 0      | 0         | 0     | bigint                         | FITS
            INT        | true     | 0      | 0         | 0     | uint4                          | FITS
            INT        | false    | 0      | 0         | 0     | uint4                          | DOES_NOT_FIT
            BIGINT     | true     | 0      | 0         | 0     | numeric(20,0)                  | FITS
            BIGINT     | true     | 0      | 0         | 0     | numeric(19,0)                  | DOES_NOT_FIT
            BIGINT     | true     | 0      | 0         | 0     | bigint                         | DOES_NOT_FIT
            INT        | false    | 0      | 0         | 0     | text                           | FITS
            INT        | false    | 0      | 0         | 0     | mood                           | UNKNOWN
            DECIMAL    | false    | 0      | 10        | 2     | numeric(10,2)                  | FITS
            DECIMAL    | false    | 0      | 10        | 2     | numeric(12,4)                  | FITS
            DECIMAL    | false    | 0      | 10        | 2     | numeric(10,4)                  | DOES_NOT_FIT
            DECIMAL    | false    | 0      | 10        | 2     | numeric(10,1)                  | DOES_NOT_FIT
            DECIMAL    | false    | 0      | 10        | 2     | numeric                        | FITS
            DECIMAL    | false    | 0      | 10        | 2     | double precision               | DOES_NOT_FIT
            DOUBLE     | false    | 0      | 0         | 0     | real                           | DOES_NOT_FIT
            DOUBLE     | false    | 0      | 0         | 0     | double precision               | FITS
            FLOAT      | false    | 0      | 5         | 2     | numeric(5,2)                   | FITS
            BIT        | false    | 1      | 0         | 0     | bit(1)                         | FITS
            BIT        | false    | 8      | 0         | 0     | bit(9)                         | DOES_NOT_FIT
            VARCHAR    | false    | 20     | 0         | 0     | character varying(20)          | FITS
            VARCHAR    | false    | 20     | 0         | 0     | character varying(19)          | DOES_NOT_FIT
            VARCHAR    | false    | 20     | 0         | 0     | character(20)                  | DOES_NOT_FIT
            VARCHAR    | false    | 20     | 0         | 0     | character varying              | FITS
            CHAR       | false    | 20     | 0         | 0     | character(20)                  | FITS
            TEXT       | false    | 65535  | 0         | 0     | character varying(1000)        | DOES_NOT_FIT
            BLOB       | false    | 65535  | 0         | 0     | bytea                          | FITS
            BLOB       | false    | 65535  | 0         | 0     | text                           | DOES_NOT_FIT
            VARBINARY  | false    | 16     | 0         | 0     | varbinary(16)                  | FITS
            VARBINARY  | false    | 16     | 0         | 0     | "varbinary"(16)                | FITS
            VARBINARY  | false    | 16     | 0         | 0     | "varbinary"(15)                | DOES_NOT_FIT
            VARBINARY  | false    | 16     | 0         | 0     | "binary"(16)                   | DOES_NOT_FIT
            VARBINARY  | false    | 0      | 0         | 0     | "varbinary"(1)                 | FITS
            BINARY     | false    | 16     | 0         | 0     | "binary"(16)                   | FITS
            BINARY     | false    | 16     | 0         | 0     | "binary"(17)                   | DOES_NOT_FIT
            BINARY     | false    | 0      | 0         | 0     | "varbinary"(1)                 | FITS
            BINARY     | false    | 0      | 0         | 0     | "binary"(1)                    | DOES_NOT_FIT
            DATETIME   | false    | 0      | 0         | 6     | timestamp(6) without time zone | FITS
            DATETIME   | false    | 0      | 0         | 6     | timestamp(3) without time zone | DOES_NOT_FIT
            DATETIME   | false    | 0      | 0         | 0     | timestamp with time zone       | DOES_NOT_FIT
            TIMESTAMP  | false    | 0      | 0         | 0     | timestamp(0) with time zone    | FITS
            DATE       | false    | 0      | 0         | 0     | date                           | FITS
            YEAR       | false    | 0      | 0         | 0     | smallint                       | FITS
            JSON       | false    | 0      | 0         | 0     | jsonb                          | FITS
            ENUM       | false    | 5      | 0         | 0     | anonymous_enum                 | UNKNOWN
            ENUM       | false    | 5      | 0         | 0     | character varying(5)           | FITS
            """)
    void judgesColumn(
            MySqlType type, boolean unsigned, long length, int precision, int scale, String target, Verdict verdict) {
        ColumnDefinition column =
                new ColumnDefinition("c", type, unsigned, type.name(), length, precision, scale, null, List.of(), true);
        assertThat(new TypeCompatibility(Columns.POSTGRES)
                        .judge(column, target, Set.of())
                        .verdict())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "ENUM, t_c_anonymous_enum_1, a;b;c, FITS",
        "ENUM, mood, a;c, DOES_NOT_FIT",
        "SET, t_c_anonymous_set_1, b;a, FITS",
        "SET, t_c_anonymous_set_1, a, DOES_NOT_FIT",
        "SET, t_c_anonymous_set_1, '', UNKNOWN"
    })
    void comparesMembers(MySqlType type, String target, String labels, Verdict verdict) {
        ColumnDefinition column =
                new ColumnDefinition("c", type, false, "", 0, 0, 0, "utf8mb4", List.of("a", "b"), true);
        Set<String> known = labels.isEmpty() ? Set.of() : Set.of(labels.split(";", -1));
        assertThat(new TypeCompatibility(Columns.DOLPHIN)
                        .judge(column, target, known)
                        .verdict())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"character varying(20), DOES_NOT_FIT", "character varying(80), FITS", "nvarchar2(20), FITS"})
    void countsBytesWhereTargetDoes(String target, Verdict verdict) {
        ColumnDefinition column = new ColumnDefinition(
                "c", MySqlType.VARCHAR, false, "varchar(20)", 20, 0, 0, "utf8mb4", List.of(), true);
        assertThat(new TypeCompatibility(Columns.OPENGAUSS_A)
                        .judge(column, target, Set.of())
                        .verdict())
                .isEqualTo(verdict);
    }

    @ParameterizedTest(name = "{0}: {1} is {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '@', textBlock = """
            bool           | boolean                        | FITS
            boolean        | smallint                       | FITS
            boolean        | text                           | FITS
            numeric(3)     | numeric(3,0)                   | FITS
            timestamptz(3) | timestamp(3) with time zone    | FITS
            mine."Mood"    | "Mood"                         | FITS
            boolean        | date                           | DOES_NOT_FIT
            boolean        | mood                           | UNKNOWN
            """)
    void judgesTypeChosenByRule(String chosen, String target, Verdict verdict) {
        ColumnDefinition column =
                new ColumnDefinition("c", MySqlType.TINYINT, false, "tinyint(1)", 0, 0, 0, null, List.of(), true);
        assertThat(new TypeCompatibility(Columns.POSTGRES)
                        .judgeChosen(column, chosen, target, Set.of())
                        .verdict())
                .isEqualTo(verdict);
    }
}
