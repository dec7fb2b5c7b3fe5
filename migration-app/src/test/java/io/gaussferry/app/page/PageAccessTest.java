package io.gaussferry.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The host names that a page on this machine responds to. */
class PageAccessTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            localhost,              true
            localhost:9190,         true
            LocalHost:9190,         true
            127.0.0.1,              true
            127.0.0.1:9190,         true
            [::1],                  true
            [::1]:9190,             true
            '',                     false
            :9190,                  false
            attacker.example,       false
            attacker.example:9190,  false
            localhost.example:9190, false
            127.0.0.1.example,      false
            [::2]:9190,             false
            [::1,                   false
            """)
    void recognizesNamesOfThisMachine(String host, boolean expected) {
        assertThat(PageAccess.namesThisMachine(PageAccess.serverName(host))).isEqualTo(expected);
    }
}
