package io.gaussferry.pipeline.reverse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.catalog.Grants;
import io.gaussferry.mysql.catalog.VisibleObjects;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The MySQL versions and triggers that prevent reverse replication. Guards: {@link ReverseTables}. */
class ReverseTablesTest {

    @ParameterizedTest
    @CsvSource({"5.7.44-log, false", "8.0.19, false", "8.0.20, true", "8.4.0, true", "9.7.4, true"})
    void requiresServerWithIndexHintForDeletions(String version, boolean recent) {
        assertThat(ReverseTables.isRecent(ServerVersion.parse(version))).isEqualTo(recent);
    }

    /** Triggers would change additional rows in MySQL, which a comparison of the changed rows does not read. */
    @Test
    void requiresAccountThatSeesTriggersWhichItsWritesFire() {
        TableDefinition table =
                new TableDefinition(new TableId("shop", "orders"), List.of(Columns.column("int", null)), List.of());
        assertThat(ReverseTables.hiddenTriggers(
                        visible("GRANT SELECT, INSERT ON `shop`.* TO `g`@`%`"), List.of(table), false))
                .hasValueSatisfying(finding -> assertThat(finding).contains("shop.orders", "REPLICATION_APPLIER"));
        assertThat(ReverseTables.hiddenTriggers(
                        visible("GRANT SELECT, INSERT, TRIGGER ON `shop`.* TO `g`@`%`"), List.of(table), false))
                .isEmpty();
    }

    /** Without a key, rows are not written as events, which fire no trigger. */
    @Test
    void requiresThatOfTablesWithoutKeyInAnyCase() {
        TableDefinition table =
                new TableDefinition(new TableId("shop", "visit"), List.of(Columns.column("int", null)), List.of());
        assertThat(ReverseTables.hiddenTriggers(visible("GRANT INSERT ON `shop`.* TO `g`@`%`"), List.of(table), true))
                .hasValueSatisfying(finding -> assertThat(finding).contains("shop.visit", "grant it TRIGGER"));
    }

    private static VisibleObjects visible(String grant) {
        return VisibleObjects.of(Grants.parse(List.of(grant)));
    }
}
