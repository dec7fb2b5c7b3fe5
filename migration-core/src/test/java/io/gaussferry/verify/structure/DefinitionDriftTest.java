package io.gaussferry.verify.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefinitionDriftTest {

    private static final TableDefinition SOURCE = Items.item(Items.indexes(), Items.foreignKeys("CASCADE"));

    private static List<String> drift(TableDefinition known) {
        return DefinitionDrift.of(Items.ITEM, known, true, SOURCE).stream()
                .map(finding -> finding.weight() + " " + finding.description())
                .toList();
    }

    @Test
    void findsNoDriftInStoredDefinition() {
        TableDefinition stored = TableDefinitionFormat.read(Items.ITEM, TableDefinitionFormat.writeWithExtras(SOURCE));
        assertThat(drift(stored)).isEmpty();
    }

    /** Issue 37, case 52: replay had the key on the column of the old name. */
    @Test
    void findsKeyThatFollowedColumnName() {
        List<IndexDefinition> indexes = new ArrayList<>(Items.indexes());
        indexes.set(1, Items.index("u", true, Items.part(2)));
        assertThat(drift(Items.item(indexes, Items.foreignKeys("CASCADE"))))
                .containsExactly(
                        "DIFFERENCE unique key (c1) is present in the source's catalog, but missing in the definition that"
                                + " replay uses",
                        "DIFFERENCE unique key (n1) is missing in the source's catalog, but present in the definition that"
                                + " replay uses");
    }

    @Test
    void findsFullKeyInsteadOfPrefix() {
        List<IndexDefinition> indexes = new ArrayList<>(Items.indexes());
        indexes.set(3, Items.index("start", true, Items.part(3)));
        assertThat(drift(Items.item(indexes, Items.foreignKeys("CASCADE"))))
                .containsExactly(
                        "DIFFERENCE unique key (note(10)) is present in the source's catalog, but missing in the definition"
                                + " that replay uses",
                        "DIFFERENCE unique key (note) is missing in the source's catalog, but present in the definition that"
                                + " replay uses");
    }

    @Test
    void findsChangedActionsColumnsAndOrder() {
        assertThat(drift(Items.item(Items.indexes(), Items.foreignKeys("SET NULL"))))
                .hasSize(2)
                .allMatch(found -> found.startsWith("DIFFERENCE foreign key (shelf) to shop.shelf (id) ON DELETE "));
        List<ColumnDefinition> columns = new ArrayList<>(SOURCE.columns());
        columns.set(1, Items.column("c1", MySqlType.BIGINT, "bigint", 0, true));
        assertThat(drift(new TableDefinition(Items.ITEM, columns, SOURCE.indexes(), SOURCE.extras())))
                .containsExactly(
                        "DIFFERENCE column c1 is int in the source's catalog, but bigint in the definition that replay"
                                + " uses");
    }

    @Test
    void notesMissingPlainIndex() {
        assertThat(drift(Items.item(Items.indexes().subList(0, 4), Items.foreignKeys("CASCADE"))))
                .containsExactly(
                        "NOTE index (note, n1) is present in the source's catalog, but missing in the definition that"
                                + " replay uses");
    }
}
