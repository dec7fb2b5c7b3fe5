package io.gaussferry.bench.peers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ProgramTest {

    @TempDir
    private Path directory;

    private Program program(String name) {
        return new Program(name, "the package of " + name, directory, Map.of("WHY", "no such table"));
    }

    @Test
    void saysHowToInstallAMissingProgram() {
        assertThatThrownBy(() -> program("gaussferry-none").require())
                .isInstanceOf(PeerException.class)
                .hasMessage("not installed: the package of gaussferry-none");
    }

    @Test
    void findsAnInstalledProgram() {
        assertThatCode(() -> program("sh").require()).doesNotThrowAnyException();
    }

    @Test
    void reportsTheErrorAndNotTheLastLine() {
        assertThatThrownBy(() -> program("sh").run("-c", "echo starting; echo \"ERROR: $WHY\"; echo done; exit 3"))
                .isInstanceOf(PeerException.class)
                .hasMessage("ERROR: no such table");
    }

    @Test
    void reportsTheLastLineWithoutAnError() {
        assertThatThrownBy(() -> program("sh").run("-c", "echo first; echo last; exit 1"))
                .isInstanceOf(PeerException.class)
                .hasMessage("last");
    }

    @Test
    void findsAnErrorOfAProgramThatExitsWithZero() throws Exception {
        Program program = program("sh");
        program.run("-c", "echo FATAL: broken");
        assertThatThrownBy(program::requireNoError)
                .isInstanceOf(PeerException.class)
                .hasMessage("FATAL: broken");
        program.run("-c", "echo fine");
        assertThatCode(program::requireNoError).doesNotThrowAnyException();
    }
}
