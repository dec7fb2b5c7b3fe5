package io.gaussferry.e2e.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Verifies that the computed result of each statement equals the one in the corpus. Needs no server. */
class DefinitionCorpusTest {

    /** Writes the computed results into the corpus, to be reviewed as a diff: {@code -Dgaussferry.corpus=write}. */
    private static final boolean WRITE = "write".equals(System.getProperty("gaussferry.corpus"));

    static Stream<Path> files() {
        return StatementCase.files().stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void translatesEveryStatement(Path file) throws IOException {
        List<StatementCase> cases = StatementCase.read(file);
        String computed = cases.stream()
                .map(one -> one.with(CorpusRun.compute(one)).text())
                .collect(Collectors.joining("\n"));
        if (WRITE) {
            Files.writeString(file, computed);
        }
        assertThat(computed).isEqualTo(Files.readString(file));
    }
}
