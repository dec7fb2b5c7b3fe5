package io.gaussferry.cutover.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The privileges that {@code SHOW GRANTS} prints. */
class CounterPrivilegesTest {

    private static final TableId TABLE = new TableId("shop_a", "item");

    @Test
    void findsPrivilegesOfServerDatabaseAndTable() {
        for (String grant : List.of(
                "GRANT ALL PRIVILEGES ON *.* TO `cut`@`%` WITH GRANT OPTION",
                "GRANT SELECT, INSERT, CREATE, ALTER ON *.* TO `cut`@`%`",
                "GRANT SELECT, INSERT, CREATE, ALTER ON `shop\\_a`.* TO `cut`@`%`",
                "GRANT SELECT, INSERT, CREATE, ALTER ON `shop%`.* TO `cut`@`%`",
                "GRANT INSERT, CREATE, ALTER ON `shop_a`.`item` TO `cut`@`%`")) {
            assertThat(CounterPrivileges.mayAlter(List.of(grant), TABLE))
                    .as(grant)
                    .isTrue();
        }
        assertThat(CounterPrivileges.mayAlter(
                        List.of("GRANT INSERT ON *.* TO `cut`@`%`", "GRANT CREATE, ALTER ON `shop_a`.* TO `cut`@`%`"),
                        TABLE))
                .isTrue();
    }

    @Test
    void findsMissingPrivileges() {
        for (String grant : List.of(
                "GRANT USAGE ON *.* TO `cut`@`%`",
                "GRANT SELECT, INSERT, CREATE, ALTER ROUTINE ON *.* TO `cut`@`%`",
                "GRANT INSERT, CREATE, ALTER ON `shop`.* TO `cut`@`%`",
                "GRANT INSERT, CREATE, ALTER ON `shop\\_b`.* TO `cut`@`%`",
                "GRANT INSERT, CREATE, ALTER ON `shop_a`.`other` TO `cut`@`%`")) {
            assertThat(CounterPrivileges.mayAlter(List.of(grant), TABLE))
                    .as(grant)
                    .isFalse();
        }
    }
}
