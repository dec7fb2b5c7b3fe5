package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which rows a trigger skips because a foreign key changes them. */
class CascadedRowsTest {

    private static final TableId PARENT = new TableId("shop", "parent");
    private static final TableId CHILD = new TableId("shop", "child");
    private static final String IS_GONE = "OLD.\"Of\" IS NOT NULL AND NOT EXISTS"
            + " (SELECT 1 FROM \"shop\".\"parent\" parent WHERE parent.\"Id\" = OLD.\"Of\")";
    private static final String CHANGED = "(OLD.\"Of\" IS DISTINCT FROM NEW.\"Of\") AND ";
    private static final String NESTED = "pg_catalog.pg_trigger_depth() > 1 AND ";

    private static TableDefinition table(TableId name, String column, ForeignKeyDefinition... keys) {
        return new TableDefinition(
                name,
                List.of(new ColumnDefinition(column, MySqlType.INT, false, "", 10, 10, 0, null, List.of(), true)),
                List.of(),
                new TableExtras("", null, null, Map.of(), List.of(), List.of(keys), Map.of()));
    }

    private static List<String> conditions(
            TableId referenced, String onUpdate, String onDelete, String event, boolean isBefore) {
        KnownNames names = new KnownNames(
                List.of(
                        table(PARENT, "Id"),
                        table(
                                CHILD,
                                "Of",
                                new ForeignKeyDefinition(
                                        "k", List.of("of"), referenced, List.of("id"), onUpdate, onDelete))),
                List.of(),
                TableRenames.NONE,
                true,
                Set.of());
        return CascadedRows.conditions(names, CHILD, event, isBefore);
    }

    @Test
    void deletedRowsHaveNoParent() {
        assertThat(conditions(PARENT, "NO ACTION", "CASCADE", "DELETE", false)).containsExactly(IS_GONE);
        assertThat(conditions(PARENT, "NO ACTION", "CASCADE", "delete", true)).containsExactly(NESTED + IS_GONE);
    }

    /** Another update of a row whose parent is missing leaves its key as it is. */
    @Test
    void updatedRowsHaveAnotherKey() {
        assertThat(conditions(PARENT, "CASCADE", "RESTRICT", "UPDATE", false)).containsExactly(CHANGED + IS_GONE);
        assertThat(conditions(PARENT, "NO ACTION", "SET NULL", "UPDATE", true))
                .containsExactly(NESTED + CHANGED + IS_GONE);
    }

    @Test
    void otherEventsAndKeysChangeNoRow() {
        assertThat(conditions(PARENT, "CASCADE", "CASCADE", "INSERT", false)).isEmpty();
        assertThat(conditions(PARENT, "CASCADE", "SET NULL", "DELETE", false)).isEmpty();
        assertThat(conditions(PARENT, "NO ACTION", "CASCADE", "UPDATE", false)).isEmpty();
        assertThat(conditions(PARENT, "RESTRICT", "NO ACTION", "UPDATE", false)).isEmpty();
    }

    /** The target lacks a key to a table that is not replicated. */
    @Test
    void unknownParentsHaveNoKey() {
        assertThat(conditions(new TableId("other", "parent"), "CASCADE", "CASCADE", "DELETE", false))
                .isEmpty();
    }
}
