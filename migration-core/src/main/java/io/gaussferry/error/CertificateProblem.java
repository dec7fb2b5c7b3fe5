package io.gaussferry.error;

import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reason why the certificate of a server is refused.
 *
 * @param kind of the reason
 * @param detail the exception's message
 */
public record CertificateProblem(Kind kind, String detail) {

    /** The kinds of reasons, by their remedies. */
    public enum Kind {
        /** The certificate's validity has ended. */
        EXPIRED(" has expired", "renew the server's certificate and reload it in the server"),
        /** The certificate's validity has not started. */
        NOT_YET_VALID(" is not valid yet", "compare the clocks of both machines; or wait, or replace the certificate"),
        /** The certificate was issued for another server. */
        OTHER_NAME(
                " is for another host name",
                "connect by a name in the certificate; or give the server a certificate for its name"),
        /** The certificate was not issued by a trusted authority. */
        UNTRUSTED(
                " is not trusted",
                "add the certificate of the issuing authority to the key store, or the file sslrootcert, that %s names");

        private final String predicate;
        private final String remedy;

        Kind(String predicate, String remedy) {
            this.predicate = predicate;
            this.remedy = remedy;
        }

        /** Returns whether operators usually replace such a certificate while a daemon runs. */
        public boolean mayPass() {
            return this == EXPIRED || this == NOT_YET_VALID;
        }

        /**
         * Returns the remedy.
         *
         * @param urlKey the configuration key of the server's URL
         */
        public String remedy(String urlKey) {
            return remedy.replace("%s", urlKey);
        }
    }

    /** The openGauss driver names it in every language if the certificate is for another name; it has no cause. */
    private static final String TARGET_NAME_VERIFIER = "PgjdbcHostnameVerifier";

    /** Returns the certificate problem that caused a failure; empty if it has another cause. */
    public static Optional<CertificateProblem> of(@Nullable Throwable failure) {
        CertificateException last = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String description = String.valueOf(cause.getMessage());
            if (description.contains(TARGET_NAME_VERIFIER)) {
                return Optional.of(new CertificateProblem(Kind.OTHER_NAME, description));
            }
            if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
                Kind kind = cause instanceof CertificateExpiredException ? Kind.EXPIRED : Kind.NOT_YET_VALID;
                return Optional.of(new CertificateProblem(kind, String.valueOf(cause.getMessage())));
            }
            if (cause instanceof CertificateException found) {
                last = found;
            }
        }
        if (last == null) {
            return Optional.empty();
        }
        String message = String.valueOf(last.getMessage());
        return Optional.of(new CertificateProblem(isAboutName(message) ? Kind.OTHER_NAME : Kind.UNTRUSTED, message));
    }

    /**
     * Recognizes Java's "No subject alternative names matching …" and "No name matching …", and the MySQL driver's
     * "Server identity verification failed".
     */
    private static boolean isAboutName(String message) {
        return message.contains("matching") || message.contains("erver identity") || message.contains("Common Name");
    }

    /** Returns a sentence that describes the problem. */
    public String sentence(String server) {
        return "The certificate of " + server + kind.predicate + ": " + detail.replaceFirst("\\.$", "") + ".";
    }
}
