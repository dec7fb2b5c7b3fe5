package io.gaussferry.cutover.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceAccountTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            app,            app,   %,          "'app'@'%'"
            app@localhost,  app,   localhost,  "'app'@'localhost'"
            a@b@10.%,       a@b,   10.%,       "'a@b'@'10.%'"
            a=b@h,          a=b,   h,          "'a=b'@'h'"
            o'neil@h,       o'neil, h,         "'o''neil'@'h'"
            a\\b@h,          a\\b,   h,          "'a\\\\b'@'h'"
            """)
    void quotesAccount(String given, String user, String host, String quoted) {
        SourceAccount account = SourceAccount.parse(given);
        assertThat(account).isEqualTo(new SourceAccount(user, host));
        assertThat(account.quoted()).isEqualTo(quoted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "@host", " @host", "a\nb@host"})
    void refusesMalformedAccount(String given) {
        assertThatThrownBy(() -> SourceAccount.parse(given)).isInstanceOf(IllegalArgumentException.class);
    }
}
