package io.gaussferry.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerVersionTest {

    @Test
    void parsesVersionStrings() {
        assertThat(ServerVersion.parse("8.0.33-25.1")).isEqualTo(new ServerVersion(8, 0, 33));
        assertThat(ServerVersion.parse("9.7.4")).isEqualTo(new ServerVersion(9, 7, 4));
        assertThat(ServerVersion.parse("5.7.44-log").isAtLeast(8, 0, 13)).isFalse();
        assertThat(ServerVersion.parse("8.0.13").isAtLeast(8, 0, 13)).isTrue();
        assertThat(ServerVersion.parse("8.0.12").isAtLeast(8, 0, 13)).isFalse();
        assertThat(ServerVersion.parse("8.4.0").isAtLeast(8, 0, 16)).isTrue();
        assertThat(ServerVersion.parse("unknown").isAtLeast(8, 0, 13)).isFalse();
    }
}
