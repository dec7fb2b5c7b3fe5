package io.gaussferry.mysql;

import io.gaussferry.error.CertificateProblem;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classifies and describes failures of the source by MySQL error number, because MySQL's SQLSTATEs are too coarse. */
public final class SourceFailures {

    /**
     * Too many connections (overall or of the account), shutdown in progress, killed by a shutdown, offline mode, connection
     * lost. A server that starts, stops or is overloaded returns them.
     */
    private static final Set<Integer> TRANSIENT =
            Set.of(1040, 1203, 1226, 1053, 1077, 1079, 1080, 3032, 1158, 1159, 1160, 1161);

    private SourceFailures() {}

    /** Returns whether a server's error is transient. */
    public static boolean isTransient(int errorCode) {
        return TRANSIENT.contains(errorCode);
    }

    /** Describes a failed query of the source. */
    public static GaussferryException describe(SourceSettings server, SQLException failure) {
        String message = RowValueMarks.firstLine(failure);
        String state = String.valueOf(failure.getSQLState());
        Optional<GaussferryException> certificate = ofCertificate(server, failure);
        if (certificate.isPresent()) {
            return certificate.get();
        }
        if (message.contains("Public Key Retrieval")) {
            return new GaussferryException(
                    ErrorCode.SOURCE_REFUSED,
                    server + " has not cached the account's password, and the connection may not send it: " + message
                            + ".",
                    "set sslMode=REQUIRED (or VERIFY_CA, VERIFY_IDENTITY) in gaussferry.source.url, or"
                            + " allowPublicKeyRetrieval=true if the network is trusted",
                    failure);
        }
        if (isTransient(failure.getErrorCode()) || state.startsWith("08")) {
            return new GaussferryException(
                    ErrorCode.SOURCE_UNREACHABLE,
                    server + " cannot be queried: " + message + " (SQLSTATE " + state + ").",
                    "check that the server runs and is reachable; replication resumes automatically",
                    failure);
        }
        return new GaussferryException(
                ErrorCode.SOURCE_REFUSED,
                server + " refused the request: " + message + " (SQLSTATE " + state + ", error "
                        + failure.getErrorCode() + ").",
                accountRemedy(
                        failure.getErrorCode(),
                        "check gaussferry.source.user and password, and the account's privileges on every server that"
                                + " gaussferry.source.url names"),
                failure);
    }

    /** Describes a server whose certificate was rejected. */
    private static GaussferryException refused(SourceSettings server, CertificateProblem problem, Throwable failure) {
        boolean mayPass = problem.kind().mayPass();
        return new GaussferryException(
                ErrorCode.SOURCE_UNVERIFIED,
                mayPass ? ErrorCategory.RETRY : ErrorCategory.FATAL,
                problem.sentence(server.toString()) + " No data is sent to a server that cannot be verified.",
                problem.kind().remedy("gaussferry.source.url")
                        + (mayPass ? "; replication then resumes automatically" : "; then start again"),
                failure);
    }

    /** Describes a failure that a certificate caused; empty for other failures. */
    public static Optional<GaussferryException> ofCertificate(SourceSettings server, @Nullable Throwable failure) {
        return CertificateProblem.of(failure).map(problem -> refused(server, problem, Objects.requireNonNull(failure)));
    }

    /** Returns the remedy for an account that the server rejects, by error number. */
    public static String accountRemedy(int errorCode, String otherwise) {
        return switch (errorCode) {
            case 1820, 1862 ->
                "give the account a new password at the source (ALTER USER … IDENTIFIED BY …, optionally PASSWORD EXPIRE NEVER), set it in"
                        + " gaussferry.source.password or its file, and start again";
            case 3118 -> "unlock the account at the source (ALTER USER … ACCOUNT UNLOCK), and start again";
            case 3955 ->
                "the account is locked for some time after too many wrong passwords: correct gaussferry.source.password, unlock the account"
                        + " at the source (ALTER USER … ACCOUNT UNLOCK), and start again";
            default -> otherwise;
        };
    }
}
