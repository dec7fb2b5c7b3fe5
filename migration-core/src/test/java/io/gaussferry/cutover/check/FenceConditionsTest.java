package io.gaussferry.cutover.check;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.settings.CutoverSettings.FenceMethod;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FenceConditionsTest {

    private static final String OWN =
            "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON `gaussferry`.* TO `gaussferry`@`%`";

    private final ScriptedConnection source =
            new ScriptedConnection().answer("@@version_comment", row("8.0.33", "", "/usr/"));

    private List<String> problems(FenceMethod fence) throws SQLException {
        return new FenceConditions(fence, "gaussferry")
                .find(source.connection()).stream().map(CutoverFinding::problem).toList();
    }

    private void granted(String privileges) {
        source.answer("SHOW GRANTS", row("GRANT " + privileges + " ON *.* TO `gaussferry`@`%`"), row(OWN));
    }

    @Test
    void findsNothingWithAllPrivileges() throws SQLException {
        source.answer("SHOW GRANTS", row("GRANT ALL PRIVILEGES ON *.* TO `gaussferry`@`%`"));
        assertThat(problems(FenceMethod.SUPER_READ_ONLY)).isEmpty();
        assertThat(problems(FenceMethod.LOCK_ACCOUNTS)).isEmpty();
    }

    @Test
    void namesThePrivilegesOfTheFence() throws SQLException {
        granted("SYSTEM_VARIABLES_ADMIN, PROCESS");
        assertThat(problems(FenceMethod.SUPER_READ_ONLY))
                .containsExactly("The account gaussferry lacks privileges for the fence: CONNECTION_ADMIN");
        assertThat(problems(FenceMethod.LOCK_ACCOUNTS))
                .containsExactly(
                        "The account gaussferry lacks privileges for the fence: CREATE USER, CONNECTION_ADMIN");
        assertThat(problems(FenceMethod.MANAGED)).isEmpty();
    }

    /** SUPER includes the other privileges, but shows no sessions of other accounts. */
    @Test
    void superIncludesNoProcess() throws SQLException {
        granted("SUPER");
        assertThat(problems(FenceMethod.SUPER_READ_ONLY))
                .containsExactly("The account gaussferry lacks privileges for the fence: PROCESS");
    }

    @Test
    void requiresTheOwnDatabase() throws SQLException {
        source.answer("SHOW GRANTS", row("GRANT SUPER, PROCESS ON *.* TO `gaussferry`@`%`"));
        assertThat(problems(FenceMethod.SUPER_READ_ONLY))
                .singleElement()
                .asString()
                .contains("lacks privileges on the database gaussferry");
    }

    @Test
    void reportsHiddenTablesButNotMissingOnes() throws SQLException {
        granted("SUPER, PROCESS");
        source.fails("performance_schema.threads", new SQLException("denied", "42000", 1142))
                .fails("performance_schema.persisted_variables", new SQLException("no such table", "42S02", 1146));
        assertThat(problems(FenceMethod.SUPER_READ_ONLY))
                .containsExactly(
                        "The account gaussferry cannot read performance_schema.threads, which the fence needs.");
    }

    @Test
    void failsWithTheConnection() {
        granted("SUPER, PROCESS");
        source.fails("performance_schema.threads", new SQLException("gone", "08S01"));
        assertThatThrownBy(() -> problems(FenceMethod.SUPER_READ_ONLY)).hasMessage("gone");
    }

    /** A hook fences the primary. */
    @Test
    void refusesReplicasUnlessAHookFences() throws SQLException {
        granted("SUPER, PROCESS");
        source.answer("service_state = 'ON'", row(1));
        assertThat(problems(FenceMethod.SUPER_READ_ONLY))
                .singleElement()
                .asString()
                .startsWith("The source is a replica");
        assertThat(problems(FenceMethod.HOOK)).isEmpty();
    }
}
