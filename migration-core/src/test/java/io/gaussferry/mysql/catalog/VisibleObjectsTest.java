package io.gaussferry.mysql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VisibleObjectsTest {

    private static VisibleObjects of(String... grants) {
        return VisibleObjects.of(Grants.parse(List.of(grants)));
    }

    @Test
    void replicationAccountSeesNeitherTriggersNorEvents() {
        VisibleObjects visible = of("GRANT SELECT, RELOAD, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO `g`@`%`");
        assertThat(visible.missing("shop")).containsExactly("SHOW VIEW", "TRIGGER", "EVENT");
        assertThat(visible.hasTriggersOf(new TableId("shop", "orders"))).isFalse();
    }

    @Test
    void privilegesOfOneDatabaseShowItsObjectsOnly() {
        VisibleObjects visible = of(
                "GRANT USAGE ON *.* TO `g`@`%`",
                "GRANT SELECT, EXECUTE, SHOW VIEW, EVENT, TRIGGER ON `shop`.* TO `g`@`%`");
        assertThat(visible.missing(List.of("shop", "crm")))
                .isEqualTo(Map.of("crm", List.of("SHOW_ROUTINE", "SHOW VIEW", "TRIGGER", "EVENT")));
    }

    @Test
    void revokedDatabaseIsNotVisible() {
        VisibleObjects visible = of(
                "GRANT SELECT, SHOW VIEW, EVENT, TRIGGER ON *.* TO `g`@`%`", "REVOKE TRIGGER ON `shop`.* FROM `g`@`%`");
        assertThat(visible.missing("shop")).containsExactly("TRIGGER");
        assertThat(visible.missing("crm")).isEmpty();
    }

    @Test
    void triggersOfOneTableMayBeVisible() {
        VisibleObjects visible = of("GRANT TRIGGER ON `shop`.`orders` TO `g`@`%`");
        assertThat(visible.hasTriggersOf(new TableId("shop", "orders"))).isTrue();
        assertThat(visible.hasTriggersOf(new TableId("shop", "items"))).isFalse();
    }

    @Test
    void administratorSeesEverything() {
        assertThat(of("GRANT ALL PRIVILEGES ON *.* TO 'root'@'localhost'").missing("shop"))
                .isEmpty();
    }
}
