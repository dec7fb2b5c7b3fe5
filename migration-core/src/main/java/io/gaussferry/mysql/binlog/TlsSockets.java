package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.network.SSLSocketFactory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.MySqlUrl;
import io.gaussferry.mysql.MySqlUrl.KeyStoreFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS for the binlog connection with the same semantics as Connector/J's. {@code VERIFY_CA} trusts the certificates in
 * {@code trustCertificateKeyStoreUrl}, or those that the JVM trusts; {@code VERIFY_IDENTITY} also requires the URL's host name in
 * the certificate; {@code PREFERRED} and {@code REQUIRED} encrypt and trust any certificate. {@code clientCertificateKeyStoreUrl}
 * contains the client certificate.
 */
final class TlsSockets implements SSLSocketFactory {

    private final MySqlUrl url;
    private final SSLContext context;

    /** @throws GaussferryException if a key store of the URL cannot be read */
    TlsSockets(MySqlUrl url) {
        this.url = url;
        try {
            this.context = SSLContext.getInstance("TLS");
            context.init(keyManagers(url), trustManagers(url), null);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new GaussferryException(
                    ErrorCode.SETTING_INVALID,
                    "Cannot read a key store named in gaussferry.source.url: " + e.getMessage(),
                    "check trustCertificateKeyStoreUrl and clientCertificateKeyStoreUrl, and the …KeyStoreType and "
                            + "…KeyStorePassword of each",
                    e);
        }
    }

    @Override
    public SSLSocket createSocket(Socket socket) throws SocketException {
        try {
            SSLSocket tls =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, url.host(), socket.getPort(), true);
            if (url.verifiesIdentity()) {
                SSLParameters parameters = tls.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                tls.setSSLParameters(parameters);
            }
            return tls;
        } catch (IOException e) {
            SocketException failure = new SocketException(e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    /** Returns null for the JVM's default trust store. */
    private static TrustManager @Nullable [] trustManagers(MySqlUrl url) throws GeneralSecurityException, IOException {
        if (!url.verifiesCertificate()) {
            return new TrustManager[] {new TrustAll()};
        }
        KeyStore store = store(url.trust());
        if (store == null) {
            return null;
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager @Nullable [] keyManagers(MySqlUrl url) throws GeneralSecurityException, IOException {
        KeyStore store = store(url.client());
        if (store == null) {
            return null;
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        String password = url.client().password();
        factory.init(store, password == null ? new char[0] : password.toCharArray());
        return factory.getKeyManagers();
    }

    private static @Nullable KeyStore store(KeyStoreFile file) throws GeneralSecurityException, IOException {
        if (file.url() == null) {
            return null;
        }
        KeyStore store = KeyStore.getInstance(file.type());
        try (InputStream input = URI.create(file.url()).toURL().openStream()) {
            store.load(input, file.password() == null ? null : file.password().toCharArray());
        }
        return store;
    }

    /** Trusts every certificate, for the modes that only encrypt. */
    private static final class TrustAll extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
