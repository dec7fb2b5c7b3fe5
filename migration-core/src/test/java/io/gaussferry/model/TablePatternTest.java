package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TablePatternTest {

    @Test
    void matchesTables() {
        assertThat(TablePattern.parse("shop.*").matches(new TableId("shop", "a.b")))
                .isTrue();
        assertThat(TablePattern.parse("shop.o*s").matches(new TableId("shop", "orders")))
                .isTrue();
        assertThat(TablePattern.parse("shop.o*s").matches(new TableId("shop", "Orders")))
                .isFalse();
        assertThat(TablePattern.parse("shop.`a.*`").matches(new TableId("shop", "a.*")))
                .isTrue();
        assertThat(TablePattern.parse("shop.`a.*`").matches(new TableId("shop", "a.b")))
                .isFalse();
    }

    @Test
    void refusesInvalidPatterns() {
        assertThatThrownBy(() -> TablePattern.parse("orders")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TablePattern.parse("a.b.c")).isInstanceOf(IllegalArgumentException.class);
    }
}
