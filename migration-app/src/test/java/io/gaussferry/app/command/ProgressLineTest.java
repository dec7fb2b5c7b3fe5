package io.gaussferry.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    private String shown(Duration interval) {
        ProgressLine line = new ProgressLine(new PrintStream(terminal, true, StandardCharsets.UTF_8), interval);
        line.show(seconds -> "first after " + seconds + " s");
        line.show(seconds -> "second after " + seconds + " s");
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @Test
    void printsNothingWithinItsInterval() {
        assertThat(shown(Duration.ofHours(1))).isEmpty();
    }

    @Test
    void printsWholeSecondsAndAtLeastOne() {
        assertThat(shown(Duration.ZERO)).isEqualToNormalizingNewlines("first after 1 s\nsecond after 1 s\n");
    }
}
