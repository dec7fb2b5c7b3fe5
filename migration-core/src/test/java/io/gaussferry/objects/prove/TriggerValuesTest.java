package io.gaussferry.objects.prove;

import static io.gaussferry.testing.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TriggerValuesTest {

    private static final TableDefinition ITEM = table("item")
            .column("id", "int")
            .nullable("unread", "int")
            .column("price", "int")
            .column("state", "varchar(20)")
            .column("picture", "blob")
            .generated("tax", "int", "price / 5")
            .primary("id")
            .build();
    private static final List<ColumnDefinition> KEY = ITEM.columns().subList(0, 1);
    private static final ColumnDefinition UNREAD = ITEM.columns().get(1);
    private static final ColumnDefinition PRICE = ITEM.columns().get(2);
    private static final ColumnDefinition STATE = ITEM.columns().get(3);

    private final TriggerValues values =
            new TriggerValues(Map.of("state", Set.of("paid")), "IF NEW.\"state\" = 'paid' THEN SET x = OLD.\"price\"");

    /** Keys, bytes and generated columns are not changed. */
    @Test
    void prefersComparedColumnsThenReadOnes() {
        assertThat(values.changeable(ITEM, KEY)).containsExactly(STATE, PRICE, UNREAD);
    }

    @Test
    void changesComparedTextKeys() {
        assertThat(values.changeable(ITEM, List.of(STATE))).contains(STATE);
        assertThat(values.changeable(ITEM, List.of(PRICE))).doesNotContain(PRICE);
    }

    @Test
    void prefersLiteralsThenEdges() {
        assertThat(values.preferred(STATE)).contains("paid", "PAID").noneMatch(value -> value.endsWith(" "));
        assertThat(values.preferred(PRICE)).isNotEmpty().hasSizeLessThanOrEqualTo(3);
        assertThat(values.preferred(UNREAD)).isEmpty();
    }

    @Test
    void changesOneColumnEachAndAllToNullAtTheEnd() {
        List<Map<ColumnDefinition, @Nullable String>> changes = values.changes(ITEM, KEY);
        assertThat(changes.get(0)).containsOnlyKeys(STATE);
        Map<ColumnDefinition, @Nullable String> last = changes.get(changes.size() - 1);
        assertThat(last).containsOnlyKeys(UNREAD).containsValue(null);
    }

    @Test
    void findsAnEdgeOfATypeIfItHasOne() {
        assertThat(TriggerValues.edge(PRICE)).isNotNull();
        assertThat(TriggerValues.edge(ITEM.columns().get(4))).isNull();
    }
}
