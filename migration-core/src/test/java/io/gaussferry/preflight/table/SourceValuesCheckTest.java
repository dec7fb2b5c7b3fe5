package io.gaussferry.preflight.table;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.ScriptedSource;
import io.gaussferry.testing.TableBuilder;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finds values before the migration that would stop it. Each probe is one query with a limited time. */
class SourceValuesCheckTest {

    private static final ConversionRules DEFAULTS = ConversionRules.defaults();

    private final ScriptedConnection source = new ScriptedConnection();

    private static TableDefinition oneColumn(String declaration) {
        return TableBuilder.table("t").column("c", declaration).build();
    }

    private static List<ValueProbe> probes(String declaration, TargetProfile target, ConversionRules rules) {
        return new ValueProbes(target, RuleBook.of(rules)).about(oneColumn(declaration));
    }

    private static List<FindingCode> codes(String declaration, TargetProfile target, ConversionRules rules) {
        return probes(declaration, target, rules).stream().map(ValueProbe::code).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            int               | -
            bigint unsigned   | -
            blob              | -
            date              | VALUE_ZERO_DATE
            datetime(6)       | VALUE_ZERO_DATE
            timestamp         | VALUE_ZERO_DATE
            time              | VALUE_TIME_RANGE
            enum('a','b')     | -
            set('a','b')      | -
            varchar(20)       | VALUE_NUL
            longtext          | VALUE_NUL
            """)
    void probesTypesWhoseValuesPostgresRefuses(String declaration, String expected) {
        assertThat(codes(declaration, Columns.POSTGRES, DEFAULTS))
                .isEqualTo(expected.equals("-") ? List.of() : List.of(FindingCode.valueOf(expected)));
    }

    /** Dolphin's time has MySQL's range, and its date has 0000-00-00, which some sessions cannot write. */
    @Test
    void distinguishesZeroDatesThatDolphinHas() {
        assertThat(codes("time", Columns.DOLPHIN, DEFAULTS)).isEmpty();
        List<ValueProbe> dates = probes("date", Columns.DOLPHIN, DEFAULTS);
        assertThat(dates)
                .extracting(ValueProbe::code)
                .containsExactly(FindingCode.VALUE_ZERO_DATE, FindingCode.VALUE_ZERO_DATE_KEPT);
        String zero = "CAST(`c` AS CHAR) LIKE '0000-00-00%'";
        assertThat(dates.get(0).from()).endsWith(" AND NOT " + zero + " LIMIT 1");
        assertThat(dates.get(1).from()).endsWith(" WHERE " + zero + " LIMIT 1");
    }

    @Test
    void probesNoValueThatRuleReplaces() {
        ConversionRules replaced = ChosenRules.zeroDate(LocalDate.of(1970, 1, 1));
        assertThat(codes("date", Columns.POSTGRES, replaced)).isEmpty();
    }

    /** A condition on the date itself would find only complete zero dates. */
    @Test
    void findsDatesWithZeroMonthOrDay() {
        assertThat(probes("datetime", Columns.POSTGRES, DEFAULTS))
                .singleElement()
                .extracting(ValueProbe::from)
                .isEqualTo("`shop`.`t` WHERE (MONTH(`c`) = 0 OR DAYOFMONTH(`c`) = 0) LIMIT 1");
    }

    /** Some collations ignore U+0000. */
    @Test
    void findsNulByBytes() {
        assertThat(probes("varchar(5)", Columns.POSTGRES, DEFAULTS))
                .singleElement()
                .extracting(ValueProbe::from)
                .asString()
                .contains("LOCATE(X'00', CAST(CONVERT(`c` USING utf8mb4) AS BINARY)) > 0");
    }

    private List<Finding> scan(boolean isMariaDb) throws SQLException {
        Findings findings = new Findings();
        new SourceValuesCheck(
                        isMariaDb ? ScriptedSource.mariaDb(source) : ScriptedSource.mySql(source),
                        List.of(oneColumn("date")),
                        new Conversion(Columns.POSTGRES, DEFAULTS),
                        true,
                        null)
                .run(findings);
        return findings.list();
    }

    @Test
    void reportsValueThatExists() throws SQLException {
        source.answer("SELECT 1 FROM `shop`.`t`", row(1));
        assertThat(scan(false)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.VALUE_ZERO_DATE);
            assertThat(finding.location()).hasToString("source shop.t.c");
            assertThat(finding.problem()).startsWith("Column c of table shop.t holds a date without a month");
        });
    }

    @Test
    void reportsNothingIfNoValueExists() throws SQLException {
        assertThat(scan(false)).isEmpty();
    }

    /** An unfinished search is not the same as no such value. */
    @Test
    void reportsProbeThatTookTooLong() throws SQLException {
        source.fails("SELECT 1 FROM `shop`.`t`", new SQLException("maximum execution time exceeded", "HY000", 3024));
        assertThat(scan(false)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.VALUES_NOT_SCANNED);
            assertThat(finding.problem()).contains("the query took longer than 5 s");
            assertThat(finding.remedy())
                    .endsWith("SELECT 1 FROM `shop`.`t` WHERE (MONTH(`c`) = 0 OR DAYOFMONTH(`c`) = 0)" + " LIMIT 1");
        });
    }

    /** MariaDB has no max_execution_time: the statement would fail, and with it the whole scan. */
    @Test
    void limitsTimeOnMariaDb() throws SQLException {
        source.fails("max_execution_time", new SQLException("Unknown system variable", "HY000", 1193))
                .fails("SELECT 1 FROM `shop`.`t`", new SQLException("max_statement_time exceeded", "70100", 1969));
        assertThat(scan(true))
                .singleElement()
                .satisfies(finding -> assertThat(finding.problem()).contains("the query took longer than 5 s"));
        assertThat(source.executed()).contains("SET SESSION max_statement_time = 5.000");
    }

    @Test
    void namesNumberOfProbesThatWereNotRun() throws SQLException {
        Findings findings = new Findings();
        new SourceValuesCheck(
                        ScriptedSource.mySql(source),
                        List.of(oneColumn("date"), oneColumn("varchar(3)"), oneColumn("int")),
                        new Conversion(Columns.POSTGRES, DEFAULTS),
                        false,
                        null)
                .run(findings);
        assertThat(findings.list())
                .singleElement()
                .extracting(Finding::problem)
                .isEqualTo("The values of 2 columns and keys were not scanned.");
    }
}
