package io.gaussferry.cutover.check;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.check.Forecast.Part;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.cutover.settings.CutoverSettings;
import io.gaussferry.cutover.settings.CutoverSettings.FenceMethod;
import io.gaussferry.cutover.settings.StepDeadlines;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Accounts and events that write behind the fence lose their rows, so the check names them before the cutover. */
class FencePassersTest {

    private static final SourceSettings SOURCE = new SourceSettings(
            "jdbc:mysql://localhost",
            "gaussferry",
            "",
            List.of("shop"),
            TableFilter.ALL,
            TableRenames.NONE,
            1,
            1 << 20,
            1 << 20,
            SourceTimeouts.DEFAULT);

    private final ScriptedConnection source = new ScriptedConnection();

    private List<String> problems() throws SQLException {
        CutoverSettings settings = new CutoverSettings(
                FenceMethod.SUPER_READ_ONLY,
                List.of(),
                Set.of(),
                null,
                null,
                SOURCE,
                new StepDeadlines(Map.of()),
                Map.of(),
                CreatedObjects.EXECUTED,
                true,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                false,
                OptionalLong.empty(),
                2);
        source.answer("log_bin_trust_function_creators", row("1"));
        List<CutoverFinding> findings = new ArrayList<>();
        new FencePassers(settings, SOURCE, Set.of("gaussferry")).find(findings, source.connection());
        return findings.stream().map(CutoverFinding::problem).toList();
    }

    private void accounts(String... names) {
        List<List<Object>> rows = new ArrayList<>();
        for (String name : names) {
            rows.add(List.of(name, name + "@%"));
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<Object>[] array = rows.toArray(new List[0]);
        source.answer("account_locked = 'N'", array);
    }

    @Test
    void findsNothingIfNoAccountPasses() throws SQLException {
        accounts("app", "gaussferry");
        assertThat(problems()).isEmpty();
    }

    @Test
    void namesAccountsWithSuper() throws SQLException {
        accounts("app", "dba", "gaussferry");
        source.answer("super_priv = 'Y'", row("dba@%"), row("gaussferry@%"), row("locked@%"));
        assertThat(problems()).singleElement().asString().contains("pass that: dba@%. ");
    }

    /** A privilege reaches an account through roles of roles. */
    @Test
    void followsRoles() throws SQLException {
        accounts("app", "dba", "other");
        source.answer("'CONNECTION_ADMIN'", row("admin@%"))
                .answer(
                        "FROM mysql.role_edges",
                        row("team@%", "dba@%"),
                        row("admin@%", "team@%"),
                        row("team@%", "admin@%"),
                        row("reader@%", "other@%"));
        assertThat(problems()).singleElement().asString().contains("pass that: dba@%. ");
    }

    /** 5.7 has no roles, and its accounts with SUPER must still be found. */
    @Test
    void readsServersWithoutRoles() throws SQLException {
        accounts("dba");
        source.answer("super_priv = 'Y'", row("dba@%"))
                .fails("mysql.global_grants", new SQLException("no such table", "42S02", 1146));
        assertThat(problems()).singleElement().asString().contains("pass that: dba@%. ");
    }

    @Test
    void saysThatAccountsAreNotKnown() throws SQLException {
        source.fails("super_priv = 'Y'", new SQLException("denied", "42000", 1142));
        assertThat(problems()).singleElement().asString().contains("not known, the account gaussferry may not read");
    }

    @Test
    void shortensLongLists() throws SQLException {
        String[] names = new String[13];
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            names[i] = "dba" + i;
            rows.add(List.of("dba" + i + "@%"));
        }
        accounts(names);
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<Object>[] array = rows.toArray(new List[0]);
        source.answer("super_priv = 'Y'", array);
        assertThat(problems()).singleElement().asString().contains("dba9@% and 3 more");
    }

    private static Forecast forecast(double drain, double verify) {
        return new Forecast(List.of(
                new Part(CutoverStep.FENCE, 0.1, "two round trips"),
                new Part(CutoverStep.DRAIN, drain, "the backlog"),
                new Part(CutoverStep.VERIFY, verify, "9 rows")));
    }

    @Test
    void forecastBlocksLongRefusal() {
        assertThat(forecast(1, 2).seconds()).isEqualTo(3.1);
        assertThat(forecast(1, 2).excess(Duration.ofMillis(3_100))).isEmpty();
        assertThat(forecast(1, 2).excess(Duration.ofSeconds(3))).hasValueSatisfying(finding -> {
            assertThat(finding.problem()).contains("about 3.1 s").contains("(3 s); 2.0 s of it in VERIFY: 9 rows.");
            assertThat(finding.remedy()).contains("--verify counts");
        });
        assertThat(forecast(5, 2).excess(Duration.ofSeconds(3)))
                .hasValueSatisfying(finding -> assertThat(finding.remedy()).startsWith("wait until replication"));
    }

    /** Other work of the machines prolongs a measurement, and shortens none. */
    @Test
    void shorterMeasurementCounts() {
        assertThat(new ServerSpeed(1, 5, 3, 7).shorter(new ServerSpeed(2, 4, 3, 6)))
                .isEqualTo(new ServerSpeed(1, 4, 3, 6));
    }
}
