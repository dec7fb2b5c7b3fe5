package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import io.gaussferry.ddl.plan.DefinitionPlan.Nothing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the reorganization of partitions, during which MySQL loses misplaced rows. */
class ReorganizedPartitionsTest {

    @Test
    void copiesTableWithPossiblyMisplacedRows() {
        PlannedStatements shop = new PlannedStatements(false)
                .with("CREATE TABLE parted (id INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id)"
                        + " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))");
        assertThat(shop.plan("ALTER TABLE parted REBUILD PARTITION p0")).isInstanceOf(Nothing.class);
        // a table is not known to have all rows in their partitions before its copy has seen them
        shop.markMisplaced("parted");
        for (String action : List.of(
                "REORGANIZE PARTITION p0, p1 INTO (PARTITION p1 VALUES LESS THAN (20))",
                "REBUILD PARTITION p0",
                "REBUILD PARTITION ALL")) {
            assertThat(shop.plan("ALTER TABLE parted " + action)).as(action).isInstanceOf(CopyAgain.class);
        }
    }
}
