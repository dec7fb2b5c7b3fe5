package io.gaussferry.error;

import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why the certificate of a server is refused.
 *
 * @param kind the reason
 * @param detail what the exception says of it
 */
public record CertificateProblem(Kind kind, String detail) {

    /** The reasons for which remedies differ. */
    public enum Kind {
        /** It was valid until some time. */
        EXPIRED(" has expired", "renew the server's certificate and have the server load it"),
        /** It is valid from some time on. */
        NOT_YET_VALID(" is not valid yet", "compare the clocks of both machines; or wait, or replace the certificate"),
        /** It is a certificate for another server. */
        OTHER_NAME(
                " is for another host name",
                "connect by a name that the certificate has; or give the server a certificate for its name"),
        /** No trusted authority issued it. */
        UNTRUSTED(
                " is not trusted",
                "put the certificate of the authority that issued it into the key store that %s names");

        private final String words;
        private final String remedy;

        Kind(String words, String remedy) {
            this.words = words;
            this.remedy = remedy;
        }

        /** Returns whether the server's operators are about to replace it, as they do while a daemon runs. */
        public boolean mayPass() {
            return this == EXPIRED || this == NOT_YET_VALID;
        }

        /**
         * Returns the remedy.
         *
         * @param urlKey the key of the configuration that has the server's URL
         */
        public String remedy(String urlKey) {
            return remedy.replace("%s", urlKey);
        }
    }

    /** Returns the problem that is behind a failure; empty if that is another one. */
    public static Optional<CertificateProblem> of(@Nullable Throwable failure) {
        CertificateException last = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
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

    /** Java says "No subject alternative names matching …" or "No name matching …", and MySQL's driver that an identity cannot be verified. */
    private static boolean isAboutName(String message) {
        return message.contains("matching") || message.contains("server identity") || message.contains("Common Name");
    }

    /** Returns what is wrong, as a sentence. */
    public String sentence(String server) {
        return "The certificate of " + server + kind.words + ": " + detail + ".";
    }
}
