package io.gaussferry.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {

    @ParameterizedTest
    @CsvSource({
        "'jdbc:mysql://h/?user=u&password=x1&a=b', 'jdbc:mysql://h/?user=u&password=…&a=b'",
        "'jdbc:mysql://h/?trustCertificateKeyStorePassword=x1', 'jdbc:mysql://h/?trustCertificateKeyStorePassword=…'",
        "'jdbc:mysql://u:x1@h:1,v:x1@i/', 'jdbc:mysql://…@i/'",
        "'jdbc:mysql://u:x1/@x1@h/', 'jdbc:mysql://…@h/'",
        "'url (jdbc:opengauss://h/d?sslpassword=x1) is wrong', 'url (jdbc:opengauss://h/d?sslpassword=…) is wrong'",
        "'denied for u (using password: YES)', 'denied for u (using password: YES)'",
        "'jdbc:mysql://h:3306/?sslMode=REQUIRED', 'jdbc:mysql://h:3306/?sslMode=REQUIRED'"
    })
    void removesPasswords(String message, String expected) {
        assertThat(Redaction.of(message)).isEqualTo(expected);
    }
}
