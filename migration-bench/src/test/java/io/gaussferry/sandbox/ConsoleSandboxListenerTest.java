package io.gaussferry.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.process.SandboxListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleSandboxListenerTest {

    private static final long TOTAL_BYTES = 554_000_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void printsFewLinesPerDownloadWithoutTerminal() {
        download(new ConsoleSandboxListener(output(), false));

        String[] lines = text().split(System.lineSeparator());
        assertThat(lines).hasSize(11);
        assertThat(lines[0]).isEqualTo("  MySQL   0 %  0 of 554 MB");
        assertThat(lines[10]).isEqualTo("  MySQL 100 %  554 of 554 MB");
        assertThat(text()).doesNotContain("\r", "\u001b");
    }

    @Test
    void redrawsOneLineOnTerminal() {
        ConsoleSandboxListener listener = new ConsoleSandboxListener(output(), true);
        download(listener);
        assertThat(text()).doesNotContain(System.lineSeparator());
        assertThat(text()).endsWith("[##############################] 100 %  554 of 554 MB");

        listener.status("Unpacking");
        assertThat(text()).endsWith(" MB" + System.lineSeparator() + "Unpacking" + System.lineSeparator());
    }

    @Test
    void omitsUnknownSize() {
        new ConsoleSandboxListener(output(), true).download("MySQL", 10, 0);
        assertThat(text()).isEmpty();
    }

    private static void download(SandboxListener listener) {
        for (long done = 0; done <= TOTAL_BYTES; done += 1_000_000) {
            listener.download("MySQL", done, TOTAL_BYTES);
        }
    }

    private PrintStream output() {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
