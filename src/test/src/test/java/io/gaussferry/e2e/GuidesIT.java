package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command of docs/guides with the words that the guides print, in the situation for which they print it, mostly in this JVM. {@link
 * FleetIT} runs those of {@code gaussferry fleet}. Guards: a guide's command that is wrong, or that no test runs.
 */
@SuppressWarnings("NullAway.Init")
class GuidesIT {

    @TempDir
    private Path directory;

    private GuideCommands guides;
    private Migration migration;
    private Api api;
    private String lastWaiting = "";

    @Test
    void runsEveryCommandOfGuides() throws Exception {
        guides = GuideCommands.notOfFleet();
        demonstrates();
        migrates();
        assertThat(guides.notRun()).as("commands that no scenario has run").isEmpty();
    }

    private void migrates() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration ofTest = Migration.of("gf_e2e_guides", source.address())) {
            migration = ofTest;
            Path holdsCutover = configure();
            succeed("check");
            assesses();
            start();
            controlsReplication();
            decidesAboutRefusedTransactions();
            decidesAboutDefinitions();
            repairsDifferences();
            copiesTables();
            provesObjects();
            examinesTheApplication();
            printsAccounts();
            rollsBackCutover(holdsCutover);
            switchesAndReturns(new Server(source.address()));
            succeed("cutover start");
            succeed("cutover rearm");
            succeed("cutover finish");
            assertThat(migration.daemon().awaitEnd()).isZero();
        }
    }

    /** Writes the configuration and creates the tables. Returns the file that delays a cutover while it exists. */
    private Path configure() throws Exception {
        String other = migration.addDatabase("_crm");
        migration.replicate(migration.database(), other);
        migration.source(
                "CREATE TABLE item (id INT PRIMARY KEY, n INT, note VARCHAR(20))",
                "INSERT INTO item VALUES (1, 1, 'one')",
                "CREATE TABLE orders (id INT PRIMARY KEY)",
                "INSERT INTO orders VALUES (1), (2)",
                "CREATE TABLE " + other + ".orders (id INT PRIMARY KEY)",
                "INSERT INTO " + other + ".orders VALUES (3)");
        migration.replaySetting("on-failure: wait");
        migration.definitionSettings("mode: hold");
        migration.httpSetting("port: " + freePort());
        migration.httpSetting("token: " + Api.TOKEN);
        Path holdsCutover = migration.directory().resolve("holds-cutover");
        migration.cutoverSetting("hooks: {before-verify: \"while test -e " + holdsCutover + "; do sleep 0.1; done\"}");
        guides.set("FILE", migration.configuration().toString());
        guides.set("SQL", migration.directory().resolve("replacement.sql").toString());
        guides.set("TEXT", "decided as the guide says");
        guides.set("ROWS", "1000");
        guides.set("shop.", migration.database() + ".");
        guides.set("crm.", other + ".");
        guides.set("...", "crm.orders");
        return holdsCutover;
    }

    private void assesses() throws Exception {
        guides.set(
                "shop-assessment", migration.directory().resolve("assessment").toString());
        guides.set("SECONDS", "1");
        guides.set(
                "MINUTES",
                Files.writeString(migration.directory().resolve("minutes"), "").toString());
        Path script =
                Files.writeString(migration.directory().resolve("planned.sql"), "SELECT n FROM item WHERE id = 1;");
        guides.set("PATH", script.toString());
        guides.set("NAME", migration.database());
        assertThat(run("assess --out").output()).contains("copy", "downtime", "report ");
        assertThat(run("assess --probe").output()).contains("verification");
        assertThat(run("assess --from --database").output()).contains("1 alike");
        assertThat(run("assess --effort").output()).contains("report ");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void start() throws Exception {
        assertThat(DaemonJar.runCommand(migration.configuration()))
                .endsWith(guides.arguments("run").toArray(String[]::new));
        api = Api.of(migration.start());
        migration.awaitCaughtUp();
    }

    private void provesObjects() throws Exception {
        migration.source("CREATE VIEW noted AS SELECT id, note FROM item WHERE note IS NOT NULL");
        migration.awaitCaughtUp();
        assertThat(succeed("objects plan").output()).contains("compiles  view");
        assertThat(succeed("objects plan --sql --json").output()).contains("CREATE VIEW");
        assertThat(succeed("objects verify").output()).contains("executed  view");
        for (String execution : List.of("rollback", "copy")) {
            assertThat(succeed("objects verify --execute-on-source " + execution + " --values")
                            .output())
                    .contains("1 objects: 0 differs, 1 executed, 0 compiles, 0 by hand");
        }
        assertThat(succeed("objects list").output()).contains("executed  view");
    }

    private void examinesTheApplication() throws Exception {
        Path script = migration.directory().resolve("application.sql");
        Files.writeString(script, "SELECT n FROM item WHERE id = 1;");
        guides.set("PATH", script.toString());
        guides.set("NAME", migration.database());
        assertThat(run("check --application").output()).contains(" statements: ");
        assertThat(run("check --application --json --values --details").output())
                .contains("\"statements\"");
        CommandRun withoutDatabase = run("check --application --from");
        assertThat(withoutDatabase.output()).as(withoutDatabase.errors()).contains("1 statements: ");
        assertThat(succeed("check --application --from --database").output()).contains("1 alike");
        assertThat(succeed("shadow --from --database").output()).contains("1 equal");
        assertThat(run("check --application --proposed-settings").output()).contains(" statements: ");
        assertThat(run("shadow --proposed-settings").output()).contains(" statements: ");
        assertThat(run("shadow").output()).contains(" statements: ");
        assertThat(run("shadow --from").output()).contains(" statements: ");
        assertThat(run("shadow --writes").output()).contains(" statements: ");
        assertThat(run("shadow --json --values").output()).contains("\"queries\"");
    }

    private void printsAccounts() throws Exception {
        assertThat(succeed("accounts").output()).contains("START TRANSACTION;");
        assertThat(succeed("accounts --hosts united --json").output()).contains("\"gaps\"");
    }

    private void controlsReplication() throws Exception {
        succeed("pause");
        assertThat(succeed("status").output()).contains("paused");
        succeed("pause --reason");
        succeed("resume");
        succeed("resume --reason");
        assertThat(succeed("throttle ROWS").output()).contains("1000");
        succeed("throttle ROWS --reason");
        succeed("throttle off");
        assertThat(succeed("throttle off --reason").output()).contains("limit       none");
        succeed("verify");
    }

    private void decidesAboutRefusedTransactions() throws Exception {
        refuse(2);
        assertThat(succeed("failures").output()).contains("item", "INSERT");
        migration.target("ALTER TABLE item DROP CONSTRAINT refused");
        succeed("retry");
        migration.assertEqualContent();

        refuse(3);
        migration.target("ALTER TABLE item DROP CONSTRAINT refused");
        succeed("retry --reason");
        migration.assertEqualContent();

        refuse(4);
        succeed("skip");
        migration.target("ALTER TABLE item DROP CONSTRAINT refused");
        migration.source("INSERT INTO item VALUES (5, 5, 'five')");
        migration.awaitCaughtUp();
        assertThat(migration.targetRows("SELECT id FROM item ORDER BY id")).containsExactly("1", "2", "3", "5");
    }

    /** Inserts a row that the target refuses, and waits until replay waits at it. */
    private void refuse(int row) throws Exception {
        migration.target("ALTER TABLE item ADD CONSTRAINT refused CHECK (id < " + row + ")");
        migration.source("INSERT INTO item VALUES (" + row + ", " + row + ", 'refused')");
        awaitWaiting();
    }

    /** Waits until replay waits at another transaction than before. */
    private void awaitWaiting() {
        lastWaiting = await("replay to wait")
                .atMost(Daemon.PATIENCE)
                .until(
                        () -> api.status().path("waiting").path("transaction").asString(""),
                        transaction -> !transaction.isEmpty() && !transaction.equals(lastWaiting));
        guides.set("GTID", lastWaiting);
    }

    private void decidesAboutDefinitions() throws Exception {
        hold("a");
        assertThat(succeed("definitions show").output()).contains("held ", "ADD COLUMN a");
        succeed("definitions apply");

        hold("b");
        Files.writeString(
                migration.directory().resolve("replacement.sql"),
                "ALTER TABLE \"" + migration.database() + "\".item ADD COLUMN b integer");
        succeed("definitions replace");

        hold("c");
        migration.target("ALTER TABLE item ADD COLUMN c integer");
        succeed("definitions skip");

        hold("d");
        migration.target("ALTER TABLE item ADD COLUMN d integer");
        succeed("skip --definitions");
        migration.source("UPDATE item SET a = id, b = id, c = id, d = id WHERE id <> 4");
        migration.awaitCaughtUp();
    }

    private void hold(String column) throws Exception {
        migration.source("ALTER TABLE item ADD COLUMN " + column + " INT");
        awaitWaiting();
    }

    /** The row of the skipped transaction is missing. */
    private void repairsDifferences() throws Exception {
        CommandRun repaired = run("verify --repair --json");
        assertThat(repaired.exitCode()).as(repaired.errors()).isEqualTo(1);
        assertThat(repaired.output()).contains("\"missing\"");
        succeed("verify --repair");
        migration.assertEqualContent();
    }

    private void copiesTables() throws Exception {
        migration.target("DELETE FROM orders");
        succeed("copy");
        awaitCopied();
        migration.target("INSERT INTO orders VALUES (7)");
        succeed("copy --replace");
        awaitCopied();
        migration.assertEqualContent();
    }

    private void awaitCopied() {
        await("the copies; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .until(() -> Servers.target()
                        .rows("SELECT DISTINCT state FROM gaussferry.table_copy WHERE pipeline = '"
                                + migration.pipeline() + "'")
                        .equals(List.of("DONE")));
    }

    private void rollsBackCutover(Path holdsCutover) throws Exception {
        succeed("cutover check");
        succeed("rehearse");
        succeed("cutover prepare");
        succeed("cutover unprepare");
        Files.createFile(holdsCutover);
        Process started = CommandRun.start(migration.directory(), words("cutover start"));
        awaitLog("Running the hook");
        Process rollback = CommandRun.start(migration.directory(), words("cutover rollback"));
        awaitLog("Cutover rolled back by");
        Files.delete(holdsCutover);
        assertThat(exitCode(started)).isEqualTo(1);
        assertThat(exitCode(rollback)).isZero();
        assertThat(succeed("cutover status").output()).contains("decided as the guide says");
    }

    private void awaitLog(String line) {
        await(line)
                .atMost(Daemon.PATIENCE)
                .until(() -> migration.daemon().errors().contains(line));
    }

    private static int exitCode(Process command) throws InterruptedException {
        assertThat(command.waitFor(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return command.exitValue();
    }

    private void switchesAndReturns(Server mysql) throws Exception {
        succeed("cutover start");
        succeed("objects apply");
        assertThat(succeed("objects apply --compiles --dry-run").output()).contains("no action needed");
        migration.target("UPDATE item SET note = 'changed' WHERE id = 1");
        String note = "SELECT note FROM " + migration.database() + ".item WHERE id = 1";
        await("reverse replication")
                .atMost(Daemon.PATIENCE)
                .until(() -> mysql.value(note).equals("changed"));
        mysql.execute("UPDATE " + migration.database() + ".item SET note = 'wrong' WHERE id = 1");
        migration.target("CREATE TABLE draft (id INTEGER PRIMARY KEY, duration INTERVAL)");
        for (String refused :
                List.of("cutover back", "cutover back changed", "cutover back full", "cutover back --without")) {
            assertThat(run(refused).exitCode()).as(refused).isEqualTo(1);
        }
        migration.target("DROP TABLE draft");
        succeed("cutover back counts");
        migration.daemon().awaitReturned();
        migration.awaitCaughtUp();
        // the other session's row is the source's now
        assertThat(run("verify --repair --json").exitCode()).isEqualTo(1);
        migration.assertEqualContent();
    }

    private CommandRun succeed(String command) throws Exception {
        CommandRun run = run(command);
        assertThat(run.exitCode())
                .as(() -> command + ": " + run.output() + run.errors())
                .isZero();
        return run;
    }

    private CommandRun run(String command) throws Exception {
        return CommandRun.of(words(command));
    }

    private String[] words(String command) {
        return guides.arguments(command).toArray(String[]::new);
    }

    /** Uses the servers of all tests, with fewer rows and seconds than a user. */
    private void demonstrates() throws Exception {
        String home = System.getProperty("gaussferry.home");
        String built = home + "/migration-bench/target/";
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dgaussferry.home=" + home,
                "-cp",
                built + "classes:" + built + "lib/*",
                "io.gaussferry.bench.BenchCommand"));
        command.addAll(guides.arguments("demo"));
        command.addAll(List.of("--seconds", "1", "--backlog-seconds", "1", "--tables", "2", "--rows", "100"));
        File output = directory.resolve("demo.log").toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output);
        name(builder.environment(), "GAUSSFERRY_SOURCE", Servers.sandbox().source());
        name(builder.environment(), "GAUSSFERRY_TARGET", Servers.sandbox().target());
        Process demo = builder.start();
        try {
            assertThat(demo.waitFor(Daemon.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(demo.exitValue()).as(Files.readString(output.toPath())).isZero();
        } finally {
            demo.destroyForcibly();
        }
    }

    private static void name(Map<String, String> environment, String prefix, ServerAddress server) {
        environment.put(prefix + "_URL", server.url());
        environment.put(prefix + "_USER", server.user());
        environment.put(prefix + "_PASSWORD", server.password());
    }
}
