package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the authentication and encryption methods of a source. */
class ConnectionIT {

    @Test
    void toleratesChecksumChangesWhileRunning() throws Exception {
        String before = Servers.source().value("SELECT @@GLOBAL.binlog_checksum");
        try (Migration migration = Migration.of("gf_e2e_checksum")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            for (String first : new String[] {"NONE", "CRC32"}) {
                migration.source("SET GLOBAL binlog_checksum = " + first, "DELETE FROM t", "INSERT INTO t VALUES (1)");
                migration.start();
                migration.source(
                        "INSERT INTO t VALUES (2)",
                        "SET GLOBAL binlog_checksum = CRC32",
                        "INSERT INTO t VALUES (3)",
                        "SET GLOBAL binlog_checksum = NONE",
                        "INSERT INTO t VALUES (4)",
                        "FLUSH BINARY LOGS",
                        "INSERT INTO t VALUES (5)",
                        "SET GLOBAL binlog_checksum = CRC32",
                        "INSERT INTO t VALUES (6)");
                migration.assertEqualContent();
                migration.stop();
                assertThat(migration.daemon().errors()).doesNotContain("restarting from the target's progress");
            }
        } finally {
            Servers.source().execute("SET GLOBAL binlog_checksum = " + before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sslMode=REQUIRED", "sslMode=PREFERRED", "sslMode=DISABLED&allowPublicKeyRetrieval=true"})
    void authenticatesWithUncachedPassword(String parameters) throws Exception {
        assumeTrue(Servers.sandbox().sourceIsNative(), "the password cache of a given server is not cleared");
        try (Migration migration = Migration.of("gf_e2e_tls")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            migration.sourceUrlParameters(parameters);
            // empties caching_sha2_password's cache: the first of the daemon's connections has to send the password
            migration.source("FLUSH PRIVILEGES");
            migration.start();
            migration.source("INSERT INTO t VALUES (2)");
            migration.assertEqualContent();
        }
    }

    @Test
    void verifiesCertificateIfUrlRequiresIt() throws Exception {
        assumeTrue(Servers.sandbox().sourceIsNative(), "the certificate of a given server is unknown");
        try (Migration migration = Migration.of("gf_e2e_tls")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            migration.sourceUrlParameters("sslMode=VERIFY_CA");
            assertThat(migration.launch().awaitEnd()).isNotZero();
            assertThat(migration.daemon().errors()).contains("is not trusted").contains("key store");

            migration.sourceUrlParameters("sslMode=VERIFY_CA" + trust(migration.directory()));
            migration.start();
            migration.source("INSERT INTO t VALUES (2)");
            migration.assertEqualContent();
            migration.stop();

            // the server generated its certificate itself, for no host
            migration.sourceUrlParameters("sslMode=VERIFY_IDENTITY" + trust(migration.directory()));
            assertThat(migration.launch().awaitEnd()).isNotZero();
            assertThat(migration.daemon().errors()).contains("is for another host name");
        }
    }

    /** Stores the authority of the server's own certificate in a key store. */
    private static String trust(Path directory) throws Exception {
        Path authority = Path.of(Servers.source().value("SELECT @@datadir"), "ca.pem");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream input = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(input));
        }
        Path file = directory.resolve("trust.p12");
        try (OutputStream output = Files.newOutputStream(file)) {
            store.store(output, "changeit".toCharArray());
        }
        return "&trustCertificateKeyStoreUrl=" + file.toUri()
                + "&trustCertificateKeyStoreType=PKCS12&trustCertificateKeyStorePassword=changeit";
    }
}
