package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerifySettingsTest {

    private static final VerifySettings VALID = SimulatedSides.settings(true);

    @ParameterizedTest
    @CsvSource({"1, 1, 100", "16, 100, 10000000"})
    void acceptsBounds(int connections, int share, long rowsPerRange) {
        assertThat(settings(connections, share, rowsPerRange).rowsPerRange()).isEqualTo(rowsPerRange);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 50, 1000, connections",
        "17, 50, 1000, connections",
        "4, 0, 1000, percent",
        "4, 101, 1000, percent",
        "4, 50, 99, rows",
        "4, 50, 10000001, rows"
    })
    void refusesValueOutsideOfRange(int connections, int share, long rowsPerRange, String named) {
        assertThatThrownBy(() -> settings(connections, share, rowsPerRange))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named);
    }

    /** A comparison with a copy of these settings must neither lose a table filter nor start to repair. */
    @Test
    void changesNothingElse() {
        assertThat(VALID.withShare(7).withShare(VALID.share())).isEqualTo(VALID);
        assertThat(VALID.withShare(7).share()).isEqualTo(7);
        assertThat(VALID.comparingWith(VALID.source().withAccount("other", "x")).comparingWith(VALID.source()))
                .isEqualTo(VALID);
    }

    private static VerifySettings settings(int connections, int share, long rowsPerRange) {
        return new VerifySettings(
                "p",
                VALID.source(),
                VALID.target(),
                VALID.rules(),
                VALID.tables(),
                false,
                false,
                connections,
                share,
                rowsPerRange,
                1);
    }
}
