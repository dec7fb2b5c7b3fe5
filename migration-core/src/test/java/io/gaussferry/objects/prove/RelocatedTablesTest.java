package io.gaussferry.objects.prove;

import static io.gaussferry.testing.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelocatedTablesTest {

    private static final TableDefinition CITY =
            table("city").column("id", "int").primary("id").build();
    private static final TableDefinition SHOPPER = table("shopper")
            .column("id", "int")
            .primary("id")
            .refers("id", "city", "CASCADE", "RESTRICT")
            .onTarget(new TableId("renamed", "shopper"))
            .build();

    @Test
    void keepsOrderAndHasOneNameOnBothSides() {
        List<TableDefinition> tables = RelocatedTables.in("copy", List.of(SHOPPER, CITY));
        assertThat(tables)
                .extracting(TableDefinition::id)
                .containsExactly(new TableId("copy", "shopper"), new TableId("copy", "city"));
        assertThat(tables).allMatch(table -> table.targetId().equals(table.id()));
        assertThat(tables.get(1).indexes()).isEqualTo(CITY.indexes());
    }

    @Test
    void redirectsForeignKeysAmongTheTables() {
        List<TableDefinition> tables = RelocatedTables.in("copy", List.of(SHOPPER, CITY));
        assertThat(tables.get(0).extras().foreignKeys())
                .containsExactly(new ForeignKeyDefinition(
                        "fk_id", List.of("id"), new TableId("copy", "city"), List.of("id"), "CASCADE", "RESTRICT"));
    }

    @Test
    void omitsForeignKeysToOtherTables() {
        TableDefinition alone = RelocatedTables.in("copy", List.of(SHOPPER)).get(0);
        assertThat(alone.extras().foreignKeys()).isEmpty();
    }
}
