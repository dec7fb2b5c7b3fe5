package io.gaussferry.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFailureTest {

    /** SQLSTATEs of openGauss, PostgreSQL and the driver. */
    @ParameterizedTest
    @CsvSource({
        "08006, CONNECTION, true",
        "57P01, CONNECTION, true",
        "57P03, CONNECTION, true",
        "53300, CONNECTION, true",
        "'', CONNECTION, true",
        "53000, RESOURCES, true",
        "53100, RESOURCES, true",
        "53200, RESOURCES, true",
        "25006, RESOURCES, true",
        "58030, RESOURCES, true",
        "40P01, CONTENTION, true",
        "YY003, CONTENTION, true",
        "57014, CONTENTION, true",
        "23505, DATA, false",
        "22P02, DATA, false",
        "42501, OTHER, false",
        "25P02, OTHER, false",
        "S1000, OTHER, false"
    })
    void classifiesBySqlState(String state, SqlFailure expected, boolean mayPass) {
        SqlFailure failure = SqlFailure.of(new SQLException("refused", state));
        assertThat(failure).isEqualTo(expected);
        assertThat(failure.mayPass()).isEqualTo(mayPass);
        assertThat(failure.isOfServer())
                .isEqualTo(expected == SqlFailure.CONNECTION || expected == SqlFailure.RESOURCES);
    }

    @Test
    void classifiesRowOfNoPartitionAsData() {
        assertThat(SqlFailure.of(new SQLException("Table has no partition for value 9", "HY000", 1526)))
                .isEqualTo(SqlFailure.DATA);
    }

    @Test
    void classifiesGeneralErrorOfBrokenTransportAsConnection() {
        SQLException failure = new SQLException("while streaming", "S1000", new EOFException("gone"));
        assertThat(SqlFailure.of(failure)).isEqualTo(SqlFailure.CONNECTION);
    }

    @ParameterizedTest
    @CsvSource({
        "53100, RETRY, free space",
        "25006, RETRY, promote the standby",
        "53000, RETRY, exhausted resource",
        "08006, RETRY, no action needed if it passes",
        "42501, FATAL, grant it",
        "23505, DATA, grant it"
    })
    void describesOperationWithRemedy(String state, ErrorCategory category, String remedy) {
        GaussferryException failure =
                Attempt.failure("create schema shop on the target", "grant it", new SQLException(" why ", state));
        assertThat(failure.category()).isEqualTo(category);
        assertThat(failure.problem())
                .isEqualTo("Could not create schema shop on the target: why (SQLSTATE " + state + ")");
        assertThat(failure.remedy()).contains(remedy);
    }
}
