package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.MissingCascades.Cascade;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MissingCascadesTest {

    private static final TableId TOP = new TableId("s", "top");
    private static final TableId MIDDLE = new TableId("s", "middle");
    private static final TableId BOTTOM = new TableId("s", "bottom");

    private static ForeignKeyDefinition key(TableId parent, String onUpdate, String onDelete) {
        return new ForeignKeyDefinition("to_" + parent.name(), List.of("p"), parent, List.of("id"), onUpdate, onDelete);
    }

    private static TableDefinition table(TableId id, ForeignKeyDefinition... keys) {
        return new TableDefinition(
                id,
                List.of(new ColumnDefinition("id", MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false)),
                List.of(),
                new TableExtras("", null, null, Map.of(), List.of(), List.of(keys), Map.of()));
    }

    @Test
    void findsKeysTriggeredByParentsAndTheirAncestors() {
        ForeignKeyDefinition lost = key(MIDDLE, "NO ACTION", "SET NULL");
        MissingCascades cascades = MissingCascades.of(
                List.of(table(TOP), table(MIDDLE, key(TOP, "CASCADE", "NO ACTION")), table(BOTTOM, lost)),
                List.of(new Cascade(BOTTOM, lost)));

        assertThat(cascades.triggeredBy(MIDDLE, RowOperation.DELETE)).containsExactly(new Cascade(BOTTOM, lost));
        assertThat(cascades.triggeredBy(MIDDLE, RowOperation.UPDATE)).isEmpty();
        assertThat(cascades.triggeredBy(TOP, RowOperation.UPDATE)).containsExactly(new Cascade(BOTTOM, lost));
        assertThat(cascades.triggeredBy(TOP, RowOperation.DELETE)).isEmpty();
        assertThat(cascades.triggeredBy(MIDDLE, RowOperation.INSERT)).isEmpty();
    }

    @Test
    void terminatesForCircularReferences() {
        ForeignKeyDefinition up = key(TOP, "CASCADE", "CASCADE");
        ForeignKeyDefinition down = key(MIDDLE, "CASCADE", "CASCADE");
        MissingCascades cascades =
                MissingCascades.of(List.of(table(TOP, down), table(MIDDLE, up)), List.of(new Cascade(MIDDLE, up)));
        assertThat(cascades.triggeredBy(MIDDLE, RowOperation.DELETE)).containsExactly(new Cascade(MIDDLE, up));
    }
}
