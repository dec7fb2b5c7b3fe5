package io.gaussferry.e2e.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.MariaDbServer;
import io.gaussferry.e2e.Servers;
import io.gaussferry.e2e.definitions.DefinitionCorpusIT.Outcome;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Executes definitions that MySQL does not have, or executes otherwise, on MariaDB: each is followed with the same result, or held. Guards that
 * MySQL's grammar does not read a statement of MariaDB with another meaning.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbStatementsIT {

    private static final Path FILE = Path.of("src", "test", "resources", "mariadb", "statements.sql");

    private NativeMySqlServer server;
    private DefinitionTrial trial;

    @BeforeAll
    void begin() throws Exception {
        server = MariaDbServer.start("--sql-mode=");
        trial = DefinitionTrial.of(server.address(), Servers.sandbox().target());
    }

    @AfterAll
    void end() throws Exception {
        trial.close();
        server.close();
    }

    static Stream<StatementCase> cases() {
        return StatementCase.read(FILE).stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void followsOrHolds(StatementCase one) throws Exception {
        Outcome outcome = DefinitionCorpusIT.run(trial, DefinitionCorpusIT.here(one, trial.database()));
        assertThat(outcome.problems()).as(one.part("statement")).isEmpty();
        assertThat(outcome.result()).as(one.part("statement")).startsWith(one.part("result"));
    }
}
