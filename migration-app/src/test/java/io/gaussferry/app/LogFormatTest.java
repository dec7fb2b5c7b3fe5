package io.gaussferry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFormatTest {

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void everyFormatHasItsFile(String format) {
        LogFormat.require(format);
        assertThat(LogFormat.class.getResource("log-" + format + ".xml")).isNotNull();
    }

    @Test
    void anotherFormatIsRefused() {
        assertThatThrownBy(() -> LogFormat.require("xml")).hasMessageContaining("GAUSSFERRY_LOG_FORMAT is xml");
    }
}
