package io.gaussferry.opengauss.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MergedTablesTest {

    private static final RuleBook RULES = RuleBook.of(ConversionRules.defaults());

    private static TableDefinition table(TableRenames renames, String name, String type, TableExtras extras) {
        int dot = name.indexOf('.');
        TableId id = new TableId(name.substring(0, dot), name.substring(dot + 1));
        return new TableDefinition(
                        id,
                        List.of(new ColumnDefinition(
                                "id", MySqlType.INT, false, type, 0, 0, 0, null, List.of(), false)),
                        List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)))),
                        extras)
                .withTarget(renames.targetOf(id));
    }

    private static TableRenames rules(String... fromAndTo) {
        return new TableRenames(Stream.of(fromAndTo)
                .map(rule -> TableRename.parse(rule.split(" ")[0], rule.split(" ")[1]))
                .toList());
    }

    /** Returns the obstacles for these tables, which differ only in their names. */
    private static List<String> obstacles(TableRenames renames, String... names) {
        return MergedTables.obstacles(
                        Stream.of(names)
                                .map(name -> table(renames, name, "int", TableExtras.NONE))
                                .toList(),
                        renames,
                        RULES)
                .stream()
                .map(MergedTables.Obstacle::problem)
                .toList();
    }

    @Test
    void requiresConfiguredMerge() {
        assertThat(obstacles(rules("s_*.t s.t"), "s_1.t", "s_2.t")).isEmpty();
        assertThat(obstacles(rules("s_* s"), "s_1.t", "s_2.t")).isEmpty();
        assertThat(obstacles(rules("a.t s.t", "b.u s.t"), "a.t", "b.u")).isEmpty();
        assertThat(obstacles(rules("s_*.t s.t"), "s_1.t", "s.t"))
                .singleElement()
                .asString()
                .contains("no rule says so for s.t");
        assertThat(obstacles(rules("s_*.t s.t", "s.t s.t"), "s_1.t", "s.t")).isEmpty();
        assertThat(obstacles(rules("a s", "b s"), "a.t", "b.t", "b.u"))
                .singleElement()
                .asString()
                .contains("by different rules");
        assertThat(obstacles(rules("a s"), "a.t", "b.t")).isEmpty();
    }

    @Test
    void requiresEqualDefinitions() {
        TableRenames renames = rules("s.t_* s.t", "s.p_* s.p");
        TableDefinition first = table(renames, "s.t_1", "int", extras("c1", "id > 0", "k1", "p_1"));
        assertThat(difference(first, table(renames, "s.t_2", "int", extras("c2", "id > 0", "k2", "p_2"))))
                .isEmpty();
        assertThat(difference(first, table(renames, "s.t_2", "int(3)", first.extras())))
                .singleElement()
                .asString()
                .contains("s.t_1 and s.t_2 differ in column 1, id");
        assertThat(difference(first, table(renames, "s.t_2", "int", extras("c", "id > 1", "k", "p_1"))))
                .singleElement()
                .asString()
                .contains("check constraints");
        assertThat(difference(first, table(renames, "s.t_2", "int", extras("c", "id > 0", "k", "q"))))
                .singleElement()
                .asString()
                .contains("foreign keys");
    }

    private static TableExtras extras(String check, String clause, String key, String parent) {
        return new TableExtras(
                "",
                null,
                null,
                Map.of(),
                List.of(new CheckDefinition(check, clause, true)),
                List.of(new ForeignKeyDefinition(
                        key, List.of("id"), new TableId("s", parent), List.of("id"), "NO ACTION", "NO ACTION")),
                Map.of());
    }

    private static List<String> difference(TableDefinition one, TableDefinition other) {
        return MergedTables.obstacles(List.of(one, other), rules("s.t_* s.t", "s.p_* s.p"), RULES).stream()
                .map(MergedTables.Obstacle::problem)
                .toList();
    }
}
