package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.CopyAgain;
import org.junit.jupiter.api.Test;

/** MySQL loses rows of other partitions when it writes partitions again. */
class ReorganizedPartitionsTest {

    @Test
    void aTableWhoseRowsMayLieInOtherPartitionsIsCopied() {
        PlannedStatements shop = new PlannedStatements(false)
                .with("CREATE TABLE parted (id INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id)"
                        + " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))");
        // a table is not known to have all rows in their partitions before its copy has seen them
        shop.unplace("parted");
        assertThat(shop.plan(
                        "ALTER TABLE parted REORGANIZE PARTITION p0, p1 INTO (PARTITION p1 VALUES LESS THAN (20))"))
                .isInstanceOf(CopyAgain.class);
    }
}
