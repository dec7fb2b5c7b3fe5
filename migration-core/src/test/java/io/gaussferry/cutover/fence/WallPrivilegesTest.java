package io.gaussferry.cutover.fence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WallPrivilegesTest {

    private static final String ACCOUNT = " TO `cut`@`%`";

    @Test
    void findsTriggerPrivilegeOnServerAndDatabase() {
        assertThat(allows("GRANT SELECT, TRIGGER ON *.*", "app")).isTrue();
        assertThat(allows("GRANT ALL PRIVILEGES ON *.*", "app")).isTrue();
        assertThat(allows("GRANT SELECT, EVENT ON *.*", "app")).isFalse();
        assertThat(allows("GRANT TRIGGER ON `app`.*", "app")).isTrue();
        assertThat(allows("GRANT TRIGGER ON `app`.*", "other")).isFalse();
        assertThat(allows("GRANT TRIGGER ON `app`.`t`", "app")).isFalse();
    }

    @Test
    void readsPatternsOfDatabases() {
        assertThat(allows("GRANT TRIGGER ON `app\\_%`.*", "app_1")).isTrue();
        assertThat(allows("GRANT TRIGGER ON `app\\_%`.*", "apps")).isFalse();
        assertThat(allows("GRANT TRIGGER ON `app_`.*", "apps")).isTrue();
    }

    private static boolean allows(String grant, String database) {
        return WallPrivileges.allowsTriggers(grant + ACCOUNT, database);
    }
}
