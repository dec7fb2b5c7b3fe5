package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.TableId;
import io.gaussferry.testing.TableBuilder;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Facts that follow from a definition: the row's key, computed columns, actions of keys, quoted names. */
class TableDefinitionTest {

    private static TableBuilder columns() {
        return TableBuilder.table("t")
                .column("id", "int")
                .nullable("code", "varchar(10)")
                .column("name", "varchar(100)")
                .column("other", "int");
    }

    private static String keyOf(TableDefinition table) {
        return table.rowKey().map(IndexDefinition::name).orElse("none");
    }

    /** As InnoDB chooses its clustered index: another choice would replay changes of the wrong row. */
    @Test
    void rowKeyIsFirstUniqueIndexOfWholeColumnsWithoutNull() {
        assertThat(keyOf(columns().build())).isEqualTo("none");
        assertThat(keyOf(columns().index("i", false, "id").build())).isEqualTo("none");
        assertThat(keyOf(columns().unique("u", "code").build())).as("NULL").isEqualTo("none");
        assertThat(keyOf(columns().unique("u", "id", "code").build()))
                .as("NULL in a part")
                .isEqualTo("none");
        assertThat(keyOf(columns().unique("u", "name(10)").build()))
                .as("a prefix")
                .isEqualTo("none");
        assertThat(keyOf(columns().unique("u", "name").unique("v", "id").build()))
                .isEqualTo("u");
        assertThat(keyOf(columns().unique("n", "code").unique("v", "other DESC").build()))
                .isEqualTo("v");
        assertThat(keyOf(columns().primary("id").unique("u", "other").build())).isEqualTo("PRIMARY");
    }

    @Test
    void indexOnExpressionIsNoKey() {
        IndexDefinition expression =
                new IndexDefinition("e", true, List.of(new IndexDefinition.Part(-1, 0, false, "(`id` + 1)")));
        assertThat(keyOf(new TableDefinition(
                        new TableId("shop", "t"), columns().build().columns(), List.of(expression))))
                .isEqualTo("none");
    }

    @Test
    void findsAutoIncrementColumn() {
        assertThat(TableBuilder.table("t")
                        .column("a", "int")
                        .autoIncrement("b", "int")
                        .build()
                        .autoIncrementColumn())
                .hasValue(1);
        assertThat(columns().build().autoIncrementColumn()).isEmpty();
    }

    @Test
    void labelNamesBothSides() {
        assertThat(columns().build().label()).isEqualTo("shop.t");
        assertThat(columns().onTarget(new TableId("new", "u")).build().label())
                .isEqualTo("shop.t (new.u on the target)");
    }

    @Test
    void rejectsDefinitionsThatCannotExist() {
        assertThatThrownBy(() -> TableBuilder.table("t").build()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> columns().primary()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> columns().column("", "int")).isInstanceOf(IllegalArgumentException.class);
    }

    /** An action on a base column changes a generated one, and the source does not log it. ON DELETE CASCADE deletes the row. */
    @ParameterizedTest
    @CsvSource({
        "NO ACTION, CASCADE, ''",
        "RESTRICT, RESTRICT, ''",
        "CASCADE, NO ACTION, total",
        "NO ACTION, SET NULL, total",
        "SET NULL, CASCADE, total",
        "NO ACTION, SET DEFAULT, total"
    })
    void findsGeneratedColumnsThatActionsChange(String onUpdate, String onDelete, String expected) {
        TableDefinition table = TableBuilder.table("t")
                .nullable("p", "int")
                .column("n", "int")
                .generated("total", "int", "(`p` + `n`)")
                .generated("other", "int", "(`n` + 1)")
                .refers("p", "parent", onUpdate, onDelete)
                .build();
        List<CascadeIntoGenerated> found = CascadeIntoGenerated.of(table);
        assertThat(found)
                .extracting(CascadeIntoGenerated::column)
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
        found.forEach(each -> assertThat(each.problem())
                .isEqualTo("Column shop.t.total is computed from a column that foreign key fk_p changes (ON UPDATE "
                        + onUpdate + ", ON DELETE " + onDelete + ")."));
    }

    /** The names of MySQL's engines and their aliases: an unknown engine is refused. */
    @ParameterizedTest
    @CsvSource({
        "InnoDB, true",
        "innobase, true",
        "HEAP, true",
        "RocksDB, true",
        "BLACKHOLE, false",
        "MERGE, false",
        "ndb, false",
        "FEDERATED, false",
        "Aria2, false"
    })
    void judgesEngines(String engine, boolean accepted) {
        assertThat(StorageEngines.objection(engine).isEmpty()).isEqualTo(accepted);
        assertThat(StorageEngines.isMerge(engine)).isEqualTo(engine.equals("MERGE"));
    }

    @Test
    void refusesTableThatServerCannotOpen() {
        assertThat(StorageEngines.objection(null)).contains("is not known to the server");
        assertThat(StorageEngines.isMerge(null)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "8, false, -128, 127, 3",
        "8, true, 0, 255, 3",
        "24, true, 0, 16777215, 8",
        "64, false, -9223372036854775808, 9223372036854775807, 19",
        "64, true, 0, 18446744073709551615, 20"
    })
    void computesIntegerRanges(int bits, boolean unsigned, BigInteger low, BigInteger high, int digits) {
        IntegerRange range = IntegerRange.of(bits, unsigned);
        assertThat(range).isEqualTo(new IntegerRange(low, high));
        assertThat(range.digits()).isEqualTo(digits);
        assertThat(range.contains(range)).isTrue();
        assertThat(range.contains(IntegerRange.of(bits, !unsigned))).isFalse();
    }

    @Test
    void quotesEveryCharacter() {
        assertThat(Identifiers.quoteSource("a`b")).isEqualTo("`a``b`");
        assertThat(Identifiers.quoteTarget(new TableId("s\"", "t"))).isEqualTo("\"s\"\"\".\"t\"");
        assertThat(Identifiers.literal("it's")).isEqualTo("'it''s'");
        assertThat(Identifiers.literal("a\\'b")).isEqualTo("E'a\\\\''b'");
    }

    /** A body may contain the tag itself. */
    @Test
    void dollarQuotesAnyBody() {
        for (String body : List.of("x", "$gf$", "$gf$ $ggf$", "$ggf$", "$$")) {
            String quoted = Identifiers.dollarQuoted(body);
            String tag = quoted.substring(0, quoted.indexOf('\n'));
            assertThat(tag).matches("\\$g+f\\$");
            assertThat(body).doesNotContain(tag);
            assertThat(quoted).isEqualTo(tag + "\n" + body + "\n" + tag);
        }
    }
}
