package io.gaussferry.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Native servers, regardless of the machine's container engine. */
class SandboxIT {

    private static final SandboxListener SILENT = new SandboxListener() {
        @Override
        public void status(String line) {}

        @Override
        public void download(String what, long doneBytes, long totalBytes) {}
    };

    @Test
    void startsMySqlAsReplicationSourceAndRemovesIt() throws SQLException {
        NativeMySqlServer server = NativeMySqlServer.start(SILENT);
        Path directory = server.directory();
        try (Connection connection = server.address().open()) {
            assertThat(rows(
                            connection,
                            "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('binlog_format',"
                                    + " 'binlog_row_image', 'gtid_mode', 'enforce_gtid_consistency', 'log_bin')"))
                    .containsExactlyInAnyOrder(
                            "binlog_format=ROW",
                            "binlog_row_image=FULL",
                            "gtid_mode=ON",
                            "enforce_gtid_consistency=ON",
                            "log_bin=ON");
            // The server's history does not contain its setup.
            assertThat(rows(connection, "SELECT 'executed', @@global.gtid_executed"))
                    .containsExactly("executed=");
            execute(connection, "CREATE DATABASE shop", "FLUSH LOGS", "CREATE TABLE shop.t (id int PRIMARY KEY)");
            assertThat(rows(connection, "SHOW BINARY LOGS")).hasSizeGreaterThan(1);
        } finally {
            server.close();
        }
        assertGone(server.address(), directory);
    }

    @Test
    void startsStandInForOpenGaussDriverAndRemovesIt() throws SQLException {
        NativePostgresServer server = NativePostgresServer.start(System.getenv(), SILENT);
        Path directory = server.directory();
        try (Connection connection = server.address().open()) {
            assertThat(connection.getMetaData().getURL()).startsWith("jdbc:opengauss:");
            assertThat(rows(
                            connection,
                            "SELECT current_database(), datcompatibility FROM pg_database"
                                    + " WHERE datname = current_database()"))
                    .containsExactly("gaussferry=PG");
            execute(connection, "CREATE SCHEMA shop", "CREATE TABLE shop.t (id int)", "INSERT INTO shop.t VALUES (1)");
            assertThat(rows(connection, "SELECT 'fsync', current_setting('fsync')"))
                    .containsExactly("fsync=on");
        } finally {
            server.close();
        }
        assertGone(server.address(), directory);
    }

    @Test
    void rejectsWrongPasswords() {
        try (NativeMySqlServer source = NativeMySqlServer.start(SILENT);
                NativePostgresServer target = NativePostgresServer.start(System.getenv(), SILENT)) {
            assertThatThrownBy(() -> enter(source.address(), "wrong"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getErrorCode()).isEqualTo(1045));
            assertThatThrownBy(() -> enter(source.address(), "")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> enter(target.address(), "wrong"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("28P01"));
        }
    }

    @Test
    void prefersExtraOptions() throws SQLException {
        try (NativeMySqlServer server = NativeMySqlServer.start(SILENT, "--binlog-format=STATEMENT");
                Connection connection = server.address().open()) {
            assertThat(rows(connection, "SELECT 'format', @@global.binlog_format"))
                    .containsExactly("format=STATEMENT");
        }
    }

    @Test
    void reportsEndOfLogWhenServerCannotStart() {
        assertThatThrownBy(() -> NativeMySqlServer.start(SILENT, "--no-such-option=1"))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("no-such-option");
    }

    @Test
    void usesExternalServersWithoutStoppingThem() throws SQLException {
        try (NativeMySqlServer source = NativeMySqlServer.start(SILENT);
                NativePostgresServer target = NativePostgresServer.start(System.getenv(), SILENT)) {
            Map<String, String> environment = new HashMap<>();
            name(environment, "GAUSSFERRY_SOURCE", source.address());
            name(environment, "GAUSSFERRY_TARGET", target.address());
            try (Sandbox sandbox = Sandbox.start(environment, SILENT)) {
                assertThat(sandbox.source()).isEqualTo(source.address());
                assertThat(sandbox.target()).isEqualTo(target.address());
            }
            enter(source.address(), source.address().password());
            enter(target.address(), target.address().password());

            environment.put("GAUSSFERRY_SOURCE_PASSWORD", "wrong");
            assertThatThrownBy(() -> Sandbox.start(environment, SILENT))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("GAUSSFERRY_SOURCE_URL");
        }
    }

    private static void name(Map<String, String> environment, String prefix, ServerAddress address) {
        environment.put(prefix + "_URL", address.url());
        environment.put(prefix + "_USER", address.user());
        environment.put(prefix + "_PASSWORD", address.password());
    }

    private static void enter(ServerAddress address, String password) throws SQLException {
        DriverManager.getConnection(address.url(), address.user(), password).close();
    }

    private static void assertGone(ServerAddress address, Path directory) {
        assertThat(directory).doesNotExist();
        URI uri = URI.create(address.url().substring("jdbc:".length()));
        assertThatThrownBy(() -> new Socket(uri.getHost(), uri.getPort()).close())
                .isInstanceOf(IOException.class);
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the first two columns of each row, as {@code first=second}. */
    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                rows.add(result.getString(1) + "=" + result.getString(2));
            }
        }
        return rows;
    }
}
