package io.gaussferry.application;

import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.application.rule.SessionModes;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of an application's sessions on openGauss with dolphin. They decide how it reads SQL, and may belong to an account or a
 * database.
 *
 * @param values those that differ from the defaults of Gaussferry's account and the database, by name, in the order in which they are shown
 */
public record AccountSettings(Map<String, String> values) {

    /** Which settings the application's sessions have. */
    public enum Choice {
        /** Those of Gaussferry's account and the database. */
        DEFAULT,
        /** Those with which the statements have the best grades. */
        PROPOSED
    }

    /** The defaults. */
    public static final AccountSettings DEFAULTS = new AccountSettings(Map.of());

    private static final String SQL_MODE = "dolphin.sql_mode";
    private static final String TABLE_CASE = "dolphin.lower_case_table_names";
    private static final String STANDARD_STRINGS = "standard_conforming_strings";
    private static final String STRING_WARNING = "escape_string_warning";

    /** The target's behaviour by default if it does not show the setting. */
    private static final Map<String, String> FALLBACKS = Map.of(
            SQL_MODE, "sql_mode_strict,pipes_as_concat,ansi_quotes,pad_char_to_full_length", STANDARD_STRINGS, "on");

    /**
     * The settings that a session of Gaussferry or another proposal changes. Not {@code behavior_compat_options}: the plugin sets it in each session, such as for
     * the 0 before a decimal point.
     */
    private static final List<String> NAMES = List.of(
            SQL_MODE,
            TABLE_CASE,
            STANDARD_STRINGS,
            STRING_WARNING,
            "dolphin.b_compatibility_mode",
            "b_format_behavior_compat_options",
            "enable_set_variable_b_format");

    public AccountSettings {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Returns settings with which the target reads SQL more like the source. Bytes and bits differ: it reads {@code x'41'} and {@code b'1'} both
     * as the one or the other, and MySQL as the other operand.
     *
     * @param source the modes of the source's sessions
     * @param hasUpperCase whether names of tables or databases have capitals, and the source distinguishes them
     * @param target a connection whose defaults are not repeated
     */
    static List<AccountSettings> proposals(SourceModes source, boolean hasUpperCase, Connection target)
            throws SQLException {
        return List.of(proposal(source, hasUpperCase, false, target), proposal(source, hasUpperCase, true, target));
    }

    private static AccountSettings proposal(
            SourceModes source, boolean hasUpperCase, boolean readsBytes, Connection target) throws SQLException {
        StatementContext modes = source.context("", "");
        Map<String, Boolean> wanted = new LinkedHashMap<>();
        wanted.put("sql_mode_strict", modes.isStrict());
        wanted.put("sql_mode_full_group", source.isGroupingFull());
        wanted.put("pipes_as_concat", modes.has(StatementContext.PIPES_AS_CONCAT));
        wanted.put("ansi_quotes", modes.has(StatementContext.ANSI_QUOTES));
        wanted.put("no_zero_date", modes.has(StatementContext.NO_ZERO_DATE));
        wanted.put("pad_char_to_full_length", modes.has(StatementContext.PAD_CHAR_TO_FULL_LENGTH));
        wanted.put("error_for_division_by_zero", modes.has(StatementContext.ERROR_FOR_DIVISION_BY_ZERO));
        wanted.put("treat_bxconst_as_binary", readsBytes);
        // what the target has besides is kept, such as auto_recompile_function
        Stream.of(byDefault(target, SQL_MODE).split(","))
                .filter(mode -> !mode.isBlank())
                .forEach(mode -> wanted.putIfAbsent(mode.strip(), true));
        String list = wanted.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(","));
        Map<String, String> values = new LinkedHashMap<>();
        values.put(SQL_MODE, list);
        if (hasUpperCase) {
            values.put(TABLE_CASE, "0");
        }
        if (!modes.has(StatementContext.NO_BACKSLASH_ESCAPES)) {
            values.put(STANDARD_STRINGS, "off");
            values.put(STRING_WARNING, "off");
        }
        Map<String, String> changed = new LinkedHashMap<>();
        for (Map.Entry<String, String> value : values.entrySet()) {
            if (!value.getValue().equals(byDefault(target, value.getKey()))) {
                changed.put(value.getKey(), value.getValue());
            }
        }
        return new AccountSettings(changed);
    }

    private static String byDefault(Connection target, String name) throws SQLException {
        return Sql.first(
                        target,
                        row -> row.getString(1),
                        "SELECT reset_val FROM pg_catalog.pg_settings WHERE name = ?",
                        name)
                .orElse(FALLBACKS.getOrDefault(name, ""));
    }

    /** Returns how sessions with these settings read SQL. */
    SessionModes modes(Connection target) throws SQLException {
        return SessionModes.ofDolphin(value(target, SQL_MODE), value(target, STANDARD_STRINGS));
    }

    private String value(Connection target, String name) throws SQLException {
        String given = values.get(name);
        return given == null ? byDefault(target, name) : given;
    }

    /** Gives the connection's transaction these settings. */
    void apply(Connection target) throws SQLException {
        for (String name : NAMES) {
            Sql.execute(target, "SET LOCAL " + name + " TO DEFAULT");
        }
        for (Map.Entry<String, String> value : values.entrySet()) {
            Sql.execute(target, "SET LOCAL " + value.getKey() + " TO " + Identifiers.literal(value.getValue()));
        }
    }

    /** Returns whether the target knows these settings and their values: older versions of the plugin lack some modes. */
    boolean isAccepted(Connection target) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            apply(target);
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION) {
                throw e;
            }
            return false;
        } finally {
            target.rollback(before);
            target.releaseSavepoint(before);
        }
    }

    /** Returns the statements that give an account these settings. */
    public List<String> statements(String account) {
        return values.entrySet().stream()
                .map(value -> "ALTER USER " + account + " SET " + value.getKey() + " = "
                        + Identifiers.literal(value.getValue()) + ";")
                .toList();
    }
}
