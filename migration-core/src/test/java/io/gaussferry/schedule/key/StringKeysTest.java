package io.gaussferry.schedule.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StringKeysTest {

    private static final TableDefinition PARENT = table("parent");
    private static final TableDefinition CHILD = table("child");

    private static final ForeignKeys KEYS = new ForeignKeys(
            List.of(new EnforcedForeignKey(CHILD.id(), List.of(0), PARENT.id(), List.of(0), "NO ACTION", "NO ACTION")));

    private static TableDefinition table(String name) {
        return new TableDefinition(
                new TableId("shop", name),
                List.of(Columns.column("varchar(10)", "utf8mb4")),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)))));
    }

    private static WriteSet keys(TableDefinition table, KeyEquality equality, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        byte[] row = new byte[utf8.length + 1];
        row[0] = (byte) utf8.length;
        System.arraycopy(utf8, 0, row, 1, utf8.length);
        WriteSet writeSet = new WriteSet();
        new TableWriteSet(table, KEYS, id -> id.equals(PARENT.id()) ? PARENT : CHILD, equality, false)
                .addRow(row, new int[] {0, row.length}, writeSet);
        return writeSet;
    }

    @Test
    void keysThatTargetTreatsAsEqualConflict() {
        KeyEquality collation = (table, column) -> StringEquality.BY_COLLATION;

        long key = keys(PARENT, collation, "Key").exclusive(0);

        assertThat(keys(PARENT, collation, "kEY ").exclusive(0)).isEqualTo(key);
        assertThat(keys(PARENT, collation, "other").exclusive(0)).isNotEqualTo(key);
        assertThat(keys(PARENT, KeyEquality.EXACT, "Key").exclusive(0))
                .isNotEqualTo(keys(PARENT, KeyEquality.EXACT, "key").exclusive(0));
    }

    @Test
    void childConflictsWithParentOfAnotherSpelling() {
        KeyEquality collation = (table, column) -> StringEquality.BY_COLLATION;

        assertThat(keys(CHILD, collation, "KEY").shared(0))
                .isEqualTo(keys(PARENT, collation, "key").exclusive(0));
    }

    /** Its hashes differ from those of the parent's rows. */
    @Test
    void childWithAnotherEqualityConflictsWithWholeParent() {
        KeyEquality mixed = (table, column) ->
                table.id().equals(PARENT.id()) ? StringEquality.BY_COLLATION : StringEquality.WITHOUT_TRAILING_BLANKS;

        assertThat(keys(CHILD, mixed, "a").shared(0))
                .isEqualTo(keys(CHILD, mixed, "b").shared(0));
    }
}
