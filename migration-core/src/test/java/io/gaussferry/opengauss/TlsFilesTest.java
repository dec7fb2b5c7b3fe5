package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsFilesTest {

    private static final String ENCRYPTION = "PBEWithSHA1AndDESede";
    private static final String STORE_PASSWORD = "changeit";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    /** Creates {@code client.pem}, {@code client.pk8}, and {@code encrypted.pk8} with the password {@code secret}. */
    @BeforeAll
    static void createFiles() throws Exception {
        Path store = directory.resolve("client.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-keyalg",
                        "RSA",
                        "-alias",
                        "client",
                        "-dname",
                        "CN=client",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD))
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(store)) {
            keys.load(input, STORE_PASSWORD.toCharArray());
        }
        byte[] key = keys.getKey("client", STORE_PASSWORD.toCharArray()).getEncoded();
        Files.write(directory.resolve("client.pk8"), key);
        Files.write(directory.resolve("encrypted.pk8"), encrypted(key));
        Files.writeString(
                directory.resolve("client.pem"),
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                .encodeToString(keys.getCertificate("client").getEncoded())
                        + "\n-----END CERTIFICATE-----\n",
                StandardCharsets.US_ASCII);
    }

    private static byte[] encrypted(byte[] key) throws Exception {
        Cipher cipher = Cipher.getInstance(ENCRYPTION);
        cipher.init(
                Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(ENCRYPTION).generateSecret(new PBEKeySpec("secret".toCharArray())));
        return new EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(key)).getEncoded();
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "sslmode=verify-full",
        "sslmode=verify-full&sslrootcert=client.pem",
        "sslmode=verify-full&sslcert=client.pem&sslkey=client.pk8",
        "sslmode=verify-full&sslcert=client.pem&sslkey=encrypted.pk8&sslpassword=secret"
    })
    void acceptsReadableFiles(String parameters) throws Exception {
        TlsFiles.require(url(parameters));
    }

    /** The driver would report them like a server that does not answer. */
    @ParameterizedTest
    @CsvSource({
        "sslmode=verify-full&sslrootcert=none.pem, sslrootcert of gaussferry.target.url",
        "sslcert=none.pem&sslkey=client.pk8, sslcert of gaussferry.target.url",
        "sslcert=client.pem&sslkey=none.pk8, sslkey of gaussferry.target.url",
        "sslcert=client.pem&sslkey=client.pem, cannot be used",
        "sslcert=client.pem&sslkey=encrypted.pk8, cannot be used",
        "sslcert=client.pem&sslkey=encrypted.pk8&sslpassword=wrong, cannot be used"
    })
    void refusesUnusableFilesAsConfiguration(String parameters, String problem) {
        assertThatThrownBy(() -> TlsFiles.require(url(parameters)))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.SETTING_INVALID);
                    assertThat(refusal.problem()).contains(problem).doesNotContain("wrong");
                });
    }

    @Test
    void leavesUrlsThatDriverRejectsToDriver() throws Exception {
        TlsFiles.require("jdbc:other://host/d?sslrootcert=none.pem");
    }

    private static String url(String parameters) {
        return "jdbc:opengauss://db1:5432,db2:5432/d?"
                + parameters.replaceAll("=((?:none|client|encrypted)\\.)", "=" + directory + "/$1");
    }
}
