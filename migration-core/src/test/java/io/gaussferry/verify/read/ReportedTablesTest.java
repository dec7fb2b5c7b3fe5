package io.gaussferry.verify.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A table that is in no group is not compared. */
class ReportedTablesTest {

    @Test
    void namesTablesByTheirSource() {
        assertThat(ReportedTables.group(List.of(table("b", "a"), table("a", "x"))))
                .containsOnlyKeys(new TableId("s", "a"), new TableId("s", "b"));
    }

    @Test
    void namesMergedTablesByTheirTarget() {
        TableDefinition first = table("a1", "a");
        TableDefinition second = table("a2", "a");
        assertThat(ReportedTables.group(List.of(second, first)))
                .containsExactly(Map.entry(new TableId("s", "a"), List.of(first, second)));
    }

    /** The name of the merged table may belong to one of them. */
    @Test
    void mergesTableIntoOneOfItsSources() {
        assertThat(ReportedTables.group(List.of(table("a", "a"), table("a2", "a"))))
                .containsOnlyKeys(new TableId("s", "a"));
    }

    @Test
    void refusesNameOfTwoGroups() {
        assertThatThrownBy(() -> ReportedTables.group(List.of(table("a1", "a"), table("a2", "a"), table("a", "b"))))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.SETTING_INVALID))
                .hasMessageContaining("s.a");
    }

    private static TableDefinition table(String name, String target) {
        return new IntTable(name, target, 1, List.of(List.of(0))).version().definition();
    }
}
