package io.gaussferry.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver with a driver of the test's own instead of MySQL's. */
class ShadowDriverTest {

    private static final FakeDriver MYSQL = new FakeDriver();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @BeforeAll
    static void register() throws SQLException {
        DriverManager.registerDriver(MYSQL);
    }

    @AfterAll
    static void deregister() throws SQLException {
        DriverManager.deregisterDriver(MYSQL);
    }

    private Path file() {
        return directory.resolve("queries.sql");
    }

    private Connection connect(String parameters) throws SQLException {
        Connection connection = DriverManager.getConnection(
                "jdbc:gaussferry-shadow:mysql://fake/shop?useSSL=false&shadowFile=" + file() + parameters,
                "user",
                "password");
        // its thread must not create the file while the directory is deleted after the test
        await().until(() -> Files.exists(file()));
        return connection;
    }

    private Recorder recorder(String parameters) throws SQLException {
        return Recorder.of(
                ShadowUrl.parse("jdbc:gaussferry-shadow:mysql://fake/shop?shadowFile=" + file() + parameters));
    }

    private String written(int queries) throws Exception {
        Recorder recorder = recorder("");
        await().until(() -> recorder.recorded() >= queries);
        await().until(() -> Files.readString(file()).lines().filter(";"::equals).count() >= queries);
        return Files.readString(file());
    }

    @Test
    void queriesAreRecordedWithTheirParametersAndNothingElse() throws Exception {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement();
                PreparedStatement prepared =
                        connection.prepareStatement("SELECT name FROM item WHERE id = ? AND note <> '?' AND code = ?");
                PreparedStatement update = connection.prepareStatement("UPDATE item SET name = ? WHERE id = 1")) {
            boolean unused = statement.execute("SELECT 1");
            prepared.setInt(1, 42);
            prepared.setString(2, "it's");
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows).isNotNull();
            }
            update.setString(1, "secret");
            int changed = update.executeUpdate();
            assertThat(changed).isZero();
            assertThat(prepared.getConnection()).isSameAs(connection);
        }
        assertThat(written(2))
                .isEqualTo(
                        "USE `shop`;\nSELECT 1\n;\nSELECT name FROM item WHERE id = 42 AND note <> '?' AND code = 'it''s'\n;\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(MYSQL.urls).contains("jdbc:mysql://fake/shop?useSSL=false");
    }

    @Test
    void aStatementIsRecordedAFewTimesOnly() throws Exception {
        try (Connection connection = connect("&shadowSamples=2");
                PreparedStatement prepared = connection.prepareStatement("SELECT ?")) {
            for (int i = 0; i < 5; i++) {
                prepared.setInt(1, i);
                prepared.executeQuery().close();
            }
        }
        Recorder recorder = recorder("&shadowSamples=2");
        await().until(() -> recorder.skipped() == 3);
        assertThat(written(2)).contains("SELECT 0\n", "SELECT 1\n").doesNotContain("SELECT 2");
    }

    @Test
    void aFileThatCannotBeWrittenDoesNotDisturbTheApplication() throws Exception {
        Files.createDirectories(file());
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1").close();
        }
        Recorder recorder = recorder("");
        await().until(() -> recorder.dropped() == 1);
    }

    @Test
    void aFileThatOthersMayReadIsNotUsed() throws Exception {
        Files.createFile(file(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 'secret'").close();
        }
        Recorder recorder = recorder("");
        await().until(() -> recorder.dropped() == 1);
        assertThat(file()).isEmptyFile();
    }

    @Test
    void aFullFileDropsAndCounts() throws Exception {
        ShadowUrl small = new ShadowUrl("jdbc:mysql://fake/", file(), 10, 5, 20);
        Recorder recorder = Recorder.of(small);
        recorder.add(new RecordedQuery("", "SELECT 1", List.of()));
        recorder.add(new RecordedQuery("", "SELECT 1234567890", List.of()));
        await().until(() -> recorder.recorded() == 1 && recorder.dropped() == 1);
    }

    @Test
    void longQueriesDoNotFillTheMemory() throws Exception {
        Recorder recorder = recorder("");
        recorder.add(new RecordedQuery("", "SELECT '" + "x".repeat(17 << 20) + "'", List.of()));
        assertThat(recorder.dropped()).isEqualTo(1);
        recorder.add(new RecordedQuery("", "SELECT 1", List.of()));
        assertThat(written(1)).isEqualTo("SELECT 1\n;\n");
    }

    @Test
    void aValueThatFailsIsLeftOutAndTheNextQueryIsRecorded() throws Exception {
        Recorder recorder = recorder("");
        recorder.add(new RecordedQuery("", "SELECT ?", List.of(new java.sql.Date(0) {
            private static final long serialVersionUID = 1L;

            @Override
            public java.time.LocalDate toLocalDate() {
                throw new IllegalStateException("broken");
            }
        })));
        recorder.add(new RecordedQuery("", "SELECT 2", List.of()));
        assertThat(written(1)).isEqualTo("SELECT 2\n;\n");
        assertThat(recorder.skipped()).isEqualTo(1);
    }

    @Test
    void failuresOfTheServerReachTheApplicationUnchanged() throws Exception {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT broken"))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("refused");
        }
        assertThat(recorder("").recorded()).isZero();
    }

    @Test
    void invalidUrlsAreRefused() {
        assertThatThrownBy(() -> ShadowUrl.parse("jdbc:gaussferry-shadow:mysql://h/d"))
                .hasMessageContaining("shadowFile must name a file");
        assertThatThrownBy(() -> ShadowUrl.parse("jdbc:gaussferry-shadow:mysql://h/d?shadowFile=a.sql&shadowQueue=0"))
                .hasMessageContaining("shadowQueue must be 1 to");
        assertThat(new ShadowDriver().acceptsURL("jdbc:mysql://h/d")).isFalse();
    }

    /** Answers {@code SELECT broken} with an error, and everything else with nothing. */
    private static final class FakeDriver implements Driver {

        private final List<String> urls = new CopyOnWriteArrayList<>();

        @Override
        public @Nullable Connection connect(String url, Properties properties) {
            if (!acceptsURL(url)) {
                return null;
            }
            urls.add(url);
            return fake(Connection.class);
        }

        private static <T> T fake(Class<T> type) {
            return type.cast(Proxy.newProxyInstance(
                    FakeDriver.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        if (arguments != null && "SELECT broken".equals(arguments[0])) {
                            throw new SQLException("refused");
                        }
                        return answer(method.getName(), method.getReturnType());
                    }));
        }

        private static @Nullable Object answer(String method, Class<?> type) {
            if (method.equals("getCatalog")) {
                return "shop";
            }
            if (type == int.class) {
                return 0;
            }
            if (type == boolean.class) {
                return false;
            }
            return type.isInterface() ? fake(type) : null;
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:mysql://fake/");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }
}
