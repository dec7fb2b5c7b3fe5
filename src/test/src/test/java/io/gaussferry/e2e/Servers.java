package io.gaussferry.e2e;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The servers that all tests of this JVM share: connected or started on first use, stopped with the JVM. */
public final class Servers {

    private static @Nullable Sandbox sandbox;
    private static @Nullable Boolean mariaDb;

    private Servers() {}

    /** Returns the servers. */
    public static synchronized Sandbox sandbox() {
        Sandbox current = sandbox;
        if (current == null) {
            current = Sandbox.start(ConsoleSandboxListener.onStandardOutput());
            sandbox = current;
        }
        return current;
    }

    /** Returns which family of types the target has. */
    static TargetForm targetForm() {
        try (Connection target = sandbox().target().open()) {
            return TargetForm.of(target);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns whether the target is openGauss in compatibility A, which treats '' as NULL unless the session overrides it. */
    static boolean isCompatibilityA() throws SQLException {
        return targetForm() != TargetForm.POSTGRES
                && target().value("SELECT datcompatibility FROM pg_database WHERE datname = current_database()")
                        .equals("A");
    }

    /** Returns the first number of the source's version. */
    static int sourceMajorVersion() {
        try {
            return Integer.parseInt(source().value("SELECT SUBSTRING_INDEX(VERSION(), '.', 1)"));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns whether the source is MariaDB, which {@code MYSQLD=mariadb} selects. */
    public static synchronized boolean isMariaDb() {
        Boolean known = mariaDb;
        if (known == null) {
            try {
                known = source().value("SELECT VERSION()").contains("MariaDB");
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
            mariaDb = known;
        }
        return known;
    }

    /**
     * Skips the test if the source is MariaDB.
     *
     * @param feature completes "MariaDB has no"
     */
    static void assumeMySql(String feature) {
        assumeFalse(isMariaDb(), () -> "MariaDB has no " + feature);
    }

    static Server source() {
        return new Server(sandbox().source());
    }

    static Server target() {
        return new Server(sandbox().target());
    }
}
