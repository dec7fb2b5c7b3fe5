package io.gaussferry.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaVersionTest {

    private static final SchemaVersion FIRST = new SchemaVersion(1, "all tables");

    /** A preparation that ended in the middle is repeated, and a table of a Gaussferry without versions is kept. */
    @ParameterizedTest
    @ValueSource(strings = {"target", "mysql"})
    void firstVersionCreatesMissingTables(String server) {
        assertThat(FIRST.statements(server))
                .isNotEmpty()
                .allSatisfy(statement -> assertThat(statement)
                        .startsWith("CREATE TABLE IF NOT EXISTS gaussferry.")
                        .doesNotContain("--")
                        .doesNotContain(";"));
    }

    /** openGauss in compatibility PG reserves a word that is a name in the other modes. */
    @Test
    void quotesNameThatIsReservedInCompatibilityPg() {
        assertThat(FIRST.statements("target"))
                .anySatisfy(statement -> assertThat(statement).contains("\"excluded\" INTEGER"))
                .allSatisfy(statement -> assertThat(statement).doesNotContainPattern("(?<!\")\\bexcluded\\b"));
    }

    @Test
    void reportsMissingScript() {
        SchemaVersion next = new SchemaVersion(1_000, "none");
        assertThatThrownBy(() -> next.statements("target")).hasMessageContaining("target-1000.sql");
    }

    @Test
    void refusesVersionThatIsNewerThanAllKnownOnes() {
        List<SchemaVersion> known = List.of(FIRST, new SchemaVersion(2, "more"));
        assertThatCode(() -> SchemaVersion.requireKnown(2, known, "here")).doesNotThrowAnyException();
        assertThatThrownBy(() -> SchemaVersion.requireKnown(3, known, "here"))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("in here have version 3")
                .hasMessageContaining("up to 2");
    }
}
