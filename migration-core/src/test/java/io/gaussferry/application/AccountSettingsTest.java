package io.gaussferry.application;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.application.rule.SessionModes;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountSettingsTest {

    private static final SourceModes USUAL = new SourceModes(
            StatementContext.STRICT_TRANS_TABLES
                    | StatementContext.NO_ZERO_DATE
                    | StatementContext.ERROR_FOR_DIVISION_BY_ZERO,
            true,
            80033);

    private final ScriptedConnection target = new ScriptedConnection()
            .answer(
                    "[dolphin.sql_mode]",
                    row("sql_mode_strict,pipes_as_concat,ansi_quotes,pad_char_to_full_length,auto_recompile_function"))
            .answer("[dolphin.lower_case_table_names]", row("1"))
            .answer("[standard_conforming_strings]", row("on"))
            .answer("[escape_string_warning]", row("on"));

    @Test
    void proposesTheModesOfTheSourceAndKeepsOthers() throws SQLException {
        List<AccountSettings> proposals = AccountSettings.proposals(USUAL, true, target.connection());
        String modes =
                "sql_mode_strict,sql_mode_full_group,no_zero_date,error_for_division_by_zero,auto_recompile_function";
        assertThat(proposals.get(0).values())
                .containsExactly(
                        Map.entry("dolphin.sql_mode", modes),
                        Map.entry("dolphin.lower_case_table_names", "0"),
                        Map.entry("standard_conforming_strings", "off"),
                        Map.entry("escape_string_warning", "off"));
        assertThat(proposals.get(1).values())
                .containsEntry(
                        "dolphin.sql_mode",
                        modes.replace(",auto_recompile", ",treat_bxconst_as_binary,auto_recompile"));
    }

    @Test
    void proposesNothingThatSessionsHaveByDefault() throws SQLException {
        SourceModes ansi = new SourceModes(
                StatementContext.STRICT_TRANS_TABLES
                        | StatementContext.PIPES_AS_CONCAT
                        | StatementContext.ANSI_QUOTES
                        | StatementContext.PAD_CHAR_TO_FULL_LENGTH
                        | StatementContext.NO_BACKSLASH_ESCAPES,
                false,
                80033);
        assertThat(AccountSettings.proposals(ansi, false, target.connection()).get(0))
                .isEqualTo(AccountSettings.DEFAULTS);
    }

    @Test
    void readsTheModesOfSessions() throws SQLException {
        assertThat(AccountSettings.DEFAULTS.modes(target.connection()))
                .isEqualTo(new SessionModes(true, true, false, false, true));
        assertThat(new AccountSettings(Map.of("dolphin.sql_mode", "treat_bxconst_as_binary"))
                        .modes(target.connection()))
                .isEqualTo(new SessionModes(false, false, false, true, false));
        assertThat(AccountSettings.DEFAULTS.modes(new ScriptedConnection().connection()))
                .as("a target that does not show them")
                .isEqualTo(new SessionModes(true, true, false, false, true));
    }

    @Test
    void leavesOutWhatTheTargetRefuses() throws SQLException {
        AccountSettings settings = new AccountSettings(Map.of("dolphin.sql_mode", "treat_bxconst_as_binary"));
        assertThat(settings.isAccepted(target.connection())).isTrue();
        target.fails("treat_bxconst", new SQLException("invalid value", "22023"));
        assertThat(settings.isAccepted(target.connection())).isFalse();
        assertThat(target.executed()).last().isEqualTo("rollback to savepoint");
    }

    @Test
    void quotesValuesInStatements() {
        assertThat(new AccountSettings(Map.of("a.b", "it's")).statements("app"))
                .containsExactly("ALTER USER app SET a.b = 'it''s';");
    }
}
