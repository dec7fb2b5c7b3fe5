package io.gaussferry.mysql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrantsTest {

    @Test
    void parsesGlobalAndDynamicPrivileges() {
        Grants grants = Grants.parse(List.of(
                "GRANT RELOAD, REPLICATION SLAVE ON *.* TO `u`@`%`",
                "GRANT BACKUP_ADMIN,FLUSH_TABLES ON *.* TO `u`@`%`"));
        assertThat(grants.hasGlobal("RELOAD")).isTrue();
        assertThat(grants.hasGlobal("FLUSH_TABLES")).isTrue();
        assertThat(grants.hasGlobal("REPLICATION CLIENT", "REPLICATION SLAVE")).isTrue();
        assertThat(grants.hasGlobal("REPLICATION CLIENT")).isFalse();
        assertThat(grants.hasOnSchema("SELECT", "shop")).isFalse();
    }

    @Test
    void parsesGrantsOfMySql57() {
        Grants grants = Grants.parse(List.of(
                "GRANT ALL PRIVILEGES ON *.* TO 'root'@'localhost' WITH GRANT OPTION",
                "GRANT PROXY ON ''@'' TO 'root'@'localhost' WITH GRANT OPTION"));
        assertThat(grants.hasGlobal("SELECT")).isTrue();
        assertThat(grants.hasOnTable("SELECT", new TableId("shop", "orders"))).isTrue();
    }

    @Test
    void treatsDatabaseNameAsPattern() {
        Grants grants = Grants.parse(List.of("GRANT SELECT, INSERT ON `shop\\_%`.* TO `u`@`%`"));
        assertThat(grants.hasOnSchema("SELECT", "shop_one")).isTrue();
        assertThat(grants.hasOnSchema("SELECT", "shopXone")).isFalse();
        assertThat(grants.hasOnSchema("UPDATE", "shop_one")).isFalse();
        assertThat(grants.hasGlobal("SELECT")).isFalse();
    }

    @Test
    void distinguishesTableAndColumnGrantsFromDatabaseGrants() {
        Grants grants = Grants.parse(List.of(
                "GRANT SELECT ON `shop`.`orders` TO `u`@`%`",
                "GRANT SELECT (`a`, `b`), INSERT (`a`) ON `shop`.`customers` TO `u`@`%`"));
        assertThat(grants.hasOnSchema("SELECT", "shop")).isFalse();
        assertThat(grants.hasOnTable("SELECT", new TableId("shop", "orders"))).isTrue();
        assertThat(grants.hasOnTable("SELECT", new TableId("shop", "customers")))
                .isFalse();
    }

    @Test
    void respectsPartialRevokes() {
        Grants grants =
                Grants.parse(List.of("GRANT SELECT ON *.* TO `u`@`%`", "REVOKE SELECT ON `secret`.* FROM `u`@`%`"));
        assertThat(grants.hasOnSchema("SELECT", "shop")).isTrue();
        assertThat(grants.hasOnSchema("SELECT", "secret")).isFalse();
    }

    @Test
    void ignoresRoleGrantsAndUnquotesNames() {
        Grants grants = Grants.parse(List.of(
                "GRANT USAGE ON *.* TO `u`@`%`",
                "GRANT `reader`@`%` TO `u`@`%`", "GRANT SELECT ON `a``b`.* TO `u`@`%`"));
        assertThat(grants.hasGlobal("SELECT")).isFalse();
        assertThat(grants.hasOnSchema("SELECT", "a`b")).isTrue();
    }
}
