package io.gaussferry.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit log has one line for each operation: a client must not be able to write another one. */
class CallerTest {

    private final Caller caller = new Caller("10.0.0.1");

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n", "\t", "\u0000", "\u001b[2K", "\u0085", "\u2028", "\u2029"})
    void stringsOfClientsHaveOneLine(String separator) {
        assertThat(Caller.printable("ada" + separator + "INFO Cutover started").lines())
                .hasSize(1);
        assertThat(Caller.printable("ada" + separator)).doesNotContain(separator);
        assertThat(Caller.oneLine("ALTER TABLE t" + separator + "ADD c int").lines())
                .hasSize(1);
    }

    @Test
    void statementsAreNotShortened() {
        String sql = "ALTER TABLE t ADD c0 int" + ", ADD c1 int".repeat(100);
        assertThat(Caller.oneLine(sql)).isEqualTo(sql);
        assertThat(Caller.printable(sql)).hasSize(201).endsWith("…");
    }

    @Test
    void operatorWithoutNameIsTheAddress() {
        assertThat(caller.operator("ada\nroot")).isEqualTo("ada root");
        assertThat(caller.operator("")).isEqualTo("10.0.0.1");
    }

    @Test
    void missingStringIsEmpty() {
        assertThat(CutoverOperations.stripped(null)).isEmpty();
        assertThat(CutoverOperations.stripped(" too slow\n")).isEqualTo("too slow");
    }
}
