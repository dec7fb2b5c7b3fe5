package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountNamesTest {

    private final AccountNames names = new AccountNames(Set.of("app@%", "app@10.0.0.1", "owner"));

    @Test
    void takesAccountsOfBothSidesAsEqual() {
        assertThat(names.common("app@10.0.0.1")).isEqualTo(names.common("owner"));
        assertThat(names.description()).isNotEmpty();
    }

    @Test
    void keepsOtherValues() {
        assertThat(names.common("by app@%")).isEqualTo("by app@%");
        assertThat(names.common(null)).isNull();
        assertThat(names.description()).isEmpty();
    }
}
