package io.gaussferry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchOptionsTest {
    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bench --rows insert-1,nonsense",
                "bench --scale 0",
                "bench --lanes 65",
                "bench --repeat 0",
                "bench --mode sometimes",
                "bench report.json",
                "bench --compare one.json"
            })
    void rejectsInvalidOptions(String line) {
        assertThat(execute(line)).isEqualTo(2);
        assertThat(errors.toString()).isNotBlank();
    }

    @Test
    void listsRowsForUnknownRow() {
        execute("bench --rows nonsense");
        assertThat(errors.toString()).contains("no row 'nonsense'", "insert-1", "tpcc", "idle");
    }

    @ParameterizedTest
    @ValueSource(strings = {"backlog", "LIVE", "both"})
    void acceptsModesAsInHelp(String mode) {
        assertThat(execute("bench --list --mode " + mode)).isZero();
    }

    private int execute(String line) {
        CommandLine commandLine = BenchCommand.commandLine();
        commandLine.setErr(new PrintWriter(errors, true));
        return commandLine.execute(line.split(" ", -1));
    }
}
