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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
        createCertificate("localhost", "DNS:localhost");
        createCertificate("127.0.0.1", "IP:127.0.0.1");
        createCertificate("client", "DNS:client");
        openssl("pkcs8 -topk8 -outform DER -v1 PBE-SHA1-3DES -in client.key -passout pass:secret -out client.pk8");
    }

    private static void createCertificate(String name, String subject) throws Exception {
        Files.writeString(directory.resolve("names"), "subjectAltName=" + subject);
        openssl("req -newkey rsa:2048 -nodes -keyout " + name + ".key -out " + name + ".csr -subj /CN=" + name);
        openssl("x509 -req -in " + name + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out " + name
                + ".pem -extfile names");
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
            requireTls(target, "localhost", " md5 clientcert=verify-ca");
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
            requireTls(target, "localhost", " md5 clientcert=verify-ca");
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

    /** Each server has a certificate for its own name: the new primary is verified by its name in the URL, not by that of the former one. */
    @Tag("long")
    @Test
    void followsPrimaryToServerWithCertificateOfItsOwn() throws Exception {
        try (NativePostgresServer first = NativePostgresServer.start(ConsoleSandboxListener.onStandardOutput());
                NativePostgresServer second = first.createStandby("second");
                NativeMySqlServer source = OwnServers.start()) {
            requireTls(first, "localhost", " md5");
            requireTls(second, "127.0.0.1", " md5");
            ServerAddress next = address(second, "127.0.0.1");
            new Server(next)
                    .execute("ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_catalog.pg_reload_conf()");
            try (Migration migration =
                    Migration.of("gf_e2e_target_tls", source.address(), address(first, "localhost"))) {
                migration.httpSetting("port: 0");
                migration.httpSetting("token: " + Api.TOKEN);
                migration.source("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(9))", "INSERT INTO t VALUES (1, 'a')");
                migration.daemonTargetUrl(
                        hosts(first, "localhost").replaceFirst("(//[^/]+)/", "$1," + host(second, "127.0.0.1") + "/"));
                Api api = Api.of(migration.start());
                assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                        .extracting(CheckRun.Found::code)
                        .doesNotContain("TARGET_HOST_UNREACHABLE");
                migration.awaitCaughtUp();

                first.crash();
                new Server(next).execute("SELECT pg_catalog.pg_promote()");
                migration.targetIs(next);
                migration.source("INSERT INTO t VALUES (2, 'b')");
                migration.assertEqualContent();
                assertThat(migration.daemon().errors())
                        .contains("The target's primary is now " + host(second, "127.0.0.1"));
                api.steer("api/cutover/start", SWITCH);
                CutoverIT.awaitState(api, "SWITCHED", "WATCH");
                migration.target("INSERT INTO t VALUES (3, 'c')");
                await().atMost(Daemon.PATIENCE)
                        .untilAsserted(() -> assertThat(new Server(source.address())
                                        .rows("SELECT v FROM gf_e2e_target_tls.t WHERE id = 3"))
                                .containsExactly("c"));
                assertThat(migration.targetRows(
                                "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_replication USING (pid)" + " WHERE ssl"))
                        .containsExactly("1");
            }
        }
    }

    /**
     * Makes a server require TLS of every session. A standby replicates without.
     *
     * @param certificate the name in the server's certificate
     * @param authentication of sessions, for the server's file of host rules
     */
    private static void requireTls(NativePostgresServer target, String certificate, String authentication)
            throws Exception {
        Server server = new Server(target.address());
        // the files are written by the server, whose account may be another one
        write(server, "server.crt", Files.readString(directory.resolve(certificate + ".pem")));
        write(server, "server.key", Files.readString(directory.resolve(certificate + ".key")));
        write(server, "ca.crt", Files.readString(directory.resolve("ca.pem")));
        write(
                server,
                "pg_hba.conf",
                "hostssl all all 127.0.0.1/32" + authentication + "\nhost replication all 127.0.0.1/32 md5\n");
        server.execute(
                "ALTER SYSTEM SET ssl_ca_file = 'ca.crt'", "ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()");
        await("TLS")
                .atMost(Daemon.PATIENCE)
                .ignoreExceptions()
                .until(() -> new Server(address(target, certificate))
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
        String all = Stream.of(hosts).map(name -> host(target, name)).collect(Collectors.joining(","));
        return target.address().url().replaceFirst("//[^/]+/", "//" + all + "/")
                + "&sslmode=verify-full&sslrootcert=" + directory + "/ca.pem&sslcert=" + directory
                + "/client.pem&sslkey="
                + directory + "/client.pk8&sslpassword=secret";
    }

    /** Returns the server's port at one of its host's names. */
    private static String host(NativePostgresServer target, String name) {
        return name + ":" + target.address().url().replaceFirst("jdbc:opengauss://[^:/]+:(\\d+)/.*", "$1");
    }
}
