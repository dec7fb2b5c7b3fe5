package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.model.TableId;
import java.util.List;
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

    /** Otherwise the former table would stay on the target, under a name that the source may use again. */
    @Test
    void dropsFormerTableOfTableThatIsCopiedUnderAnotherName() {
        DefinitionPlan plan =
                shop.plan("ALTER TABLE staging ADD n INT NOT NULL AUTO_INCREMENT UNIQUE, RENAME TO moved");
        List<TargetStep> before = plan instanceof Follow follow ? follow.stepsBeforeCopy() : ((CopyAgain) plan).steps();
        assertThat(before).extracting(TargetStep::sql).containsExactly("DROP TABLE IF EXISTS \"shop\".\"staging\"");
    }

    @Test
    void dropsNoTableThatIsCopiedUnderItsName() {
        DefinitionPlan plan = shop.plan("ALTER TABLE staging ADD n INT NOT NULL AUTO_INCREMENT UNIQUE");
        List<TargetStep> before = plan instanceof Follow follow ? follow.stepsBeforeCopy() : ((CopyAgain) plan).steps();
        assertThat(before).isEmpty();
    }

    private CopyAgain copy(String statement) {
        DefinitionPlan plan = shop.plan(statement);
        assertThat(plan).isInstanceOf(CopyAgain.class);
        return (CopyAgain) plan;
    }
}
