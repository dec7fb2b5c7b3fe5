package io.gaussferry.app;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramLogTest {

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"text", "json"})
    void acceptsKnownFormats(String format) {
        assertThatCode(() -> ProgramLog.require(format)).doesNotThrowAnyException();
    }

    @Test
    void rejectsUnknownFormat() {
        assertThatThrownBy(() -> ProgramLog.require("xml")).hasMessageContaining("GAUSSFERRY_LOG_FORMAT is xml");
    }
}
