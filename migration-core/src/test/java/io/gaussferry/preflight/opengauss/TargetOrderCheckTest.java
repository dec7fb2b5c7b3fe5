package io.gaussferry.preflight.opengauss;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.preflight.opengauss.TargetTables.UniqueIndex;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.IndexDefinition.Part;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetOrderCheckTest {

    /** The source has a primary key on id, and unique keys on (a, b) and, where it is so, on a prefix of c. */
    @ParameterizedTest
    @CsvSource({
        "ID, true, false, true",
        "id a, true, false, true",
        "a b, true, false, true",
        "b a c, true, false, true",
        "a, true, false, false",
        "c, true, false, false",
        "c, true, true, false",
        "c, false, true, true",
        "id, false, false, false"
    })
    void rowsThatMeetOnTheTargetMustMeetAtTheSource(
            String columns, boolean isOnWholeColumns, boolean prefixAtSource, boolean implied) {
        List<IndexDefinition> indexes =
                new ArrayList<>(List.of(unique("PRIMARY", part(0, 0)), unique("u", part(1, 0), part(2, 0))));
        if (prefixAtSource) {
            indexes.add(unique("p", part(3, 5)));
        }
        TableDefinition source = new TableDefinition(
                new TableId("shop", "t"), List.of(column("id"), column("a"), column("b"), column("c")), indexes);
        UniqueIndex index =
                new UniqueIndex("x", new LinkedHashSet<>(List.of(columns.split(" ", -1))), isOnWholeColumns);
        assertThat(TargetOrderCheck.isImplied(index, source)).isEqualTo(implied);
    }

    private static IndexDefinition unique(String name, Part... parts) {
        return new IndexDefinition(name, true, List.of(parts));
    }

    private static Part part(int column, int prefix) {
        return new Part(column, prefix, false, null);
    }

    private static ColumnDefinition column(String name) {
        return new ColumnDefinition(name, MySqlType.VARCHAR, false, "varchar(9)", 9, 0, 0, "utf8mb4", List.of(), false);
    }
}
