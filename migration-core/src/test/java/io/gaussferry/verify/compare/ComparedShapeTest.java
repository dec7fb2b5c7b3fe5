package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A table whose definition has changed cannot be compared; a change that does not concern its rows must not stop the comparison. */
class ComparedShapeTest {

    private static final ColumnDefinition ID = column("id", MySqlType.INT, false, "int", null, List.of());
    private static final ColumnDefinition NAME =
            column("name", MySqlType.VARCHAR, false, "varchar(9)", "utf8mb4", List.of());

    @Test
    void ignoresSpellingOfDeclarations() {
        ColumnDefinition spelled = column("id", MySqlType.INT, false, "int(11)", null, List.of());
        assertThat(ComparedShape.hasSameColumns(table(ID), table(spelled))).isTrue();
        assertThat(ComparedShape.isSame(table(ID), table(spelled)))
                .as("a replayed statement has changed it")
                .isFalse();
    }

    @Test
    void distinguishesAttributesOfValues() {
        for (ColumnDefinition other : List.of(
                column("other", MySqlType.VARCHAR, false, "varchar(9)", "utf8mb4", List.of()),
                column("name", MySqlType.CHAR, false, "varchar(9)", "utf8mb4", List.of()),
                column("name", MySqlType.VARCHAR, true, "varchar(9)", "utf8mb4", List.of()),
                column("name", MySqlType.VARCHAR, false, "varchar(9)", "latin1", List.of()),
                column("name", MySqlType.VARCHAR, false, "varchar(9)", "utf8mb4", List.of("a")))) {
            assertThat(ComparedShape.hasSameColumns(table(ID, NAME), table(ID, other)))
                    .as("%s", other)
                    .isFalse();
        }
        assertThat(ComparedShape.hasSameColumns(table(ID, NAME), table(ID))).isFalse();
        assertThat(ComparedShape.hasSameColumns(table(ID, NAME), table(NAME, ID)))
                .as("order")
                .isFalse();
    }

    /** Rows that were looked up by one key cannot be compared by another. */
    @Test
    void distinguishesKeys() {
        TableDefinition keyed = keyed(index("PRIMARY", true, 0));
        assertThat(ComparedShape.isSame(keyed, keyed(index("PRIMARY", true, 1))))
                .isFalse();
        assertThat(ComparedShape.isSame(keyed, table(ID, NAME))).isFalse();
        assertThat(ComparedShape.isSame(keyed, keyed(index("renamed", true, 0))))
                .isTrue();
        assertThat(ComparedShape.isSame(keyed, keyed(index("PRIMARY", true, 0), index("another", false, 1))))
                .isTrue();
        assertThat(ComparedShape.hasSameColumns(keyed, table(ID, NAME))).isTrue();
    }

    private static TableDefinition keyed(IndexDefinition... indexes) {
        return new TableDefinition(new TableId("s", "t"), List.of(ID, NAME), List.of(indexes));
    }

    private static IndexDefinition index(String name, boolean unique, int column) {
        return new IndexDefinition(name, unique, List.of(new IndexDefinition.Part(column, 0, false)));
    }

    private static TableDefinition table(ColumnDefinition... columns) {
        return new TableDefinition(new TableId("s", "t"), List.of(columns), List.of());
    }

    private static ColumnDefinition column(
            String name,
            MySqlType type,
            boolean unsigned,
            String declaration,
            @Nullable String characterSet,
            List<String> members) {
        return new ColumnDefinition(name, type, unsigned, declaration, 0, 0, 0, characterSet, members, false);
    }
}
