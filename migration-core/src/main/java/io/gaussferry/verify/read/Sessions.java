package io.gaussferry.verify.read;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.snapshot.range.KeyRange;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Configures connections so that both servers print values in comparable formats. */
public final class Sessions {

    private static final List<String> SOURCE = List.of(
            "SET SESSION time_zone = '+00:00'",
            // range bounds are compared unchanged, including dates that the server would reject today; CHAR values are
            // not padded
            "SET SESSION sql_mode = 'ALLOW_INVALID_DATES'",
            "SET SESSION TRANSACTION READ ONLY");

    private static final List<String> TARGET = List.of(
            // each statement must see the latest committed rows while locks are held
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET datestyle TO ISO",
            "SET intervalstyle TO postgres",
            "SET bytea_output TO hex",
            "SET extra_float_digits = 3",
            // the dolphin plugin can also print bits as a number
            "SELECT set_config(name, 'bin', false) FROM pg_catalog.pg_settings WHERE name = 'dolphin.bit_output'",
            // a restarted replay would not repeat a repair
            "SET synchronous_commit = on");

    private Sessions() {}

    /** Opens a connection with autocommit to a server that has all transactions: each query is a consistent read of its own. */
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

    /** Opens a connection without autocommit. */
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

    /** Makes the target use indexes for lookups of single rows, until the transaction ends. */
    public static void planForKeys(Connection target) throws SQLException {
        Sql.execute(target, "SET LOCAL enable_seqscan = off");
    }

    /** Makes the target use an index for ranges even with outdated statistics, but not for a whole table, until the transaction ends. */
    public static void planFor(Connection target, KeyRange range) throws SQLException {
        Sql.execute(target, "SET LOCAL enable_seqscan = " + (range.equals(KeyRange.WHOLE) ? "on" : "off"));
    }
}
