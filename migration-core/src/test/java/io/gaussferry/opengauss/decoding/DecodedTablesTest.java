package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The stream knows tables by their names: rows of a table that was renamed must not become rows of another one. */
class DecodedTablesTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId OTHER = new TableId("shop", "other");

    private static DecodedTables tables(Map<TableId, Long> oids) {
        TableDefinition table = new TableDefinition(ITEM, List.of(Columns.column("longblob", null)), List.of());
        TargetShape shape = new TargetShape(
                ITEM,
                List.of(new TargetShape.Column("c", 1, 17, "bytea", 'b', -1, "bytea", false)),
                List.of(),
                Set.of());
        return new DecodedTables(
                List.of(table),
                Map.of(ITEM, shape),
                new Conversion(Columns.POSTGRES, ConversionRules.defaults()),
                Set.of(),
                EarlierShapes.NONE,
                new ArmedTables(Set.of(), Map.of(), oids));
    }

    private static Relation item(long oid) {
        return new Relation(oid, ITEM, 'f', List.of(new Relation.Column("c", 17, -1)));
    }

    @Test
    void readsTheTableThatWasArmed() {
        DecodedTables tables = tables(Map.of(ITEM, 7L, OTHER, 8L));
        tables.announce(item(7));
        assertThat(tables.get(7).id()).isEqualTo(ITEM);
    }

    @Test
    void refusesRowsOfAnotherTableWithItsName() {
        DecodedTables tables = tables(Map.of(ITEM, 7L, OTHER, 8L));
        tables.announce(item(8));
        assertThatThrownBy(() -> tables.get(8)).hasMessageContaining("it is table shop.other, renamed");
    }

    /** An earlier version stored none; a partition has an OID of its own. */
    @Test
    void unknownOidsAreNoOtherTable() {
        DecodedTables tables = tables(Map.of(OTHER, 8L));
        tables.announce(item(9));
        assertThat(tables.get(9).id()).isEqualTo(ITEM);
    }
}
