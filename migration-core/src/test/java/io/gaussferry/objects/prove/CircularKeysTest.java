package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which foreign keys are suspended, by the order in which the rows of their tables are inserted. */
class CircularKeysTest {

    private static final ColumnDefinition ID =
            new ColumnDefinition("id", MySqlType.INT, false, "", 0, 10, 0, null, List.of(), false);

    private static final TableDefinition CITY = table("city");
    private static final TableDefinition STAFF = table("staff", "store", "city");
    private static final TableDefinition STORE = table("store", "staff", "store", "city");

    private static TableDefinition table(String name, String... referenced) {
        List<ForeignKeyDefinition> keys = Arrays.stream(referenced)
                .map(parent -> new ForeignKeyDefinition(
                        name + "_" + parent,
                        List.of(parent + "_id"),
                        new TableId("shop", parent),
                        List.of("id"),
                        "RESTRICT",
                        "RESTRICT"))
                .toList();
        return new TableDefinition(new TableId("shop", name), List.of(ID), List.of()).withForeignKeys(keys);
    }

    private static List<String> suspended(TableDefinition... ordered) {
        return CircularKeys.of(List.of(ordered)).stream()
                .map(key -> key.key().name())
                .toList();
    }

    @Test
    void suspendsTheKeyToATableWhoseRowsAreInsertedLater() {
        assertThat(suspended(CITY, STAFF, STORE)).containsExactly("staff_store");
        assertThat(suspended(CITY, STORE, STAFF)).containsExactly("store_staff");
    }

    @Test
    void suspendsNoKeyToFormerRowsOrTheSameTable() {
        assertThat(suspended(CITY, STORE)).isEmpty();
        assertThat(suspended(STAFF)).isEmpty();
    }
}
