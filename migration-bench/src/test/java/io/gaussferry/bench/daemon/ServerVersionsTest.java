package io.gaussferry.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerVersionsTest {
    @Test
    void shortensServerVersions() {
        assertThat(ServerVersions.targetName(
                        "(openGauss-lite 6.0.2 build 5cdd0a18) compiled at 2025-06-11 on x86_64-unknown-linux-gnu"))
                .isEqualTo("openGauss 6.0.2");
        assertThat(ServerVersions.targetName("PostgreSQL 9.2.4 (openGauss 2.1.0 build 590b0f8e) on x86_64"))
                .isEqualTo("openGauss 2.1.0");
        assertThat(ServerVersions.targetName("PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu"))
                .isEqualTo("PostgreSQL 15.18, standing in for openGauss");
        assertThat(ServerVersions.targetName("something else")).isEqualTo("something else");
    }
}
