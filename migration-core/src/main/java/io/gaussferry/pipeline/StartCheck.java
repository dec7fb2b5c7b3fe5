package io.gaussferry.pipeline;

import io.gaussferry.apply.TargetSessions;
import io.gaussferry.apply.TargetSettings;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.source.SourceSettings;
import java.security.cert.CertificateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Refuses at start what cannot work, in one message that says which setting to change. */
public final class StartCheck {

    private static final String INVALID_AUTHORIZATION = "28";
    private static final String NO_SUCH_DATABASE = "3D000";

    private StartCheck() {}

    /**
     * Connects to both sides and looks at the source's binlog settings.
     *
     * @throws GaussferryException of category CONFIGURATION
     */
    public static void run(PipelineSettings settings) {
        checkSource(settings.source());
        checkTarget(settings.target());
    }

    private static void checkSource(SourceSettings source) {
        try (Connection connection = SourceConnections.open(source);
                Statement statement = connection.createStatement()) {
            require(statement, "log_bin", "1", "log_bin must be on: start the server with --log-bin");
            require(
                    statement,
                    "binlog_format",
                    "ROW",
                    "run SET GLOBAL binlog_format = 'ROW' and reconnect all sessions");
            require(
                    statement,
                    "binlog_row_image",
                    "FULL",
                    "run SET GLOBAL binlog_row_image = 'FULL' and reconnect all sessions");
            require(
                    statement,
                    "gtid_mode",
                    "ON",
                    "switch it on step by step, as MySQL's manual says under \"Enabling GTID Transactions Online\"");
        } catch (SQLException e) {
            throw unusable(source.toString(), "gaussferry.source", e);
        }
    }

    private static void require(Statement statement, String variable, String wanted, String remedy)
            throws SQLException {
        String found = variable(statement, variable);
        if (!wanted.equalsIgnoreCase(found)) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The source has " + variable + " = " + found + ", but replay needs " + wanted + ".",
                    remedy,
                    null);
        }
    }

    private static @Nullable String variable(Statement statement, String variable) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT @@GLOBAL." + variable)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void checkTarget(TargetSettings target) {
        try (TargetSessions sessions = new TargetSessions(target, 1);
                Connection connection = sessions.open()) {
            connection.rollback();
        } catch (SQLException e) {
            throw unusable(target.toString(), "gaussferry.target", e);
        } catch (RuntimeException e) {
            if (e instanceof GaussferryException known) {
                throw known;
            }
            // the pool's word for a URL that its driver does not take
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "gaussferry.target.url is not the URL of an openGauss server: " + e.getMessage(),
                    "write it as jdbc:opengauss://host:5432/database",
                    e);
        }
    }

    private static GaussferryException unusable(String server, String prefix, SQLException failure) {
        SQLException cause = deepest(failure);
        String state = String.valueOf(cause.getSQLState());
        String remedy;
        if (state.startsWith(INVALID_AUTHORIZATION)) {
            remedy = "check " + prefix + ".user and " + prefix + ".password";
        } else if (state.equals(NO_SUCH_DATABASE)) {
            remedy = "check the database in " + prefix + ".url";
        } else if (isCertificateFailure(failure)) {
            return new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The certificate of " + server + " is not trusted.",
                    "put the certificate of the authority that issued it into a key store that " + prefix
                            + ".url names; use the" + " host name that the certificate has",
                    failure);
        } else {
            remedy = "check host and port in " + prefix + ".url, and that the server runs";
        }
        return new GaussferryException(
                ErrorCategory.CONFIGURATION,
                "Cannot use " + server + ": " + firstLine(cause) + " (SQLSTATE " + state + ")",
                remedy,
                failure);
    }

    private static boolean isCertificateFailure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    /** A pool wraps the driver's exception in one that only says that it waited. */
    private static SQLException deepest(SQLException failure) {
        SQLException deepest = failure;
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                deepest = sql;
            }
        }
        return deepest;
    }

    private static String firstLine(SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
