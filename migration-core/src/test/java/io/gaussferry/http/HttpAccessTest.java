package io.gaussferry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The host names that a server on this machine responds to. */
class HttpAccessTest {

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
    void recognizesNamesOfThisMachine(String host, boolean expected) throws UnknownHostException {
        assertThat(HttpAccess.accepts(InetAddress.getLoopbackAddress(), host)).isEqualTo(expected);
        assertThat(HttpAccess.accepts(InetAddress.getByName("192.0.2.1"), host)).isTrue();
    }

    @Test
    void requiresHostNameAndAcceptsOwnAddress() throws UnknownHostException {
        assertThat(HttpAccess.accepts(InetAddress.getLoopbackAddress(), null)).isFalse();
        assertThat(HttpAccess.accepts(InetAddress.getByName("127.0.0.2"), "127.0.0.2:9190"))
                .isTrue();
        assertThat(HttpAccess.accepts(InetAddress.getByName("127.0.0.2"), "127.0.0.3:9190"))
                .isFalse();
    }
}
