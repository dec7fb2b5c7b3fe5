package io.gaussferry.pipeline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes must be written to the tables that the copy has filled, whatever the configuration names today. */
class TargetNamesGuardTest {

    private final List<TableDefinition> copied = List.of(
            new IntTable("same", 1, List.of()).version().definition(),
            new IntTable("item", "goods", 1, List.of()).version().definition());

    @Test
    void acceptsRulesOfCopy() {
        assertThatCode(() -> TargetNamesGuard.require(copied, renames("s.item", "s.goods")))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesLostRule() {
        assertThatThrownBy(() -> TargetNamesGuard.require(copied, TableRenames.NONE))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining("maps table s.item to table s.item")
                .hasMessageContaining("copied it as s.goods");
    }

    @Test
    void refusesNewRule() {
        assertThatThrownBy(() -> TargetNamesGuard.require(copied, renames("s", "shop")))
                .hasMessageContaining("maps table s.same to table shop.same");
    }

    private static TableRenames renames(String from, String to) {
        return new TableRenames(List.of(TableRename.parse(from, to)));
    }
}
