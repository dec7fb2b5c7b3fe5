package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionFailuresTest {

    @ParameterizedTest
    @ValueSource(ints = {1044, 1142, 1143, 1227, 1370})
    void missingPrivilegeIsNoResult(int code) {
        assertThat(ExecutionFailures.isDenied(new SQLException("denied", "42000", code)))
                .isTrue();
    }

    /** A syntax error has the same SQLSTATE. */
    @Test
    void otherFailuresAreResults() {
        assertThat(ExecutionFailures.isDenied(new SQLException("syntax", "42000", 1064)))
                .isFalse();
        assertThat(ExecutionFailures.isDenied(new SQLException("signal", "45000", 1644)))
                .isFalse();
        assertThat(ExecutionFailures.isDenied(null)).isFalse();
    }
}
