package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.model.TableId;
import org.junit.jupiter.api.Test;

/** Statements that name tables which are left to a copy: what is known of those is of the time when they were. */
class TablesLeftToCopiesTest {

    private static final TableId STAGING = new TableId("shop", "staging");
    private static final TableId PARTED = new TableId("shop", "parted");

    private final PlannedStatements shop = new PlannedStatements(false)
            .with(
                    "CREATE TABLE staging (id INT NOT NULL PRIMARY KEY)",
                    "CREATE TABLE parted (id INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id)"
                            + " (PARTITION p0 VALUES LESS THAN (10))");

    @Test
    void aTableThatIsMadeLikeOneIsCopied() {
        assertThat(shop.plan("CREATE TABLE same LIKE staging")).isInstanceOf(DefinitionPlan.Follow.class);
        shop.leave("staging");
        assertThat(shop.copied("CREATE TABLE same LIKE staging"))
                .containsExactly("It is made like table shop.staging, which is not replicated.");
    }

    @Test
    void thePartitionedTableAloneIsCopiedWhenItGetsTheRowsOfOne() {
        shop.leave("staging");
        assertThat(copy("ALTER TABLE parted EXCHANGE PARTITION p0 WITH TABLE staging")
                        .tables())
                .containsExactly(PARTED);
    }

    @Test
    void aTableThatGetsTheRowsOfItsPartitionIsCopiedAndItStaysAsItIs() {
        shop.leave("parted");
        CopyAgain copy = copy("ALTER TABLE parted EXCHANGE PARTITION p0 WITH TABLE staging");
        assertThat(copy.tables()).containsExactly(STAGING);
        assertThat(copy.changes()).isEmpty();
        assertThat(copy.steps()).isEmpty();
    }

    private CopyAgain copy(String statement) {
        DefinitionPlan plan = shop.plan(statement);
        assertThat(plan).isInstanceOf(CopyAgain.class);
        return (CopyAgain) plan;
    }
}
