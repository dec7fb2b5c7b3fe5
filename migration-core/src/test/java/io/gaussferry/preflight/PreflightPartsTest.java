package io.gaussferry.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Hosts;
import io.gaussferry.preflight.mysql.SourceVersion;
import io.gaussferry.preflight.opengauss.TargetServerCheck;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.TargetDialect;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parts of a preflight that need no server. */
class PreflightPartsTest {

    @ParameterizedTest
    @CsvSource({"5.7.44-log, 5, 7", "9.7.4, 9, 7", "10.11.6-MariaDB-1, 10, 11", "unknown, 0, 0"})
    void parsesSourceVersions(String version, int major, int minor) {
        assertThat(SourceVersion.parse(version)).isEqualTo(new SourceVersion(version, major, minor));
    }

    @ParameterizedTest
    @CsvSource({
        "'jdbc:opengauss://127.0.0.1:5432/x', true",
        "'jdbc:opengauss://localhost/x?a=b', true",
        "'jdbc:opengauss://localhost:1,db2:5432/x', false",
        "'jdbc:opengauss://db.example:5432/x', false"
    })
    void recognizesLoopbackHosts(String url, boolean loopback) {
        assertThat(Hosts.areLoopback(url)).isEqualTo(loopback);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "A, false, -",
                "B, false, TARGET_MODE_B_WITHOUT_DOLPHIN",
                "B, true, -",
                "PG, false, -",
                "C, false, TARGET_MODE_UNTESTED"
            })
    void reportsUnsuitableCompatibilityModes(String mode, boolean dolphin, @Nullable FindingCode expected) {
        Findings findings = new Findings();
        TargetServerCheck.checkReservations(
                findings, openGauss("(openGauss 6.0.2 build x)", mode, dolphin), true, false);
        assertThat(findings.list())
                .extracting(Finding::code)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "false, false, TARGET_MODE_A",
                "true, false, -",
                "false, true, TARGET_MODE_A_AS_NULL",
                "true, true, TARGET_MODE_A_AS_NULL"
            })
    void reportsEmptyStringHandlingInModeA(boolean kept, boolean asNull, @Nullable FindingCode expected) {
        Findings findings = new Findings();
        TargetServerCheck.checkReservations(findings, openGauss("(openGauss 6.0.2 build x)", "A", false), kept, asNull);
        assertThat(findings.list())
                .extracting(Finding::code)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "'(openGauss 6.0.2 build x)', -",
                "'(openGauss-lite 6.0.0 build x)', -",
                "'(openGauss 2.1.0 build x)', TARGET_VERSION",
                "'(openGauss 5.0.3 build x)', TARGET_VERSION_UNTESTED",
                "'(openGauss-lite 7.0.0-RC1 build x)', TARGET_VERSION_UNTESTED",
                "'(openGauss 10.0.0 build x)', TARGET_VERSION_UNTESTED",
                "'(MogDB 5.0.0 build x)', TARGET_PRODUCT_ACCEPTED"
            })
    void reportsUnsupportedTargetVersions(String version, @Nullable FindingCode expected) {
        Findings findings = new Findings();
        TargetServerCheck.checkReservations(findings, openGauss(version, "B", true), true, false);
        assertThat(findings.list())
                .extracting(Finding::code)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    private static TargetDialect openGauss(String version, String mode, boolean dolphin) {
        return new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, version, mode, dolphin));
    }

    @Test
    void comparesForeignKeysByTheirEffect() {
        ForeignKey source = key("a", List.of("Parent_Id"), "CASCADE", "RESTRICT");
        assertThat(source.actsLike(key("b", List.of("parent_id"), "CASCADE", "NO ACTION")))
                .isTrue();
        assertThat(source.actsLike(key("b", List.of("parent_id"), "SET NULL", "NO ACTION")))
                .isFalse();
        assertThat(source.actsLike(key("b", List.of("other"), "CASCADE", "RESTRICT")))
                .isFalse();
        assertThat(source.actions()).isEqualTo("ON DELETE CASCADE");
    }

    @Test
    void sortsWorstFindingFirstAndDerivesExitCode() {
        Finding note = finding(FindingCode.SOURCE_PAD_CHAR);
        Finding warning = finding(FindingCode.SOURCE_TABLE_NO_KEY);
        Finding blocker = finding(FindingCode.TARGET_ENCODING);
        assertThat(PreflightReport.of(List.of()).exitCode()).isZero();
        assertThat(PreflightReport.of(List.of(note)).exitCode()).isZero();
        assertThat(PreflightReport.of(List.of(note, warning)).exitCode()).isEqualTo(1);
        PreflightReport report = PreflightReport.of(List.of(note, blocker, warning, warning));
        assertThat(report.exitCode()).isEqualTo(2);
        assertThat(report.findings()).containsExactly(blocker, warning, note);
    }

    private static ForeignKey key(String name, List<String> columns, String onDelete, String onUpdate) {
        return new ForeignKey(
                name,
                new TableId("shop", "child"),
                columns,
                new TableId("shop", "parent"),
                List.of("id"),
                onDelete,
                onUpdate);
    }

    private static Finding finding(FindingCode code) {
        return new Finding(code, FindingLocation.SOURCE, "problem", "why", "remedy");
    }
}
