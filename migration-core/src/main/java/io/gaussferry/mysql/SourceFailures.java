package io.gaussferry.mysql;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a failure of the source means, decided by its error number: MySQL's SQLSTATEs say too little. */
public final class SourceFailures {

    /**
     * Too many connections, of all or of the account; shutting down; killed by a shutdown; offline mode; the connection lost.
     * A server that starts, stops or is busy says them.
     */
    private static final Set<Integer> PASSING =
            Set.of(1040, 1203, 1226, 1053, 1077, 1079, 1080, 3032, 1158, 1159, 1160, 1161);

    private static final String TRUST_REMEDY =
            "put the certificate of the authority that issued it into a key store and name that as "
                    + "trustCertificateKeyStoreUrl in gaussferry.source.url; with VERIFY_IDENTITY, use the host name that"
                    + " the certificate has";

    private SourceFailures() {}

    /** Returns whether a server's error passes by itself. */
    public static boolean passes(int errorCode) {
        return PASSING.contains(errorCode);
    }

    /** Describes a failed question to the source. */
    public static GaussferryException describe(SourceSettings server, SQLException failure) {
        String message = RowValues.firstLine(failure);
        String state = String.valueOf(failure.getSQLState());
        if (isCertificateFailure(failure)) {
            return untrusted(server, failure);
        }
        if (message.contains("Public Key Retrieval")) {
            return new GaussferryException(
                    ErrorCategory.FATAL,
                    server + " does not know the account's password by heart, and may not be sent it: " + message + ".",
                    "set sslMode=REQUIRED (or VERIFY_CA, VERIFY_IDENTITY) in gaussferry.source.url, or"
                            + " allowPublicKeyRetrieval=true where the network is trusted",
                    failure);
        }
        if (passes(failure.getErrorCode()) || state.startsWith("08")) {
            return new GaussferryException(
                    ErrorCategory.RETRY,
                    server + " cannot be asked: " + message + " (SQLSTATE " + state + ").",
                    "check that the server runs and is reachable; replay goes on by itself when it is",
                    failure);
        }
        return new GaussferryException(
                ErrorCategory.FATAL,
                server + " refuses: " + message + " (SQLSTATE " + state + ", error " + failure.getErrorCode() + ").",
                "check gaussferry.source.user and password, and the account's privileges on every server that"
                        + " gaussferry.source.url names",
                failure);
    }

    /** Describes a server whose certificate is not trusted. */
    public static GaussferryException untrusted(SourceSettings server, Throwable failure) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "The certificate of " + server + " is not trusted: " + failure.getMessage(),
                TRUST_REMEDY,
                failure);
    }

    /** Returns whether a certificate is behind a failure. */
    public static boolean isCertificateFailure(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }
}
