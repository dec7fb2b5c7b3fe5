package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.NativePostgresServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The disk of the target's tables, a separate tablespace, which a test may fill. The stand-in's is a file system in memory, which only root can
 * mount. openGauss's has a size limit, which fails like a full disk (SQLSTATE class 53).
 */
interface ChaosDisk extends AutoCloseable {

    /** Prevents the allocation of further pages to any table. */
    void fill() throws Exception;

    /** Undoes it. */
    void free() throws Exception;

    @Override
    void close() throws IOException;

    /** Stores all objects created in the target's database from now on there. Empty if such a disk is not available. */
    static Optional<ChaosDisk> of(NativePostgresServer standIn, int megabytes) throws Exception {
        Path directory = Files.createTempDirectory("gaussferry-disk");
        Optional<Mounted> mounted = Mounted.mount(directory, megabytes, standIn);
        if (mounted.isEmpty()) {
            Files.delete(directory);
            return Optional.empty();
        }
        useTablespace(
                new Server(standIn.address()),
                "CREATE TABLESPACE gf_chaos LOCATION '" + directory.resolve("space") + "'");
        return Optional.of(mounted.get());
    }

    /** Does the same on an openGauss. */
    static ChaosDisk of(ServerAddress openGauss) throws SQLException {
        Server server = new Server(openGauss);
        if (server.value("SELECT count(*) FROM pg_catalog.pg_tablespace WHERE spcname = 'gf_chaos'")
                .equals("0")) {
            server.execute("CREATE TABLESPACE gf_chaos RELATIVE LOCATION 'gf_chaos'");
        }
        useTablespace(server, "ALTER TABLESPACE gf_chaos RESIZE MAXSIZE UNLIMITED");
        return new Limited(server);
    }

    private static void useTablespace(Server server, String statement) throws SQLException {
        server.execute(
                statement,
                "ALTER DATABASE \"" + server.value("SELECT current_database()")
                        + "\" SET default_tablespace = 'gf_chaos'");
    }

    /** A file system of limited size, filled by one file. It is removed after its server. */
    record Mounted(Path directory, Path filler) implements ChaosDisk {

        private static final int CHUNK = 1 << 20;

        private static Optional<Mounted> mount(Path directory, int megabytes, NativePostgresServer server)
                throws IOException, InterruptedException {
            if (!run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "gaussferry", directory.toString())) {
                return Optional.empty();
            }
            Path space = Files.createDirectory(directory.resolve("space"));
            // PostgreSQL's account may differ
            run("chown", "--reference=" + server.directory().resolve("data"), space.toString());
            run("chmod", "755", directory.toString());
            return Optional.of(new Mounted(directory, directory.resolve("filler")));
        }

        @Override
        public void fill() throws IOException {
            byte[] chunk = new byte[CHUNK];
            try (var out = Files.newOutputStream(filler)) {
                for (int length = CHUNK; length > 0; ) {
                    try {
                        out.write(chunk, 0, length);
                    } catch (IOException full) {
                        length /= 2;
                    }
                }
            }
        }

        @Override
        public void free() throws IOException {
            Files.deleteIfExists(filler);
        }

        @Override
        public void close() throws IOException {
            try {
                run("umount", directory.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Files.delete(directory);
        }

        private static boolean run(String... command) throws InterruptedException {
            try {
                return new ProcessBuilder(List.of(command))
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
            } catch (IOException noSuchProgram) {
                return false;
            }
        }
    }

    /** A tablespace of openGauss. It remains for the next run. */
    record Limited(Server server) implements ChaosDisk {

        @Override
        public void fill() throws SQLException {
            server.execute("ALTER TABLESPACE gf_chaos RESIZE MAXSIZE '1024 K'");
        }

        @Override
        public void free() throws SQLException {
            server.execute("ALTER TABLESPACE gf_chaos RESIZE MAXSIZE UNLIMITED");
        }

        @Override
        public void close() throws IOException {
            try {
                server.execute("ALTER DATABASE \"" + server.value("SELECT current_database()")
                        + "\" RESET default_tablespace");
            } catch (SQLException e) {
                throw new IOException("the database's tablespace cannot be set back", e);
            }
        }
    }
}
