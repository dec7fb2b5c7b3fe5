package io.gaussferry.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTypeTest {

    private static final ConversionRules REFUSE = ConversionRules.defaults();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # MySQL              | openGauss with dolphin        | PostgreSQL
            tinyint              | tinyint                       | smallint
            tinyint(1)           | tinyint                       | smallint
            smallint             | smallint                      | smallint
            mediumint            | integer                       | integer
            int                  | integer                       | integer
            bigint               | bigint                        | bigint
            tinyint unsigned     | uint1                         | smallint
            smallint unsigned    | uint2                         | integer
            mediumint unsigned   | uint4                         | integer
            int unsigned         | uint4                         | bigint
            bigint unsigned      | uint8                         | numeric(20)
            decimal(10,2)        | numeric(10,2)                 | numeric(10,2)
            float                | float4                        | real
            double               | double precision              | double precision
            float(5,2)           | numeric(5,2)                  | numeric(5,2)
            double(10,2)         | numeric(10,2)                 | numeric(10,2)
            float(7,3)           | numeric(7,3)                  | numeric(7,3)
            float(8,3)           | numeric(9,3)                  | numeric(9,3)
            double(15,5)         | numeric(15,5)                 | numeric(15,5)
            double(20,5)         | numeric(21,5)                 | numeric(21,5)
            bit(9)               | bit(9)                        | bit(9)
            char(10)             | char(10)                      | char(10)
            varchar(10)          | varchar(10)                   | varchar(10)
            varchar(0)           | varchar(1)                    | varchar(1)
            longtext             | text                          | text
            binary(4)            | binary(4)                     | bytea
            binary(0)            | varbinary(1)                  | bytea
            varbinary(0)         | varbinary(1)                  | bytea
            varbinary(4)         | varbinary(4)                  | bytea
            tinyblob             | tinyblob                      | bytea
            blob                 | blob                          | bytea
            mediumblob           | mediumblob                    | bytea
            longblob             | longblob                      | bytea
            date                 | date                          | date
            time                 | time(0)                       | time(0)
            time(6)              | time(6)                       | time(6)
            datetime(3)          | datetime(3)                   | timestamp(3) without time zone
            timestamp            | timestamp(0) with time zone   | timestamp(0) with time zone
            year                 | year                          | smallint
            enum('a','b''c')     | enum('a', 'b''c')             | varchar(3)
            set('a','b')         | set('a', 'b')                 | text
            json                 | json                          | json
            geometry             | bytea                         | bytea
            vector(3)            | bytea                         | bytea
            """)
    void mapsEveryType(String mySql, String dolphin, String postgres) {
        assertThat(ColumnType.of(Columns.column(mySql, "utf8mb4")).targetType(Columns.DOLPHIN, REFUSE))
                .isEqualTo(dolphin);
        assertThat(ColumnType.of(Columns.column(mySql, "utf8mb4")).targetType(Columns.POSTGRES, REFUSE))
                .isEqualTo(postgres);
        assertThat(ColumnType.of(Columns.column(mySql, "utf8mb4")).targetType(Columns.OPENGAUSS_PG, REFUSE))
                .isEqualTo(postgres);
    }

    @Test
    void widensLengthsWhereTargetCountsBytes() {
        var column = Columns.column("varchar(10)", "utf8mb4");

        assertThat(ColumnType.of(column).targetType(Columns.OPENGAUSS_A, REFUSE))
                .isEqualTo("varchar(40)");
        assertThat(ColumnType.of(column).targetType(Columns.OPENGAUSS_B, REFUSE))
                .isEqualTo("varchar(40)");
        assertThat(ColumnType.of(column).targetType(Columns.OPENGAUSS_PG, REFUSE))
                .isEqualTo("varchar(10)");
    }

    @Test
    void changesTypesByRule() {
        var time = Columns.column("time(3)", null);
        var interval = ChosenRules.of(TimeOutOfRange.INTERVAL);
        var text = ChosenRules.of(TimeOutOfRange.TEXT);

        assertThat(ColumnType.of(time).targetType(Columns.POSTGRES, interval)).isEqualTo("interval(3)");
        assertThat(ColumnType.of(time).targetType(Columns.POSTGRES, text)).isEqualTo("text");
        assertThat(ColumnType.of(time).targetType(Columns.DOLPHIN, text)).isEqualTo("time(3)");
        assertThat(ColumnType.of(Columns.column("json", null)).targetType(Columns.POSTGRES, ChosenRules.jsonb()))
                .isEqualTo("jsonb");
    }

    @Test
    void limitsEnumToMembersByCheckConstraint() {
        var column = Columns.column("enum('a','it''s','b\\c')", "utf8mb4");

        assertThat(ColumnType.of(column).check(Columns.POSTGRES, ConversionRules.defaults(), "\"c\""))
                .contains("\"c\" IN ('a', 'it''s', E'b\\\\c', '')");
        assertThat(ColumnType.of(column).check(Columns.DOLPHIN, ConversionRules.defaults(), "\"c\""))
                .isEmpty();
        assertThat(ColumnType.of(Columns.column("int", null)).check(Columns.POSTGRES, ConversionRules.defaults(), "c"))
                .isEmpty();
    }

    @Test
    void mapsEnumWithLongMemberToVarchar() {
        var column = Columns.column("enum('" + "é".repeat(32) + "')", "utf8mb4");

        assertThat(ColumnType.of(column).targetType(Columns.DOLPHIN, REFUSE)).isEqualTo("varchar(32)");
        assertThat(ColumnType.of(column).check(Columns.DOLPHIN, ConversionRules.defaults(), "c"))
                .isPresent();
    }
}
