package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.sandbox.Sandbox;
import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A database on the source, a configuration for its migration to the target, and the daemon that runs it. */
final class Migration implements AutoCloseable {

    private static final int DIFFERENCES_SHOWN = 10;
    private static final String SANDBOX_PARAMETERS = "sslMode=DISABLED&allowPublicKeyRetrieval=true";

    private static final String APPLICATION_PASSWORD = "Not_secret_1234";

    private final Trial trial;
    private final List<String> patterns = new ArrayList<>();
    private final List<String> otherDatabases = new ArrayList<>();
    private final List<String> sourceSettings = new ArrayList<>();
    private final List<String> targetSettings = new ArrayList<>();
    private final List<String> copySettings = new ArrayList<>();
    private final List<String> throttleSettings = new ArrayList<>();
    private final List<String> replaySettings = new ArrayList<>();
    private final List<String> definitionSettings = new ArrayList<>();
    private final List<String> daemonOptions = new ArrayList<>();
    private String application = "gf_application";
    private String sourceUrlParameters = SANDBOX_PARAMETERS;
    private final List<String> ruleSettings = new ArrayList<>();
    private final List<String> verifySettings = new ArrayList<>();
    private final List<String> httpSettings = new ArrayList<>();
    private final List<String> cutoverSettings = new ArrayList<>();
    private @Nullable Daemon daemon;
    private ServerAddress source;
    private String daemonSourceUrl;
    private ServerAddress target;
    private String daemonTargetUrl;

    private Migration(Trial trial, ServerAddress source, ServerAddress target) {
        this.target = target;
        this.daemonTargetUrl = target.url();
        this.trial = trial;
        this.source = source;
        this.daemonSourceUrl = source.url();
        this.patterns.add(trial.database());
    }

    /** Creates an empty database of that name, or of a similar name if that one exists. */
    static Migration of(String name) throws Exception {
        return of(name, Servers.sandbox().source());
    }

    /** Creates the database on a source of the test's own. */
    static Migration of(String name, ServerAddress source) throws Exception {
        return of(name, source, Servers.sandbox().target());
    }

    /** Creates the database on a source, and replicates to a target, of the test's own. */
    static Migration of(String name, ServerAddress source, ServerAddress target) throws Exception {
        Trial trial = Trial.choose(source, target, name, name, System.out);
        Migration migration = new Migration(trial, source, target);
        new Server(source).execute("CREATE DATABASE `" + trial.database() + "` CHARACTER SET utf8mb4");
        return migration;
    }

    /** Redirects statements for the source to another server, to which the source has failed over. */
    void sourceIs(ServerAddress other) {
        source = other;
    }

    /** Redirects the test's own statements for the target, and the removal of its objects, to another server, to which the target has failed over. */
    void targetIs(ServerAddress other) {
        target = other;
        trial.targetIs(other);
    }

    /** Sets the daemon's URL of the source if it differs from the test's. */
    void daemonSourceUrl(String url) {
        daemonSourceUrl = url;
    }

    /** Sets the daemon's URL of the target if it differs from the test's. */
    void daemonTargetUrl(String url) {
        daemonTargetUrl = url;
    }

    String database() {
        return trial.database();
    }

    String pipeline() {
        return trial.pipeline();
    }

    /** Creates another database on the source, which is replicated only if a pattern matches it. */
    String addDatabase(String suffix) throws SQLException {
        String name = database() + suffix;
        new Server(source).execute("CREATE DATABASE `" + name + "` CHARACTER SET utf8mb4");
        otherDatabases.add(name);
        return name;
    }

    /** Replicates the databases that match these patterns instead of the one database. */
    void replicate(String... schemaPatterns) {
        patterns.clear();
        patterns.addAll(List.of(schemaPatterns));
    }

    /** Adds a line to the configuration's section {@code source}. */
    void sourceSetting(String line) {
        sourceSettings.add(line);
    }

    /** Removes all lines that were added to the configuration's section {@code source}. */
    void clearSourceSettings() {
        sourceSettings.clear();
    }

    /** Replaces the parameters of the source's URL, by default those of the sandbox. */
    void sourceUrlParameters(String parameters) {
        sourceUrlParameters = parameters;
    }

    /** Adds a line to the configuration's section {@code target}. */
    void targetSetting(String line) {
        targetSettings.add(line);
    }

    /** Adds an option to the command line of the daemon's JVM. */
    void daemonOption(String option) {
        daemonOptions.add(option);
    }

    /** Writes the configuration's section {@code copy} and replaces the former one. */
    void copySettings(String... lines) {
        copySettings.clear();
        copySettings.addAll(List.of(lines));
    }

    /** Writes the configuration's section {@code throttle} and replaces the former one. */
    void throttleSettings(String... lines) {
        throttleSettings.clear();
        throttleSettings.addAll(List.of(lines));
    }

    /** Adds a line to the configuration's section {@code replay}. */
    void replaySetting(String line) {
        replaySettings.add(line);
    }

    /** Writes the configuration's section {@code ddl} and replaces the former one. */
    void definitionSettings(String... lines) {
        definitionSettings.clear();
        definitionSettings.addAll(List.of(lines));
    }

    /** Adds a line to the configuration's section {@code rules}. */
    void ruleSetting(String line) {
        ruleSettings.add(line);
    }

    /** Adds a line to the configuration's section {@code verify}. */
    void verifySetting(String line) {
        verifySettings.add(line);
    }

    /** Adds a line to the configuration's section {@code http}; without any line the daemon has no page. */
    void httpSetting(String line) {
        httpSettings.add(line);
    }

    /** Adds a line to the configuration's section {@code cutover}. */
    void cutoverSetting(String line) {
        cutoverSettings.add(line);
    }

    /** Opens a connection to the source, in the database. */
    Connection openSource() throws SQLException {
        Connection connection = source.open();
        connection.setCatalog(database());
        return connection;
    }

    /** Opens a connection to the source's database with another account. */
    Connection openSource(String user, String password) throws SQLException {
        Connection connection = new ServerAddress(source.url(), user, password).open();
        connection.setCatalog(database());
        return connection;
    }

    /** Returns the source's address. */
    ServerAddress sourceAddress() {
        return source;
    }

    /** Sets the application's account at the source; needed if several migrations share a server. */
    void applicationAccount(String account) {
        application = account;
    }

    /** Creates an account with all privileges in the source's database and none beyond it, like an application's account. */
    void createApplicationAccount() throws SQLException {
        source(
                "CREATE USER " + application + " IDENTIFIED BY '" + APPLICATION_PASSWORD + "'",
                "GRANT ALL ON `" + database() + "`.* TO " + application);
    }

    /** Opens a connection to the source as that account. */
    Connection openSourceAsApplication() throws SQLException {
        return openSource(application, APPLICATION_PASSWORD);
    }

    /** Returns the source's address with that account. */
    ServerAddress applicationAddress() {
        return new ServerAddress(source.url(), application, APPLICATION_PASSWORD);
    }

    /** Opens a connection to the target, whose unqualified names refer to the database's schema. */
    Connection openTarget() throws SQLException {
        Connection connection = target.open();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET search_path TO \"" + database() + "\"");
        }
        return connection;
    }

    /** Executes statements in the source's database, each a transaction of its own. */
    void source(String... statements) throws SQLException {
        try (Connection connection = openSource();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(SourceSql.of(sql));
            }
        }
    }

    /** Executes statements in the source's database as one transaction. */
    void sourceTransaction(String... statements) throws SQLException {
        try (Connection connection = openSource();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : statements) {
                statement.execute(SourceSql.of(sql));
            }
            connection.commit();
        }
    }

    /** Executes statements in the target's schema, outside the daemon. */
    void target(String... statements) throws SQLException {
        try (Connection connection = openTarget();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Writes so much unreplicated data to the target's log that reverse replication reads its backlog in large pieces. */
    void fillTargetLog() throws SQLException {
        target(
                "CREATE TABLE public.gf_filler (content text)",
                "INSERT INTO public.gf_filler SELECT repeat(md5(n::TEXT), 50) FROM generate_series(1, 14000) AS n",
                "DROP TABLE public.gf_filler");
    }

    /** Returns the target's rows, see {@link Server#rows}. */
    List<String> targetRows(String query) throws SQLException {
        try (Connection connection = openTarget()) {
            return Server.rows(connection, query);
        }
    }

    /** Writes the configuration. Repeated calls produce the same file. */
    Path configuration() throws Exception {
        Path file = Sandbox.writeConfiguration(
                trial.directory(),
                pipeline(),
                patterns,
                new ServerAddress(daemonSourceUrl, source.user(), source.password()),
                new ServerAddress(daemonTargetUrl, target.user(), target.password()));
        String text = Files.readString(file, StandardCharsets.UTF_8);
        text = text.replace(SANDBOX_PARAMETERS, sourceUrlParameters);
        text = text.replace("  source:\n", "  source:\n" + indented(sourceSettings));
        text = text.replace("  target:\n", "  target:\n" + indented(targetSettings));
        if (!copySettings.isEmpty()) {
            text += "  copy:\n" + indented(copySettings);
        }
        if (!throttleSettings.isEmpty()) {
            text += "  throttle:\n" + indented(throttleSettings);
        }
        if (!replaySettings.isEmpty()) {
            text += "  replay:\n" + indented(replaySettings);
        }
        if (!definitionSettings.isEmpty()) {
            text += "  ddl:\n" + indented(definitionSettings);
        }
        if (!ruleSettings.isEmpty()) {
            text += "  rules:\n" + indented(ruleSettings);
        }
        if (!verifySettings.isEmpty()) {
            text += "  verify:\n" + indented(verifySettings);
        }
        if (!cutoverSettings.isEmpty()) {
            text += "  cutover:\n" + indented(cutoverSettings);
        }
        text += "  http:\n" + indented(httpSettings.isEmpty() ? List.of("enabled: false") : httpSettings);
        Files.writeString(file, text, StandardCharsets.UTF_8);
        return file;
    }

    private static String indented(List<String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append("    ").append(line).append('\n'));
        return text.toString();
    }

    Path directory() {
        return trial.directory();
    }

    /** Starts the daemon and waits until it replays. */
    Daemon start() throws Exception {
        Daemon started = launch();
        started.awaitReplaying();
        return started;
    }

    /** Starts the daemon. */
    Daemon launch() throws Exception {
        Daemon started = Daemon.start(configuration(), trial.directory(), daemonOptions);
        daemon = started;
        return started;
    }

    /** Returns the daemon that was started last. */
    Daemon daemon() {
        return Objects.requireNonNull(daemon, "no daemon was started");
    }

    /** Stops the daemon with SIGTERM. */
    void stop() throws Exception {
        assertThat(daemon().terminate()).as(() -> daemon().errors()).isZero();
    }

    /** Waits until the target has every current transaction of the source. */
    void awaitCaughtUp() throws Exception {
        awaitCaughtUp(Daemon.PATIENCE);
    }

    /** Waits at most the given time until the target has every current transaction of the source. */
    void awaitCaughtUp(Duration patience) throws Exception {
        if (naming() != Naming.GTID || followsByPosition()) {
            awaitPosition();
            return;
        }
        try (ReplayProgress progress = new ReplayProgress(source, target, pipeline())) {
            progress.await(progress.executedOnSource(), daemon().process(), patience);
        } catch (DaemonException failure) {
            throw new AssertionError(failure.getMessage() + "\n" + daemon().errors(), failure);
        }
    }

    private Naming naming() throws SQLException {
        try (Connection connection = source.open()) {
            return SourcePosition.identity(connection).naming();
        }
    }

    private boolean followsByPosition() throws SQLException {
        return new Server(target)
                .rows("SELECT DISTINCT source_naming FROM gaussferry.progress WHERE pipeline = '" + pipeline() + "'")
                .contains("ORDINAL");
    }

    /** Without GTIDs: waits until the target has the transaction that ends at the end of the source's binlog. */
    private void awaitPosition() {
        String reached = "SELECT low_water_file, low_water_offset FROM gaussferry.progress WHERE pipeline = '"
                + pipeline() + "' ORDER BY low_water DESC, low_water_file DESC LIMIT 1";
        await("the end of the binlog; " + daemon().errors())
                .atMost(Daemon.PATIENCE)
                .until(() -> new Server(target).value(reached).equals(endOfBinlog()));
    }

    private String endOfBinlog() throws SQLException {
        List<String> files = new Server(source).rows("SHOW BINARY LOGS");
        String[] newest = files.get(files.size() - 1).split("\\|", -1);
        return newest[0] + "|" + newest[1];
    }

    /** Waits until replay has caught up and all pending table copies are complete. */
    void awaitCopies() throws Exception {
        awaitCaughtUp();
        await("the copies")
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(Servers.target()
                                .rows("SELECT table_name FROM gaussferry.quarantine WHERE pipeline = '" + pipeline()
                                        + "'"))
                        .as(() -> daemon().errors())
                        .isEmpty());
    }

    /** Waits until replay has caught up, and compares every value of every table. */
    void assertEqualContent() throws Exception {
        assertEqualContent(database());
    }

    /** Waits until replay has caught up, and compares one database. */
    void assertEqualContent(String name) throws Exception {
        awaitCaughtUp();
        assertSameContent(name);
    }

    /** Compares the present contents of both sides. */
    void assertSameContent() throws Exception {
        assertSameContent(database());
    }

    /** Compares the present contents of one database. */
    void assertSameContent(String name) throws Exception {
        ComparisonResult result = new ContentComparison(source, target, DIFFERENCES_SHOWN).compare(name);
        assertThat(result.equal())
                .as(() -> result.differences() + " differences: " + result.firstDifferences())
                .isTrue();
    }

    /** Waits until the contents of both sides are equal, for directions whose progress cannot be asked for. */
    void awaitSameContent() {
        await("equal contents").atMost(Daemon.PATIENCE).untilAsserted(this::assertSameContent);
    }

    /** Work on the source. */
    interface Work {
        void run() throws Exception;
    }

    /**
     * Executes the work twice and compares after each: while the daemon runs, so that transactions arrive one by one, and while it is stopped, so
     * that it reads them as a backlog at start and forms large batches.
     */
    void replaysLiveAndFromBacklog(Work work) throws Exception {
        start();
        work.run();
        assertEqualContent();
        stop();
        work.run();
        start();
        assertEqualContent();
    }

    @Override
    public void close() throws Exception {
        Daemon last = daemon;
        if (last != null) {
            last.close();
        }
        for (String other : otherDatabases) {
            new Server(source).execute("SET SESSION foreign_key_checks = 0", "DROP DATABASE IF EXISTS `" + other + "`");
            new Server(target).execute("DROP SCHEMA IF EXISTS \"" + other + "\" CASCADE");
        }
        trial.close();
    }
}
