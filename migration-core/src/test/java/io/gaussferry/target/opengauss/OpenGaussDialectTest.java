package io.gaussferry.target.opengauss;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.Reservation;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reservations about a version and a compatibility mode, and the settings of each session. */
class OpenGaussDialectTest {

    private static OpenGaussDialect dialect(String version, String compatibility, boolean dolphin) {
        return new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, version, compatibility, dolphin));
    }

    private static String version(String release) {
        return "(openGauss " + release + " build 1234) compiled at 2025-01-01 on x86_64-unknown-linux-gnu";
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            6.0.2, B,  true,  -
            6.0.0, PG, false, -
            6.0.2, B,  false, MISSING_PLUGIN
            6.0.2, A,  false, EMPTY_STRING_IS_NULL
            6.0.2, C,  false, UNTESTED_MODE
            5.0.3, B,  true,  UNTESTED_RELEASE
            7.0.0, B,  true,  UNTESTED_RELEASE
            2.1.0, B,  true,  OLD_RELEASE
            2.1.0, A,  false, EMPTY_STRING_IS_NULL OLD_RELEASE
            """)
    void namesReservations(String release, String compatibility, boolean dolphin, String expected) {
        Set<Reservation> reservations = expected == null
                ? Set.of()
                : Stream.of(expected.split(" ", -1)).map(Reservation::valueOf).collect(Collectors.toSet());
        assertThat(dialect(version(release), compatibility, dolphin).reservations())
                .isEqualTo(reservations);
    }

    /** A derivative may differ in anything. */
    @Test
    void hasReservationAboutDerivatives() {
        assertThat(dialect("(MogDB 5.0.7 build c4707384) compiled at 2024", "B", true)
                        .reservations())
                .contains(Reservation.UNTESTED_PRODUCT);
    }

    /** Every session reads and writes values in the same way, whatever the defaults of the account are. */
    @Test
    void setsPluginOnlyWhereItIs() {
        assertThat(new OpenGaussDialect(Columns.DOLPHIN).sessionStatements())
                .contains("SET dolphin.b_compatibility_mode = on")
                .anyMatch(sql -> sql.startsWith("SET dolphin.sql_mode = 'sql_mode_strict"))
                .anyMatch(sql -> sql.contains("b_format_behavior_compat_options"));
        assertThat(new OpenGaussDialect(Columns.OPENGAUSS_B).sessionStatements())
                .as("the server would refuse an unknown setting")
                .noneMatch(sql -> sql.contains("dolphin") || sql.contains("b_format_behavior_compat_options"));
    }

    /** In compatibility A an empty string would become NULL. */
    @Test
    void keepsEmptyStringsInCompatibilityA() {
        assertThat(new OpenGaussDialect(Columns.OPENGAUSS_A).sessionStatements())
                .anyMatch(sql -> sql.contains("accept_empty_str"));
        assertThat(new OpenGaussDialect(Columns.OPENGAUSS_PG).sessionStatements())
                .noneMatch(sql -> sql.contains("accept_empty_str"));
    }

    /** Locks of tables and of rows have limits of their own. */
    @Test
    void limitsAllLockWaits() {
        assertThat(new OpenGaussDialect(Columns.DOLPHIN).lockTimeoutStatements(1_500))
                .containsExactly("SET lockwait_timeout = 1500", "SET update_lockwait_timeout = 1500");
    }

    @Test
    void readsPropertiesOfDatabase() throws SQLException {
        ScriptedConnection target = new ScriptedConnection().answer("datcompatibility", row("B"));
        TargetDialect without = OpenGaussDialect.read(target.connection(), version("6.0.2"));
        assertThat(without.profile().compatibility()).isEqualTo("B");
        assertThat(without.profile().dolphin()).isFalse();
        assertThat(without.partitionKinds()).isEmpty();
        target.answer("pg_extension", row(1));
        TargetDialect with = OpenGaussDialect.read(target.connection(), version("6.0.2"));
        assertThat(with.profile().dolphin()).isTrue();
        assertThat(with.partitionKinds()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"app", "_x", "#x", "a$1", "A"})
    void acceptsNamesOfRoles(String name) {
        assertThat(new OpenGaussDialect(Columns.DOLPHIN).roleRules().isName(name))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a-b", "a b", "gs_role_x", "public", "none", "ä"})
    void refusesNamesOfRoles(String name) {
        assertThat(new OpenGaussDialect(Columns.DOLPHIN).roleRules().isName(name))
                .isFalse();
    }

    @Test
    void limitsLengthOfNames() {
        assertThat(new OpenGaussDialect(Columns.DOLPHIN).roleRules().isName("a".repeat(63)))
                .isTrue();
        assertThat(new OpenGaussDialect(Columns.DOLPHIN).roleRules().isName("a".repeat(64)))
                .isFalse();
    }

    @Test
    void createsProcedureInOraclesForm() {
        assertThat(new OpenGaussCode().createProcedure("s.p", "a int", true, true, "BEGIN NULL; END"))
                .isEqualTo("CREATE PROCEDURE s.p(a int) SECURITY DEFINER AS\nBEGIN NULL; END;");
        assertThat(new OpenGaussCode().createProcedure("s.p", "", false, false, "BEGIN END"))
                .isEqualTo("CREATE PROCEDURE s.p() AS\nBEGIN END;");
    }
}
