package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A target that accepts TLS only, with a certificate for localhost, and requires a certificate of its clients: every
 * connection uses the URL's parameters, replication and questions for roles included. Guards: {@code TlsFiles}.
 */
class TargetTlsIT {

    private static final String SWITCH = "{\"operator\": \"ada\", \"host\": \"here\", \"verify\": \"COUNTS\"}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    /** Creates an authority, and certificates of the server and of a client. */
    @BeforeAll
    static void createCertificates() throws Exception {
        assumeTrue(Servers.sandbox().targetIsStandIn(), "the certificates of a given target are unknown");
        openssl("req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=authority");
        Files.writeString(directory.resolve("names"), "subjectAltName=DNS:localhost");
        for (String name : List.of("localhost", "client")) {
            openssl("req -newkey rsa:2048 -nodes -keyout " + name + ".key -out " + name + ".csr -subj /CN=" + name);
            openssl("x509 -req -in " + name + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out " + name
                    + ".pem" + (name.equals("localhost") ? " -extfile names" : ""));
        }
        openssl("pkcs8 -topk8 -outform DER -v1 PBE-SHA1-3DES -in client.key -passout pass:secret -out client.pk8");
    }

    private static void openssl(String arguments) throws Exception {
        Process process = new ProcessBuilder(("openssl " + arguments).split(" "))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("openssl.log").toFile())
                .start();
        assertThat(process.waitFor())
                .as(() -> arguments + ": " + log("openssl.log"))
                .isZero();
    }

    private static String log(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void usesTlsForEveryConnection() throws Exception {
        try (NativePostgresServer target = NativePostgresServer.start(ConsoleSandboxListener.onStandardOutput());
                NativeMySqlServer source = OwnServers.start()) {
            requireTls(target);
            try (Migration migration =
                    Migration.of("gf_e2e_target_tls", source.address(), address(target, "localhost"))) {
                migration.httpSetting("port: 0");
                migration.httpSetting("token: " + Api.TOKEN);
                migration.source("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(9))", "INSERT INTO t VALUES (1, 'a')");
                // the certificate is not for the second address: no failover to it, and no effect on the first
                migration.daemonTargetUrl(hosts(target, "localhost", "127.0.0.1"));
                Api api = Api.of(migration.start());
                migration.awaitCaughtUp();
                assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                        .filteredOn(found -> found.code().equals("TARGET_HOST_UNREACHABLE"))
                        .singleElement()
                        .satisfies(found -> assertThat(found.problem()).contains("127.0.0.1 could not be verified"));

                api.steer("api/cutover/start", SWITCH);
                CutoverIT.awaitState(api, "SWITCHED", "WATCH");
                migration.target("INSERT INTO t VALUES (2, 'b')");
                await().atMost(Daemon.PATIENCE)
                        .untilAsserted(() -> assertThat(new Server(source.address())
                                        .rows("SELECT v FROM gf_e2e_target_tls.t WHERE id = 2"))
                                .containsExactly("b"));
                assertThat(migration.targetRows("SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_replication USING (pid)"
                                + " WHERE ssl AND client_dn = '/CN=client'"))
                        .containsExactly("1");
            }
        }
    }

    @Test
    void refusesOtherNameAndUnusableKeyAtStart() throws Exception {
        try (NativePostgresServer target = NativePostgresServer.start(ConsoleSandboxListener.onStandardOutput())) {
            requireTls(target);
            ServerAddress good = address(target, "localhost");
            try (Migration migration =
                    Migration.of("gf_e2e_target_tls", Servers.sandbox().source(), good)) {
                migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
                assertRefused(migration, hosts(target, "127.0.0.1"), "is for another host name");
                assertRefused(
                        migration, good.url().replace("sslpassword=secret", "sslpassword=no"), "The client's key");
                assertRefused(
                        migration, good.url().replace("/ca.pem", "/none.pem"), "sslrootcert of gaussferry.target.url");
            }
        }
    }

    private static void assertRefused(Migration migration, String url, String problem) throws Exception {
        migration.daemonTargetUrl(url);
        assertThat(migration.launch().awaitEnd()).isEqualTo(2);
        assertThat(migration.daemon().errors()).contains(problem).doesNotContain("sslpassword=secret");
    }

    /** The files are written by the server, whose account may be another one. */
    private static void requireTls(NativePostgresServer target) throws Exception {
        Server server = new Server(target.address());
        write(server, "server.crt", Files.readString(directory.resolve("localhost.pem")));
        write(server, "server.key", Files.readString(directory.resolve("localhost.key")));
        write(server, "ca.crt", Files.readString(directory.resolve("ca.pem")));
        String rule = " all 127.0.0.1/32 md5 clientcert=verify-ca\n";
        write(server, "pg_hba.conf", "hostssl all" + rule + "hostssl replication" + rule);
        server.execute(
                "ALTER SYSTEM SET ssl_ca_file = 'ca.crt'", "ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()");
        await("TLS")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .until(() -> new Server(address(target, "localhost"))
                        .value("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
                        .equals("t"));
    }

    private static void write(Server server, String file, String content) throws Exception {
        server.execute("COPY (SELECT unnest(string_to_array('" + content.trim() + "', E'\\n'))) TO PROGRAM"
                + " 'umask 077; cat > " + file + "'");
    }

    private static ServerAddress address(NativePostgresServer target, String... hosts) {
        return new ServerAddress(
                hosts(target, hosts), target.address().user(), target.address().password());
    }

    private static String hosts(NativePostgresServer target, String... hosts) {
        String url = target.address().url();
        String port = url.replaceFirst("jdbc:opengauss://[^:/]+:(\\d+)/.*", "$1");
        return url.replaceFirst("//[^/]+/", "//" + String.join(":" + port + ",", hosts) + ":" + port + "/")
                + "&sslmode=verify-full&sslrootcert=" + directory + "/ca.pem&sslcert=" + directory
                + "/client.pem&sslkey="
                + directory + "/client.pk8&sslpassword=secret";
    }
}
