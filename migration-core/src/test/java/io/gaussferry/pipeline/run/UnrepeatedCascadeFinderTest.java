package io.gaussferry.pipeline.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MissingCascades;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * MySQL does not log the rows that ON DELETE CASCADE deletes. If the target does not have the same key, these rows would stay there without
 * an error, so replay must stop at the delete.
 */
class UnrepeatedCascadeFinderTest {

    private static final TableId PARENT = new TableId("s", "parent");
    private static final TableId CHILD = new TableId("s", "child");
    private static final TableId EXCLUDED = new TableId("other", "parent");

    private final TableDefinition parent = table(PARENT);
    private final TableDefinition child = table(CHILD, key(PARENT, "CASCADE"));

    @Test
    void findsKeyThatTargetDoesNotHave() {
        assertThat(find(List.of(parent, child), ForeignKeys.NONE, Set.of())).isTrue();
    }

    @Test
    void acceptsKeyThatTargetRepeats() {
        assertThat(find(List.of(parent, child), enforced("CASCADE"), Set.of())).isFalse();
    }

    /** The target's key only refuses the delete of a parent with children. */
    @Test
    void findsKeyWithOtherAction() {
        assertThat(find(List.of(parent, child), enforced("NO ACTION"), Set.of()))
                .isTrue();
    }

    @Test
    void ignoresKeyWithoutActions() {
        assertThat(find(List.of(parent, table(CHILD, key(PARENT, "RESTRICT"))), ForeignKeys.NONE, Set.of()))
                .isFalse();
    }

    /** Deletes of a quarantined parent are skipped, so the target's key deletes no children. */
    @Test
    void findsKeyOfQuarantinedParent() {
        assertThat(find(List.of(parent, child), enforced("CASCADE"), Set.of(PARENT)))
                .isTrue();
    }

    @Test
    void ignoresKeyOfQuarantinedChild() {
        assertThat(find(List.of(parent, child), ForeignKeys.NONE, Set.of(CHILD)))
                .isFalse();
    }

    /** A parent outside of the pipeline is deleted without an event that replay sees. */
    @Test
    void findsKeyOfExcludedParent() {
        MissingCascades found =
                finder(false).find(List.of(table(CHILD, key(EXCLUDED, "CASCADE"))), ForeignKeys.NONE, Set.of());
        assertThat(found.triggeredBy(EXCLUDED, RowOperation.DELETE)).hasSize(1);
    }

    /** A replicated table without a definition does not exist at this position. */
    @Test
    void ignoresKeyOfMissingParent() {
        assertThat(find(List.of(child), ForeignKeys.NONE, Set.of())).isFalse();
        assertThat(find(List.of(child), ForeignKeys.NONE, Set.of(PARENT)))
                .as("it exists, and its definition is not known because it is quarantined")
                .isTrue();
    }

    /** Copied rows are replayed to one position before the target gets its keys. */
    @Test
    void acceptsPlannedKeyDuringCopy() {
        List<TableDefinition> tables = List.of(parent, child);
        assertThat(finder(true).find(tables, ForeignKeys.NONE, Set.of()).isEmpty())
                .isTrue();
        assertThat(new UnrepeatedCascadeFinder(RunSettings.with(ForeignKeyPolicy.DEFER), false, true)
                        .find(tables, ForeignKeys.NONE, Set.of())
                        .isEmpty())
                .as("the cutover creates the keys")
                .isFalse();
    }

    private static boolean find(List<TableDefinition> tables, ForeignKeys enforced, Set<TableId> quarantined) {
        return !finder(false)
                .find(tables, enforced, quarantined)
                .triggeredBy(PARENT, RowOperation.DELETE)
                .isEmpty();
    }

    private static UnrepeatedCascadeFinder finder(boolean copying) {
        return new UnrepeatedCascadeFinder(RunSettings.with(ForeignKeyPolicy.CREATE), false, copying);
    }

    private static ForeignKeys enforced(String onDelete) {
        return new ForeignKeys(
                List.of(new EnforcedForeignKey(CHILD, List.of(1), PARENT, List.of(0), "NO ACTION", onDelete)));
    }

    private static ForeignKeyDefinition key(TableId parent, String onDelete) {
        return new ForeignKeyDefinition("fk", List.of("p"), parent, List.of("id"), "NO ACTION", onDelete);
    }

    private static TableDefinition table(TableId id, ForeignKeyDefinition... keys) {
        return new TableDefinition(
                id,
                List.of(column("id"), column("p")),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)))),
                new TableExtras("", null, null, Map.of(), List.of(), List.of(keys), Map.of()));
    }

    private static ColumnDefinition column(String name) {
        return new ColumnDefinition(name, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false);
    }
}
