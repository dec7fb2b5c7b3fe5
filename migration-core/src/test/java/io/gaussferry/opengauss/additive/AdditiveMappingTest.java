package io.gaussferry.opengauss.additive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.additive.DefinedTable.Column;
import io.gaussferry.opengauss.additive.DefinedTable.Index;
import io.gaussferry.opengauss.additive.DefinedTable.Part;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies which definitions of the target MySQL gets, and in which form. */
class AdditiveMappingTest {

    private static final TargetProfile DOLPHIN = new TargetProfile(Product.OPENGAUSS, "6.0.2", "B", true);
    private static final TargetProfile POSTGRESQL = new TargetProfile(Product.POSTGRESQL, "15", "PG", false);
    private static final TableId TABLE = new TableId("shop", "t");

    private static Column column(
            String name, String type, int modifier, String declaration, boolean notNull, @Nullable String value) {
        boolean isString = List.of("varchar", "bpchar", "text").contains(type);
        return new Column(
                name, type, 'b', modifier, declaration, notNull, value, isString ? "default" : null, false, List.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    int1        |      -1 | tinyint           | tinyint unsigned
                    int2        |      -1 | smallint          | smallint
                    int4        |      -1 | int               | int
                    int8        |      -1 | bigint            | bigint
                    uint1       |      -1 | tinyint unsigned  | tinyint unsigned
                    uint8       |      -1 | bigint unsigned   | bigint unsigned
                    bool        |      -1 | tinyint(1)        | tinyint(1)
                    numeric     |  655366 | decimal(10,2)     | decimal(10,2)
                    numeric     |      -1 | -                 | -
                    float4      |      -1 | float             | float
                    float8      |      -1 | double            | double
                    bit         |       9 | bit(9)            | bit(9)
                    bit         |      65 | -                 | -
                    varbit      |       9 | -                 | -
                    bpchar      |       7 | char(3)           | char(3)
                    bpchar      |     300 | -                 | -
                    varchar     |      14 | varchar(10)       | varchar(10)
                    varchar     |      -1 | longtext          | longtext
                    varchar     |   20004 | longtext          | longtext
                    text        |      -1 | longtext          | longtext
                    binary      |       8 | binary(4)         | binary(4)
                    varbinary   |       8 | varbinary(4)      | varbinary(4)
                    bytea       |      -1 | longblob          | longblob
                    tinyblob    |      -1 | tinyblob          | tinyblob
                    blob        |      -1 | longblob          | longblob
                    date        |      -1 | date              | date
                    time        |       2 | time(2)           | time(2)
                    timestamp   |      -1 | datetime(6)       | datetime(6)
                    timestamp   |       0 | datetime          | datetime
                    timestamptz |       3 | timestamp(3)      | timestamp(3)
                    year        |      -1 | year              | year
                    json        |      -1 | json              | json
                    jsonb       |      -1 | json              | json
                    interval    |      -1 | -                 | -
                    uuid        |      -1 | -                 | -
                    """)
    void mapsTypes(String type, int modifier, @Nullable String onDolphin, @Nullable String onOthers) {
        assertThat(mapped(type, modifier, DOLPHIN)).isEqualTo(onDolphin);
        assertThat(mapped(type, modifier, POSTGRESQL)).isEqualTo(onOthers);
    }

    private static @Nullable String mapped(String type, int modifier, TargetProfile target) {
        return MySqlTypes.of(column("c", type, modifier, type, false, null), target)
                .map(found -> found.replace(MySqlTypes.CHARACTERS, ""))
                .orElse(null);
    }

    @Test
    void mapsEnumerationsAndRefusesOtherCollations() {
        Column members = new Column(
                "c", "t_c_enum", 'e', -1, "shop.t_c_enum", false, null, "default", false, List.of("a", "it's"));
        assertThat(MySqlTypes.of(members, DOLPHIN)).contains("enum('a','it''s')" + MySqlTypes.CHARACTERS);
        Column folded = new Column("c", "text", 'b', -1, "text", false, null, "utf8mb4_general_ci", false, List.of());
        assertThat(MySqlTypes.of(folded, DOLPHIN))
                .contains("longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        Column other = new Column("c", "text", 'b', -1, "text", false, null, "gbk_chinese_ci", false, List.of());
        assertThat(MySqlTypes.of(other, DOLPHIN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", quoteCharacter = '"', textBlock = """
                    -                                        | int          | NONE     | ""
                    NULL::character varying                  | varchar(10)  | NONE     | ""
                    5                                        | int          | CONSTANT | " DEFAULT 5"
                    '-5'::integer                            | int          | CONSTANT | " DEFAULT -5"
                    (-5)                                     | bigint       | CONSTANT | " DEFAULT -5"
                    12.5                                     | decimal(9,2) | CONSTANT | " DEFAULT 12.5"
                    12.5                                     | int          | OTHER    | ""
                    true                                     | tinyint(1)   | CONSTANT | " DEFAULT 1"
                    'x''y'::character varying                | varchar(10)  | CONSTANT | " DEFAULT 'x''y'"
                    'a::b'::text                             | longtext     | CONSTANT | " DEFAULT ('a::b')"
                    'a\\b'::character varying                | varchar(10)  | OTHER    | ""
                    'b'::shop.t_g_23_anonymous_enum_1        | enum('b')    | CONSTANT | " DEFAULT 'b'"
                    B'101'::"bit"                            | bit(3)       | CONSTANT | " DEFAULT b'101'"
                    '2024-01-01'::date                       | date         | CONSTANT | " DEFAULT '2024-01-01'"
                    '2024-01-01 10:00:00'::timestamp(3) without time zone | datetime(3) | CONSTANT | " DEFAULT '2024-01-01 10:00:00'"
                    '2024-01-01 10:00:00+00'::timestamp with time zone | timestamp(3) | OTHER | ""
                    'NaN'::double precision                  | double       | OTHER    | ""
                    0.1                                      | double       | CONSTANT | " DEFAULT 0.1"
                    1000000000000000000000000000000000000000000000000000000000000000000::numeric | double | CONSTANT | " DEFAULT 1000000000000000000000000000000000000000000000000000000000000000000e0"
                    '{}'::jsonb                              | json         | CONSTANT | " DEFAULT ('{}')"
                    now()                                    | datetime(3)  | CLOCK    | " DEFAULT CURRENT_TIMESTAMP(3)"
                    b_db_statement_start_timestamp(0)        | datetime(3)  | CLOCK    | " DEFAULT (CURRENT_TIMESTAMP)"
                    CURRENT_TIMESTAMP                        | timestamp    | CLOCK    | " DEFAULT CURRENT_TIMESTAMP"
                    now()                                    | varchar(20)  | OTHER    | ""
                    nextval('shop.t_id_seq'::regclass)       | int          | NUMBER   | " AUTO_INCREMENT"
                    AUTO_INCREMENT                           | int          | NUMBER   | " AUTO_INCREMENT"
                    random()                                 | double       | OTHER    | ""
                    (1 OPERATOR(dolphin_catalog.+) 2)        | int          | OTHER    | ""
                    concat('a'::text, 'b'::text)             | longtext     | OTHER    | ""
                    """)
    void mapsDefaults(String expression, String type, MySqlDefault.Kind kind, String sql) {
        assertThat(MySqlDefault.of(column("c", "int4", -1, "x", false, expression), type))
                .isEqualTo(new MySqlDefault(kind, sql));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    integer                     | bigint                      | true
                    bigint                      | integer                     | false
                    uint4                       | bigint                      | true
                    bigint                      | uint8                       | false
                    character varying(50)       | character varying(100)      | true
                    character varying(50)       | character varying(40)       | false
                    character varying(50)       | text                        | true
                    character varying(50)       | character varying           | false
                    character(3)                | character(5)                | true
                    character(3)                | character varying(5)        | false
                    text                        | character varying(5)        | false
                    numeric(6,2)                | numeric(8,2)                | true
                    numeric(6,2)                | numeric(8,4)                | true
                    numeric(6,2)                | numeric(8,5)                | false
                    real                        | double precision            | true
                    double precision            | real                        | false
                    timestamp without time zone | timestamp(6) without time zone | true
                    timestamp(3) without time zone | timestamp(0) without time zone | false
                    "varbinary"(4)              | "varbinary"(8)              | true
                    date                        | timestamp without time zone | false
                    """)
    void findsWiderTypes(String before, String after, boolean isWider) {
        assertThat(WiderType.isWider(before, after, DOLPHIN)).isEqualTo(isWider);
    }

    @Test
    void findsAdditiveChanges() {
        DefinedTable table = new DefinedTable(
                TABLE,
                List.of(
                        column("id", "int4", -1, "integer", true, null),
                        column("between", "int4", -1, "integer", false, null),
                        column("v", "int8", -1, "bigint", false, null),
                        column("grade", "int4", -1, "integer", true, "7")),
                List.of(
                        new Index("t_pkey", true, true, List.of(new Part("id", false)), "CREATE UNIQUE INDEX p"),
                        new Index("u", true, false, List.of(new Part("v", true)), "CREATE UNIQUE INDEX u")),
                List.of());
        AdditiveChange change = AdditiveChange.of(
                "id\tinteger NOT NULL\nv\tinteger NOT NULL\nPRIMARY KEY (id)\n",
                "id\tinteger NOT NULL\nbetween\tinteger\nv\tbigint\ngrade\tinteger NOT NULL\n"
                        + "CREATE UNIQUE INDEX u\nPRIMARY KEY (id)\n",
                table,
                DOLPHIN);
        assertThat(change.obstacles()).isEmpty();
        TableDefinition mysql =
                mysql(column("id", MySqlType.INT, "int", false), column("v", MySqlType.INT, "int", false));
        assertThat(MySqlAlteration.statement(
                        change,
                        mysql,
                        "CREATE TABLE `t` (\n  `id` int NOT NULL,\n  `v` int NOT NULL COMMENT 'a, b',\n",
                        DOLPHIN))
                .contains("ALTER TABLE `shop`.`t` ADD COLUMN `between` int NULL AFTER `id`,"
                        + " ADD COLUMN `grade` int NOT NULL DEFAULT 7, MODIFY COLUMN `v` bigint NULL COMMENT 'a, b',"
                        + " ADD UNIQUE KEY `u` (`v` DESC)");
        TableDefinition complete = new TableDefinition(
                TABLE,
                List.of(
                        column("id", MySqlType.INT, "int", false),
                        column("between", MySqlType.INT, "int", true),
                        column("v", MySqlType.BIGINT, "bigint", true),
                        column("grade", MySqlType.INT, "int", false)),
                List.of(
                        new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false))),
                        new IndexDefinition("u", true, List.of(new IndexDefinition.Part(2, 0, true)))));
        assertThat(MySqlAlteration.statement(change, complete, "", DOLPHIN)).isEmpty();
        TableDefinition other = mysql(
                column("id", MySqlType.INT, "int", false),
                column("v", MySqlType.INT, "int", false),
                column("grade", MySqlType.BIGINT, "bigint", false));
        assertThatThrownBy(() -> MySqlAlteration.statement(change, other, "", DOLPHIN))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("another column grade");
    }

    @Test
    void namesOtherChanges() {
        DefinedTable table = new DefinedTable(
                TABLE,
                List.of(
                        column("id", "int4", -1, "integer", true, null),
                        column("v", "int2", -1, "smallint", true, null),
                        column("at", "timestamp", 3, "timestamp(3) without time zone", false, "now()"),
                        column("must", "int4", -1, "integer", true, null),
                        column("span", "interval", -1, "interval", false, null)),
                List.of(new Index("e", true, false, List.of(), "CREATE UNIQUE INDEX e")),
                List.of());
        List<String> obstacles = AdditiveChange.of(
                        "id\tinteger\nv\tinteger\ngone\ttext\nUNIQUE (gone)\n",
                        "id\tinteger NOT NULL\nv\tsmallint NOT NULL\nCREATE UNIQUE INDEX e\n"
                                + "FOREIGN KEY (v) REFERENCES shop.o(id)\n",
                        table,
                        DOLPHIN)
                .obstacles();
        assertThat(obstacles)
                .containsExactly(
                        "without UNIQUE (gone)",
                        "column id no longer accepts NULL",
                        "column v no longer accepts NULL",
                        "new column at has the default now(), which is no constant",
                        "new column must is NOT NULL without a default",
                        "new column span has type interval, which MySQL does not have",
                        "without column gone",
                        "with CREATE UNIQUE INDEX e",
                        "with FOREIGN KEY (v) REFERENCES shop.o(id)");
    }

    /** {@code pg_attribute.attnum} before and after, and the columns that may be new. */
    @ParameterizedTest
    @CsvSource({
        "a 1 b 2 c 3, a 1 b 2 c 4, c",
        "a 1 b 2 c 3, a 1 c 3 b 4, b",
        "a 1 b 2 c 3, a 1 b 2 x 3 c 5, c",
        "a 1 b 2 c 4, a 1 b 2 c 5, c",
        "a 1 b 2 c 3, x 1 a 2 b 3 c 4,",
        "a 1 b 2 c 3, a 1 b 2 c 3 x 5,",
        "a 1 c 3, a 1 c 3 x 4,",
        "a b, a 1 b 7,"
    })
    void findsColumnsThatWereAddedAgain(String before, String after, @Nullable String expected) {
        List<Column> columns = Stream.of(after.split("[ 0-9]+"))
                .map(name -> column(name, "int4", -1, "integer", false, null))
                .toList();
        List<String> obstacles = AdditiveChange.of(
                        fingerprint(before),
                        fingerprint(after),
                        new DefinedTable(TABLE, columns, List.of(), List.of()),
                        DOLPHIN)
                .obstacles();
        assertThat(obstacles)
                .isEqualTo(expected == null ? List.of() : List.of("a column was dropped and added again: " + expected));
    }

    private static String fingerprint(String columns) {
        return columns.replaceAll("([a-z])( ([0-9]))? ?", "$1\tinteger\t$3\n").replace("\t\n", "\n");
    }

    @Test
    void createsTables() {
        List<Column> columns = new ArrayList<>(List.of(
                column("id", "int8", -1, "bigint", true, "nextval('shop.t_id_seq'::regclass)"),
                column("name", "varchar", 24, "character varying(20)", false, "'x'::character varying")));
        List<Index> indexes = List.of(
                new Index("t_pkey", true, true, List.of(new Part("id", false)), ""),
                new Index("by_name", false, false, List.of(new Part("name", false)), ""));
        NewTable table = new NewTable(new DefinedTable(TABLE, columns, indexes, List.of()), POSTGRESQL);
        assertThat(table.obstacles()).isEmpty();
        assertThat(table.statement(new TableId("shop", "t")))
                .isEqualTo("CREATE TABLE `shop`.`t` (`id` bigint NOT NULL AUTO_INCREMENT, `name` varchar(20)"
                        + MySqlTypes.CHARACTERS + " NULL DEFAULT 'x', PRIMARY KEY (`id`)) ENGINE = InnoDB");
        columns.add(column("code", "uuid", -1, "uuid", false, null));
        assertThat(new NewTable(new DefinedTable(TABLE, columns, indexes, List.of("foreign key f")), POSTGRESQL)
                        .obstacles())
                .containsExactly("it has foreign key f", "column code has type uuid, which MySQL does not have");
    }

    private static TableDefinition mysql(ColumnDefinition... columns) {
        return new TableDefinition(
                TABLE,
                List.of(columns),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)))));
    }

    private static ColumnDefinition column(String name, MySqlType type, String declaration, boolean nullable) {
        return new ColumnDefinition(name, type, false, declaration, 0, 0, 0, null, List.of(), nullable);
    }
}
