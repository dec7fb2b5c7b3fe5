package io.gaussferry.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MySQL's patterns of hosts, as networks. */
class ClientAddressTest {

    @ParameterizedTest
    @CsvSource({
        "%, 0.0.0.0/0",
        "'', 0.0.0.0/0",
        "localhost, 127.0.0.1/32",
        "10.1.2.3, 10.1.2.3/32",
        "10.1.2.%, 10.1.2.0/24",
        "10.1.%, 10.1.0.0/16",
        "10.1.%.%, 10.1.0.0/16",
        "10.%, 10.0.0.0/8",
        "10.1.2.0/255.255.255.0, 10.1.2.0/24",
        "10.1.0.0/255.255.128.0, 10.1.0.0/17",
        "10.1.2.0/24, 10.1.2.0/24",
        "::1, ::1/128",
        "2001:db8::7, 2001:db8::7/128",
        "10.1.2.0/255.0.255.0, ",
        "10.1.2_, ",
        "web1.example.com, ",
        "%.example.com, "
    })
    void isTheNetworkOrLeftToTheOperator(String host, String address) {
        assertThat(ClientAddress.of(new AccountName("ada", host), false)
                        .address()
                        .orElse(null))
                .isEqualTo(address);
    }
}
