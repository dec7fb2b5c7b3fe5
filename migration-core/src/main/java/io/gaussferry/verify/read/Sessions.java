package io.gaussferry.verify.read;

import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.snapshot.range.KeyRange;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Prepares connections so that both servers print values in the forms that are compared. */
public final class Sessions {

    private static final List<String> SOURCE = List.of(
            "SET SESSION time_zone = '+00:00'",
            // bounds of ranges are compared as they are, also dates that the server would not take today; no CHAR is
            // padded
            "SET SESSION sql_mode = 'ALLOW_INVALID_DATES'",
            "SET SESSION TRANSACTION READ ONLY");

    private static final List<String> TARGET = List.of(
            // each statement shall see what is committed, while locks are held
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET datestyle TO ISO",
            "SET intervalstyle TO postgres",
            "SET bytea_output TO hex",
            "SET extra_float_digits = 3",
            // the dolphin plugin can print bits as a number too
            "SELECT set_config(name, 'bin', false) FROM pg_catalog.pg_settings WHERE name = 'dolphin.bit_output'",
            // a repair is no part of what a restarted replay would repeat
            "SET synchronous_commit = on");

    private Sessions() {}

    /** Opens a connection to a server that lacks nothing, with autocommit: each query is a consistent read of its own. */
    public static Connection openSource(SourceSettings settings) throws SQLException {
        Connection connection = SourceSelection.open(settings).connection();
        try (Statement statement = connection.createStatement()) {
            for (String setting : SOURCE) {
                statement.execute(setting);
            }
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Takes a connection without autocommit. */
    public static Connection openTarget(TargetSessions sessions) throws SQLException {
        Connection connection = sessions.open();
        try (Statement statement = connection.createStatement()) {
            for (String setting : TARGET) {
                statement.execute(setting);
            }
            connection.commit();
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Single rows go by the index as well. Holds until the transaction ends. */
    public static void planForKeys(Connection target) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute("SET LOCAL enable_seqscan = off");
        }
    }

    /** Ranges go by the index, whatever old statistics say; a whole table does not. Holds until the transaction ends. */
    public static void planFor(Connection target, KeyRange range) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute("SET LOCAL enable_seqscan = " + (range.equals(KeyRange.WHOLE) ? "on" : "off"));
        }
    }
}
