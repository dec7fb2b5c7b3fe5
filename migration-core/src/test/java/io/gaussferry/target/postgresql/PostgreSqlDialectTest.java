package io.gaussferry.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.target.Reservation;
import io.gaussferry.testing.ScriptedConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL in place of openGauss. Derivatives of openGauss report themselves as PostgreSQL 9.2.4, and must not be taken for it. */
class PostgreSqlDialectTest {

    private final PostgreSqlDialect dialect = new PostgreSqlDialect(Columns.POSTGRES);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PostgreSQL 18.1 on x86_64-pc-linux-gnu, compiled by gcc | PostgreSQL 18.1
            PostgreSQL 9.6.24 on x86_64                             | PostgreSQL 9.6
            PostgreSQL 17beta1 on x86_64                            | PostgreSQL 17
            """)
    void recognizesPostgreSql(String version, String release) {
        assertThat(PostgreSqlDialect.detect(new ScriptedConnection().connection(), version))
                .get()
                .satisfies(found -> assertThat(found.release()).isEqualTo(release))
                .satisfies(found -> assertThat(found.reservations()).containsExactly(Reservation.SUBSTITUTE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(openGauss 6.0.2 build 1234) compiled at 2025-01-01 on x86_64",
                "PostgreSQL 9.2.4 (openGauss 6.0.0 build aee4abd5) compiled at 2024-09-29"
            })
    void leavesOtherProductsToTheirDialects(String version) {
        assertThat(PostgreSqlDialect.detect(new ScriptedConnection().connection(), version))
                .isEmpty();
    }

    /** A setting that an old version does not have would end the session. */
    @Test
    void setsOnlyKnownSettings() {
        assertThat(dialect.sessionStatements())
                .filteredOn(sql -> sql.contains("jit"))
                .allMatch(sql -> sql.contains("FROM pg_catalog.pg_settings WHERE name = 'jit'"));
        assertThat(dialect.lockTimeoutStatements(1_500)).containsExactly("SET lock_timeout = 1500");
    }

    /** PostgreSQL refuses COMMIT in a procedure with the rights of its owner. */
    @Test
    void procedureThatCommitsHasRightsOfItsCaller() {
        PostgreSqlCode code = new PostgreSqlCode();
        assertThat(code.createProcedure("s.p", "", true, false, "BEGIN END")).contains(" SECURITY DEFINER AS ");
        assertThat(code.createProcedure("s.p", "", true, true, "BEGIN COMMIT; END"))
                .doesNotContain("SECURITY DEFINER");
    }

    /** The end of the quotes must not be in the body. */
    @Test
    void quotesBodyOfProcedure() {
        String body = "BEGIN EXECUTE $$SELECT 1$$; END";
        assertThat(new PostgreSqlCode().createProcedure("s.p", "", false, false, body))
                .contains(body)
                .doesNotContain("AS $$");
    }

    @Test
    void refusesReservedNamesOfRoles() {
        assertThat(dialect.roleRules().isName("pg_x")).isFalse();
        assertThat(dialect.roleRules().isName("public")).isFalse();
        assertThat(dialect.roleRules().isName("a b")).isTrue();
        assertThat(dialect.roleRules().isName("a".repeat(64))).isFalse();
    }
}
