package io.gaussferry.opengauss.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ColumnPattern;
import io.gaussferry.convert.rule.ColumnRule;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.TimeOutOfRange;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleChoices;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.IndexDefinition.Part;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the SQL that creates a table. */
class TargetSchemaTest {

    private static final TargetProfile DOLPHIN = new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "B", true);
    private static final TargetProfile POSTGRES = new TargetProfile(Product.POSTGRESQL, "PostgreSQL 18", "PG", false);

    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final Map<String, ColumnAttributes> attributes = new HashMap<>();
    private final List<IndexDefinition> indexes = new ArrayList<>();
    private final List<CheckDefinition> checks = new ArrayList<>();
    private final List<ForeignKeyDefinition> foreignKeys = new ArrayList<>();
    private final Map<String, String> otherIndexes = new HashMap<>();
    private String comment = "";

    private void column(String name, MySqlType type, int length, @Nullable String literal) {
        int scale = type == MySqlType.TIME || type == MySqlType.DATETIME ? 3 : 0;
        List<String> members = type == MySqlType.ENUM ? List.of("a", "it's") : List.of();
        columns.add(new ColumnDefinition(name, type, false, "", length, 0, scale, null, members, literal == null));
        attributes.put(name, new ColumnAttributes(literal, false, false, false, null, false, "", null));
    }

    private void expression(String name, MySqlType type, String expression) {
        column(name, type, 20, expression);
        attributes.put(name, new ColumnAttributes(expression, true, false, false, null, false, "", null));
    }

    private TargetSchema schema(TargetProfile target) {
        return schema(new Conversion(target, ConversionRules.defaults()));
    }

    private TargetSchema schema(Conversion conversion) {
        return TargetSchema.of(
                new TableDefinition(
                        new TableId("S", "my \"t\""),
                        columns,
                        indexes,
                        new TableExtras(comment, null, null, attributes, checks, foreignKeys, otherIndexes)),
                conversion);
    }

    private static List<String> creations(TargetSchema schema) {
        return schema.indexes().stream()
                .map(index -> index.create(schema.table(), index.name(), ""))
                .toList();
    }

    private static List<String> objects(TargetSchema schema) {
        return schema.limitations().stream().map(SchemaLimitation::object).toList();
    }

    @Test
    void quotesLiteralDefaults() {
        column("i", MySqlType.INT, 0, "-3");
        column("v", MySqlType.VARCHAR, 20, "it's a \\");
        column("b", MySqlType.BIT, 9, "b'101'");
        column("bin", MySqlType.BINARY, 4, "0x6162");
        column("d", MySqlType.DATE, 0, "2024-02-29");
        column("t", MySqlType.TIME, 0, "10:00:00.500");
        column("e", MySqlType.ENUM, 0, "it's");
        column("none", MySqlType.INT, 0, null);
        indexes.add(new IndexDefinition("PRIMARY", true, List.of(new Part(0, 0, false), new Part(1, 0, false))));

        assertThat(schema(POSTGRES).createTable())
                .isEqualTo("CREATE TABLE \"S\".\"my \"\"t\"\"\" (\"i\" integer DEFAULT '-3' NOT NULL,"
                        + " \"v\" varchar(20) DEFAULT E'it''s a \\\\' NOT NULL, \"b\" bit(9) DEFAULT B'000000101' NOT NULL,"
                        + " \"bin\" bytea DEFAULT E'\\\\x61620000' NOT NULL, \"d\" date DEFAULT '2024-02-29' NOT NULL,"
                        + " \"t\" time(3) DEFAULT '10:00:00.500' NOT NULL, \"e\" varchar(4) DEFAULT 'it''s' NOT NULL,"
                        + " \"none\" integer, PRIMARY KEY (\"i\", \"v\"),"
                        + " CONSTRAINT \"my \"\"t\"\"_e_check\" CHECK (\"e\" IN ('a', 'it''s', '')))");
        assertThat(schema(DOLPHIN).createTable())
                .contains("\"bin\" binary(4) DEFAULT E'\\\\x61620000' NOT NULL")
                .contains("\"e\" enum('a', 'it''s') DEFAULT 'it''s' NOT NULL")
                .doesNotContain("CHECK");
        assertThat(schema(POSTGRES).limitations()).isEmpty();
    }

    /** dolphin would store the constant '0000' as '0', and read that as 2000. */
    @Test
    void writesDefaultYearOfZeroAsNumberForDolphin() {
        column("zero", MySqlType.YEAR, 0, "0000");
        column("other", MySqlType.YEAR, 0, "2000");
        assertThat(schema(DOLPHIN).createTable())
                .contains("\"zero\" year DEFAULT 0 NOT NULL, \"other\" year DEFAULT '2000' NOT NULL");
        assertThat(schema(POSTGRES).createTable()).contains("\"zero\" smallint DEFAULT '0000' NOT NULL");
    }

    @Test
    void translatesExpressionDefaultsWithSameMeaning() {
        expression("now", MySqlType.DATETIME, "CURRENT_TIMESTAMP(3)");
        expression("ts", MySqlType.TIMESTAMP, "CURRENT_TIMESTAMP");
        expression("sum", MySqlType.INT, "(1 + 2)");
        expression("negative", MySqlType.INT, "-(1)");
        expression("text", MySqlType.TEXT, "_utf8mb4\\'it\\\\\\'s\\'");
        expression("list", MySqlType.JSON, "json_array()");
        expression("day", MySqlType.DATE, "curdate()");
        expression("id", MySqlType.VARCHAR, "uuid()");
        expression("other", MySqlType.INT, "`sum`");

        assertThat(schema(POSTGRES).createTable())
                .contains("\"now\" timestamp(3) without time zone DEFAULT CURRENT_TIMESTAMP(3)")
                .contains("\"ts\" timestamp(0) with time zone DEFAULT CURRENT_TIMESTAMP(0)")
                .contains("\"sum\" integer DEFAULT (1 + 2)")
                .contains("\"negative\" integer DEFAULT - (1)")
                .contains("\"text\" text DEFAULT 'it''s'")
                .contains("\"list\" json DEFAULT '[]'")
                .contains("\"day\" date DEFAULT CURRENT_DATE")
                .contains("\"id\" varchar(20) NOT NULL")
                .contains("\"other\" integer NOT NULL");
        assertThat(objects(schema(POSTGRES))).containsExactly("column id", "column other");
    }

    /** MySQL accepts them, and the target would refuse the table or print the value otherwise. */
    @Test
    void listsExpressionDefaultsOfOtherTypes() {
        expression("big", MySqlType.BIGINT, "json_array()");
        expression("e", MySqlType.ENUM, "json_object()");
        expression("year", MySqlType.INT, "curdate()");
        expression("moment", MySqlType.VARCHAR, "now()");
        expression("day", MySqlType.DATE, "(1 + 1)");
        expression("text", MySqlType.VARCHAR, "1e20");
        expression("document", MySqlType.JSON, "(1 + 1)");
        expression("list", MySqlType.TEXT, "json_array()");

        assertThat(schema(POSTGRES).createTable().replace("\"list\" text DEFAULT '[]'", ""))
                .doesNotContain("DEFAULT");
        assertThat(objects(schema(POSTGRES)))
                .containsExactly(
                        "column big",
                        "column e",
                        "column year",
                        "column moment",
                        "column day",
                        "column text",
                        "column document");
    }

    @Test
    void listsUnsupportedDefaults() {
        column("zero", MySqlType.DATE, 0, "0000-00-00");
        column("partial", MySqlType.DATETIME, 0, "2024-00-15 10:00:00");
        column("moment", MySqlType.TIMESTAMP, 0, "2024-01-01 00:00:00");
        column("span", MySqlType.TIME, 0, "-10:00:00.500");

        assertThat(schema(POSTGRES).createTable()).doesNotContain("DEFAULT");
        assertThat(objects(schema(POSTGRES)))
                .containsExactly("column zero", "column partial", "column moment", "column span");
        assertThat(schema(DOLPHIN).createTable()).contains("\"span\" time(3) DEFAULT '-10:00:00.500'");
        assertThat(schema(new Conversion(POSTGRES, ChosenRules.of(TimeOutOfRange.INTERVAL)))
                        .createTable())
                .contains("\"span\" interval(3) DEFAULT '-10 hours -00 minutes -00.500 seconds'");
    }

    @Test
    void usesTypeChosenByUser() {
        column("e", MySqlType.ENUM, 0, "a");
        ColumnRule rule = new ColumnRule(ColumnPattern.parse("S.*.e"), RuleChoices.ofTargetType("mood"));
        Conversion conversion = new Conversion(
                POSTGRES, new RuleBook(ConversionRules.defaults(), List.of(), List.of(rule)), new RuleUsage());

        assertThat(schema(conversion).createTable())
                .isEqualTo("CREATE TABLE \"S\".\"my \"\"t\"\"\" (\"e\" mood DEFAULT 'a' NOT NULL)");
    }

    @Test
    void copiesComments() {
        column("a", MySqlType.INT, 0, null);
        attributes.put("a", new ColumnAttributes(null, false, false, false, null, false, "it's \\ \"a\"", null));
        comment = "a table";

        assertThat(schema(POSTGRES).comments())
                .containsExactly(
                        "COMMENT ON TABLE \"S\".\"my \"\"t\"\"\" IS 'a table'",
                        "COMMENT ON COLUMN \"S\".\"my \"\"t\"\"\".\"a\" IS E'it''s \\\\ \"a\"'");
    }

    @Test
    void createsIndexesOfAllKinds() {
        column("v", MySqlType.VARCHAR, 20, null);
        column("b", MySqlType.BLOB, 0, null);
        column("d", MySqlType.DECIMAL, 0, null);
        indexes.add(new IndexDefinition("whole", true, List.of(new Part(0, 0, true), new Part(2, 0, false))));
        indexes.add(new IndexDefinition("prefix", true, List.of(new Part(0, 10, true), new Part(1, 7, false))));
        indexes.add(new IndexDefinition("product", false, List.of(new Part(-1, 0, true, "(`d` * 2)"))));
        indexes.add(new IndexDefinition("low", false, List.of(new Part(-1, 0, false, "lower(`v`)"))));
        indexes.add(new IndexDefinition("unique_low", true, List.of(new Part(-1, 0, false, "lower(`v`)"))));
        indexes.add(new IndexDefinition("i".repeat(64), false, List.of(new Part(0, 0, false))));
        otherIndexes.put("words", "FULLTEXT");

        String on = " ON \"S\".\"my \"\"t\"\"\" ";
        assertThat(creations(schema(POSTGRES)).subList(0, 4))
                .containsExactly(
                        "CREATE UNIQUE INDEX \"my \"\"t\"\"_whole\"" + on + "(\"v\" DESC, \"d\")",
                        "CREATE UNIQUE INDEX \"my \"\"t\"\"_prefix\"" + on
                                + "((left(\"v\", 10)) DESC, (substring(\"b\", 1, 7)))",
                        "CREATE INDEX \"my \"\"t\"\"_product\"" + on + "(((\"d\" * 2)) DESC)",
                        "CREATE INDEX \"my \"\"t\"\"_low\"" + on + "((lower(\"v\")))");
        assertThat(schema(POSTGRES).indexes().get(4).name()).matches("my \"t\"_i+_[0-9a-f]+");
        assertThat(objects(schema(POSTGRES))).containsExactly("unique index unique_low", "index words");
    }

    @Test
    void createsUniqueIndexForPrimaryKeyOnPrefix() {
        column("v", MySqlType.TEXT, 0, null);
        indexes.add(new IndexDefinition("PRIMARY", true, List.of(new Part(0, 10, false))));

        assertThat(schema(POSTGRES).createTable()).doesNotContain("PRIMARY KEY");
        assertThat(creations(schema(POSTGRES)))
                .containsExactly(
                        "CREATE UNIQUE INDEX \"my \"\"t\"\"_PRIMARY\" ON \"S\".\"my \"\"t\"\"\" ((left(\"v\", 10)))");
        assertThat(objects(schema(POSTGRES))).containsExactly("primary key");
    }

    @Test
    void listsIndexesWithTooLargeEntries() {
        column("i", MySqlType.INT, 0, null);
        column("wide", MySqlType.VARCHAR, 902, null);
        column("narrow", MySqlType.VARCHAR, 800, null);
        indexes.add(new IndexDefinition("a", false, List.of(new IndexDefinition.Part(1, 0, false))));
        indexes.add(new IndexDefinition("b", true, List.of(new IndexDefinition.Part(1, 900, false))));
        indexes.add(new IndexDefinition(
                "c", true, List.of(new IndexDefinition.Part(2, 0, false), new IndexDefinition.Part(1, 200, false))));
        assertThat(objects(schema(POSTGRES))).containsExactly("index a", "unique index c");
    }

    @Test
    void createsChecksAndListsUnsupportedOnes() {
        column("i", MySqlType.INT, 0, null);
        column("v", MySqlType.VARCHAR, 20, null);
        attributes.put("i", new ColumnAttributes(null, false, true, true, null, false, "", null));
        attributes.put("v", new ColumnAttributes(null, false, false, false, "upper(`x`)", true, "", null));
        checks.add(new CheckDefinition("positive", "(`i` > 0)", true));
        checks.add(new CheckDefinition("alike", "(`v` = _utf8mb4\\'a\\')", true));
        checks.add(new CheckDefinition("ignored", "(`i` > 1)", false));
        foreignKeys.add(new ForeignKeyDefinition(
                "fk", List.of("i"), new TableId("S", "p"), List.of("id"), "NO ACTION", "CASCADE"));

        TargetSchema schema = schema(DOLPHIN);
        assertThat(schema.checks())
                .extracting(check -> check.add(schema.table(), check.name()))
                .containsExactly("ALTER TABLE \"S\".\"my \"\"t\"\"\" ADD CONSTRAINT \"positive\" CHECK ((\"i\" > 0))");
        assertThat(objects(schema))
                .containsExactly("check alike", "column i", "column i", "column v", "column v", "check ignored");
        assertThat(schema.limitations()).allSatisfy(limitation -> {
            assertThat(limitation.problem()).isNotBlank();
            assertThat(limitation.remedy()).isNotBlank();
        });
    }
}
