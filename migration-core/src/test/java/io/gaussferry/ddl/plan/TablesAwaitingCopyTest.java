package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.model.TableId;
import org.junit.jupiter.api.Test;

/**
 * Tests statements that name tables awaiting a copy: their known definitions are of the time when the copy was
 * requested.
 */
class TablesAwaitingCopyTest {

    private static final TableId STAGING = new TableId("shop", "staging");
    private static final TableId PARTED = new TableId("shop", "parted");

    private final PlannedStatements shop = new PlannedStatements(false)
            .with(
                    "CREATE TABLE staging (id INT NOT NULL PRIMARY KEY)",
                    "CREATE TABLE parted (id INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id)"
                            + " (PARTITION p0 VALUES LESS THAN (10))");

    @Test
    void copiesTableCreatedLikeTableAwaitingCopy() {
        assertThat(shop.plan("CREATE TABLE same LIKE staging")).isInstanceOf(DefinitionPlan.Follow.class);
        shop.awaitCopy("staging");
        assertThat(shop.copied("CREATE TABLE same LIKE staging"))
                .containsExactly("It is created like table shop.staging, which is not replicated.");
    }

    @Test
    void copiesOnlyPartitionedTableAfterExchange() {
        shop.awaitCopy("staging");
        assertThat(copy("ALTER TABLE parted EXCHANGE PARTITION p0 WITH TABLE staging")
                        .tables())
                .containsExactly(PARTED);
    }

    @Test
    void copiesOnlyExchangedTableOfPartitionedTable() {
        shop.awaitCopy("parted");
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
