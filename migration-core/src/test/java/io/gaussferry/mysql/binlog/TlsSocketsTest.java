package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.MySqlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connects to a TLS server with a self-signed certificate for localhost. */
class TlsSocketsTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    private static Path directory;

    private static Path store;
    private static SSLServerSocket server;

    @BeforeAll
    static void startServer() throws Exception {
        store = directory.resolve("server.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=test",
                "-ext",
                "SAN=dns:localhost",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD);
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(store)) {
            keys.load(input, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(TlsSocketsTest::serve, "tls-server");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    private static void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write(42);
            } catch (IOException refused) {
                // the client does not trust this server, or the test ends
            }
        }
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @Test
    void acceptsAnyCertificateInEncryptOnlyModes() throws IOException {
        assertThat(answer("127.0.0.1", "sslMode=PREFERRED")).isEqualTo(42);
        assertThat(answer("127.0.0.1", "sslMode=REQUIRED")).isEqualTo(42);
    }

    @Test
    void rejectsAnUntrustedCertificateInVerifyingModes() {
        for (String mode : List.of("VERIFY_CA", "VERIFY_IDENTITY")) {
            assertThatThrownBy(() -> answer("localhost", "sslMode=" + mode))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasCauseInstanceOf(CertificateException.class);
        }
    }

    @Test
    void acceptsATrustedCertificateAndVerifiesItsNameOnDemand() throws IOException {
        assertThat(answer("127.0.0.1", "sslMode=VERIFY_CA" + trust(PASSWORD))).isEqualTo(42);
        assertThat(answer("localhost", "sslMode=VERIFY_IDENTITY" + trust(PASSWORD)))
                .isEqualTo(42);
        assertThatThrownBy(() -> answer("127.0.0.1", "sslMode=VERIFY_IDENTITY" + trust(PASSWORD)))
                .isInstanceOf(SSLHandshakeException.class)
                .hasCauseInstanceOf(CertificateException.class);
    }

    @Test
    void reportsAnUnreadableKeyStoreAsConfigurationError() {
        assertThatThrownBy(() -> answer("localhost", "sslMode=VERIFY_CA" + trust("wrong")))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("trustCertificateKeyStoreUrl");
    }

    private static String trust(String password) {
        return "&trustCertificateKeyStoreUrl=" + store.toUri() + "&trustCertificateKeyStoreType=PKCS12"
                + "&trustCertificateKeyStorePassword=" + password;
    }

    private static int answer(String host, String parameters) throws IOException {
        TlsSockets sockets = new TlsSockets(MySqlUrl.parse("jdbc:mysql://" + host + ":3306/?" + parameters));
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()), 5_000);
            plain.setSoTimeout(5_000);
            try (SSLSocket tls = sockets.createSocket(plain)) {
                tls.startHandshake();
                return tls.getInputStream().read();
            }
        }
    }
}
