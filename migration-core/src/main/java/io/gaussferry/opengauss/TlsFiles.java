package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.Redaction;
import io.gaussferry.error.RowValueMarks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.jspecify.annotations.Nullable;
import org.opengauss.Driver;
import org.opengauss.ssl.LazyKeyManager;

/**
 * The files that a target's URL names for TLS. The driver reports an unreadable file like a server that does not answer,
 * for which a daemon waits; here it is a refused configuration.
 */
final class TlsFiles {

    /** The parameters that name files, with what each contains. */
    private static final Map<String, String> FILES = Map.of(
            "sslrootcert", "the certificates of the authorities (PEM)",
            "sslcert", "the client's certificate (PEM)",
            "sslkey", "the client's key (PKCS 8, DER)");

    private TlsFiles() {}

    /**
     * Requires that the files of a URL can be read, and that the client's key can be decrypted.
     *
     * @throws GaussferryException of category CONFIGURATION if not
     */
    static void require(String url) throws SQLException {
        Properties parameters = Driver.parseURL(url, new Properties());
        if (parameters == null) {
            return;
        }
        FILES.forEach((parameter, content) -> {
            String file = parameters.getProperty(parameter);
            if (file != null && !isReadable(file)) {
                throw refused(
                        parameter + " of gaussferry.target.url names a file that cannot be read: " + file + ".",
                        "name " + content + ", readable for the account of the daemon");
            }
        });
        requireKey(parameters);
    }

    private static boolean isReadable(String file) {
        return Files.isRegularFile(Path.of(file)) && Files.isReadable(Path.of(file));
    }

    /** Reads the key in the same way as the driver. */
    private static void requireKey(Properties parameters) {
        String certificate = parameters.getProperty("sslcert");
        String key = parameters.getProperty("sslkey");
        if (certificate == null || key == null) {
            return;
        }
        LazyKeyManager keys = new LazyKeyManager(
                certificate,
                key,
                password(parameters.getProperty("sslpassword")),
                false,
                parameters.getProperty("sslprivatekeyfactory"));
        try {
            keys.getPrivateKey("user");
            keys.throwKeyManagerException();
        } catch (SQLException e) {
            throw refused(
                    "The client's key of gaussferry.target.url cannot be used: "
                            + Redaction.of(RowValueMarks.message(e)),
                    "check sslpassword; the key must be PKCS 8 in DER: openssl pkcs8 -topk8 -outform DER -v1 PBE-SHA1-3DES"
                            + " -in client.key -out client.pk8");
        }
    }

    private static CallbackHandler password(@Nullable String password) {
        return callbacks -> {
            for (Callback callback : callbacks) {
                if (!(callback instanceof PasswordCallback question) || password == null) {
                    throw new UnsupportedCallbackException(callback, "no sslpassword");
                }
                question.setPassword(password.toCharArray());
            }
        };
    }

    private static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCode.SETTING_INVALID, problem, remedy, null);
    }
}
