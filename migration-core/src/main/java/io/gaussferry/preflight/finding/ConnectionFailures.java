package io.gaussferry.preflight.finding;

import io.gaussferry.error.CertificateProblem;
import io.gaussferry.error.Redaction;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.mysql.SourceFailures;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Optional;

/** Converts connection failures to findings. */
public final class ConnectionFailures {

    private static final String INVALID_AUTHORIZATION = "28";
    private static final String NO_SUCH_DATABASE = "3D000";
    private static final String SOURCE_ACCOUNT = "check gaussferry.source.user and gaussferry.source.password";
    private static final String TARGET_ACCOUNT = "check gaussferry.target.user and gaussferry.target.password";

    private ConnectionFailures() {}

    /** Returns the finding about a source that could not be opened. */
    public static Finding ofSource(String server, SQLException failure) {
        Optional<CertificateProblem> certificate = CertificateProblem.of(failure);
        if (certificate.isPresent()) {
            return refused(FindingCode.SOURCE_UNREACHABLE, FindingLocation.SOURCE, server, certificate.get());
        }
        SQLException cause = deepest(failure);
        String state = String.valueOf(cause.getSQLState());
        if (state.startsWith(INVALID_AUTHORIZATION)) {
            return denied(FindingCode.SOURCE_ACCESS_DENIED, FindingLocation.SOURCE, server, cause, SOURCE_ACCOUNT);
        }
        String account = SourceFailures.accountRemedy(cause.getErrorCode(), "");
        if (!account.isEmpty()) {
            return denied(FindingCode.SOURCE_ACCESS_DENIED, FindingLocation.SOURCE, server, cause, account);
        }
        if (firstLine(cause).contains("Public Key Retrieval")) {
            return new Finding(
                    FindingCode.SOURCE_ACCOUNT_PUBLIC_KEY_REFUSED,
                    FindingLocation.SOURCE,
                    cannotUse(server, cause),
                    "The account's authentication plugin sends the password either over TLS, or encrypted with the server's"
                            + " public key, and the URL allows neither.",
                    "set sslMode=REQUIRED (or VERIFY_CA, VERIFY_IDENTITY) in gaussferry.source.url, or"
                            + " allowPublicKeyRetrieval=true if the network is trusted");
        }
        return unreachable(
                FindingCode.SOURCE_UNREACHABLE,
                FindingLocation.SOURCE,
                cannotUse(server, cause),
                Obstacle.of(failure, SourceFailures.isTransient(cause.getErrorCode()) || mayPass(cause)),
                "gaussferry.source.url");
    }

    /** Returns the finding about a target to which no connection could be opened. */
    public static Finding ofTarget(String server, SQLException failure) {
        Optional<CertificateProblem> certificate = CertificateProblem.of(failure);
        if (certificate.isPresent()) {
            return refused(FindingCode.TARGET_UNREACHABLE, FindingLocation.TARGET, server, certificate.get());
        }
        SQLException cause = deepest(failure);
        String state = String.valueOf(cause.getSQLState());
        if (state.startsWith(INVALID_AUTHORIZATION)) {
            return denied(FindingCode.TARGET_ACCESS_DENIED, FindingLocation.TARGET, server, cause, TARGET_ACCOUNT);
        }
        if (state.equals(NO_SUCH_DATABASE)) {
            return new Finding(
                    FindingCode.TARGET_NO_DATABASE,
                    FindingLocation.TARGET,
                    cannotUse(server, cause),
                    "The migration needs an existing database: it creates schemas and tables in it, but"
                            + " not the database.",
                    "check the database in gaussferry.target.url, or create it there (CREATE DATABASE …"
                            + " DBCOMPATIBILITY 'B' ENCODING 'UTF8')");
        }
        return unreachable(
                FindingCode.TARGET_UNREACHABLE,
                FindingLocation.TARGET,
                cannotUse(server, cause),
                Obstacle.of(failure, mayPass(cause)),
                "gaussferry.target.url");
    }

    private static Finding refused(
            FindingCode code, FindingLocation location, String server, CertificateProblem problem) {
        return new Finding(
                code,
                location,
                problem.sentence(server),
                "The URL demands that the certificate is verified, and nothing is sent to a server that cannot be.",
                problem.kind()
                        .remedy(location == FindingLocation.SOURCE ? "gaussferry.source.url" : "gaussferry.target.url"),
                problem.kind().mayPass());
    }

    private static Finding denied(
            FindingCode code, FindingLocation location, String server, SQLException cause, String remedy) {
        return new Finding(
                code,
                location,
                cannotUse(server, cause),
                "The server refused the login.",
                location == FindingLocation.SOURCE
                        ? SourceFailures.accountRemedy(cause.getErrorCode(), remedy)
                        : remedy);
    }

    private static Finding unreachable(
            FindingCode code, FindingLocation location, String problem, Obstacle obstacle, String key) {
        return new Finding(
                code,
                location,
                problem,
                obstacle.why,
                String.format(obstacle.remedy, key),
                obstacle != Obstacle.REFUSAL);
    }

    /** Returns whether a running daemon retries after such a failure. */
    private static boolean mayPass(SQLException cause) {
        return SqlFailure.of(cause).mayPass();
    }

    /** The obstacle between Gaussferry and a server that has not refused the account. */
    private enum Obstacle {
        UNKNOWN_HOST(
                "The name service does not know the host name.",
                "check the host name in %s, and that the name service knows it on this machine"),
        NO_ANSWER("The server does not answer.", "check host and port in %s, and that the server runs"),
        NO_SESSIONS(
                "The server runs, but takes no sessions at the moment.",
                "see the log of the server that %s names: it starts, stops, or has too many sessions"),
        REFUSAL(
                "The server was reached, but refuses what every session needs.",
                "check host and port in %s, and that the server runs");

        private static final String CANNOT_CONNECT = "08";

        private final String why;
        private final String remedy;

        Obstacle(String why, String remedy) {
            this.why = why;
            this.remedy = remedy;
        }

        private static Obstacle of(SQLException failure, boolean mayPass) {
            if (isOfUnknownHost(failure)) {
                return UNKNOWN_HOST;
            }
            if (String.valueOf(deepest(failure).getSQLState()).startsWith(CANNOT_CONNECT)) {
                return NO_ANSWER;
            }
            return mayPass ? NO_SESSIONS : REFUSAL;
        }

        private static boolean isOfUnknownHost(SQLException failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof UnknownHostException) {
                    return true;
                }
            }
            return false;
        }
    }

    private static String cannotUse(String server, SQLException cause) {
        return "Cannot use " + server + ": " + Redaction.of(firstLine(cause)) + " (SQLSTATE " + cause.getSQLState()
                + ")";
    }

    /**
     * Returns the innermost exception with an SQLSTATE. A pool wraps the driver's exception in one that only reports a
     * timeout.
     */
    private static SQLException deepest(SQLException failure) {
        SQLException deepest = failure;
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                deepest = sql;
            }
        }
        return deepest;
    }

    public static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
