package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies that no failure shows a password: neither {@code run} nor {@code check}, on no output. */
class SecretsIT {

    private static final String SECRET = "Gf_5ecret_word";

    /** A configuration that cannot work, whether {@code run} or {@code check} is to report it, and the expected message. */
    private record Broken(boolean run, String text, String expected) {}

    @Test
    void neverShowsPasswordInFailures() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_secrets")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            String text = Files.readString(migration.configuration());
            List<Broken> all = List.of(
                    new Broken(true, withPassword(text, "source", SECRET), "gaussferry.source.password"),
                    new Broken(false, withPassword(text, "target", SECRET), "gaussferry.target.password"),
                    new Broken(
                            true,
                            text.replace(
                                    "sslMode=DISABLED", "sslMode=VERIFY_CA&trustCertificateKeyStorePassword=" + SECRET),
                            "gaussferry.source"),
                    new Broken(
                            false,
                            text.replace("jdbc:mysql://", "jdbc:mysql://root:" + SECRET + "@"),
                            "gaussferry.source.url"),
                    new Broken(
                            true,
                            text.replaceFirst("(jdbc:opengauss://[^/]+/)", "$1x?password=" + SECRET + "&y="),
                            "gaussferry.target.url"),
                    new Broken(
                            false,
                            text.replaceFirst("(jdbc:opengauss://[^/]+/)", "$1%zz?sslpassword=" + SECRET + "&y="),
                            "gaussferry.target"),
                    new Broken(true, withPassword(text, "source", "\"" + SECRET), "is not YAML"));
            for (Broken broken : all) {
                assertThat(broken.text()).isNotEqualTo(text);
                Path file = Files.writeString(migration.directory().resolve("broken.yml"), broken.text());
                if (broken.run()) {
                    try (Daemon daemon = Daemon.start(file, migration.directory())) {
                        assertThat(daemon.awaitEnd()).as(daemon.errors()).isEqualTo(2);
                        assertShowsNoSecret(daemon.output() + daemon.errors(), broken);
                    }
                } else {
                    CheckRun check = CheckRun.ofProcess(file, migration.directory(), "--json");
                    assertThat(check.exitCode()).as(check::toString).isEqualTo(2);
                    assertShowsNoSecret(check.output() + check.errors(), broken);
                }
            }
        }
    }

    /** The correct passwords of both servers are read from files and are not shown. */
    @Test
    void readsPasswordsFromFiles() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_secrets")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            String text = Files.readString(migration.configuration());
            for (String side : List.of("source", "target")) {
                ServerAddress server = side.equals("source")
                        ? Servers.sandbox().source()
                        : Servers.sandbox().target();
                Files.writeString(migration.directory().resolve(side + "-password"), server.password() + "\n");
                text = text.replaceFirst(
                        "(?s)(  " + side + ":.*?    )password: [^\n]*", "$1password-file: " + side + "-password");
            }
            assertThat(text).doesNotContain("password: ");
            Path file = Files.writeString(migration.directory().resolve("files.yml"), text);
            CheckRun check = CheckRun.ofProcess(file, migration.directory(), "--json");
            assertThat(check.exitCode()).as(check::toString).isZero();
        }
    }

    private static String withPassword(String text, String side, String password) {
        return text.replaceFirst("(?s)(  " + side + ":.*?    password: )[^\n]*", "$1" + password);
    }

    private static void assertShowsNoSecret(String said, Broken broken) {
        assertThat(said).contains(broken.expected()).doesNotContain(SECRET);
        List<String> shown = new ArrayList<>();
        for (ServerAddress server :
                List.of(Servers.sandbox().source(), Servers.sandbox().target())) {
            // the password of a given server may be a word that occurs in the output for another reason
            if (server.password().length() >= 8 && said.contains(server.password())) {
                shown.add(server.url());
            }
        }
        assertThat(shown).as(said).isEmpty();
    }
}
