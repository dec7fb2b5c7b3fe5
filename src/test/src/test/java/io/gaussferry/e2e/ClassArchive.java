package io.gaussferry.e2e;

import io.gaussferry.bench.daemon.DaemonJar;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's options by which the many short runs of the daemon's jar start at two thirds of their processor time: no compiler that
 * optimises, which does not pay there, and the loaded classes from an archive (class data sharing), which one run that migrates a table writes
 * beside the jar, once a build. A JVM that finds the archive unfit does without it.
 */
final class ClassArchive {

    private static final String NO_OPTIMISER = "-XX:TieredStopAtLevel=1";

    /** What the JVM says of archives would stand among the program's lines. */
    private static final String SILENT = "-Xlog:cds*=off";

    private static @Nullable List<String> known;

    private ClassArchive() {}

    /** Returns the options, and makes the archive if this build has none. Thread-safe; waits for another process that makes it. */
    static synchronized List<String> options() throws Exception {
        if (known == null) {
            // for the run that makes it
            known = List.of(NO_OPTIMISER, SILENT);
            known = List.of(NO_OPTIMISER, SILENT, "-XX:SharedArchiveFile=" + archive());
        }
        return known;
    }

    private static Path archive() throws Exception {
        Path jar = DaemonJar.find();
        Path archive = jar.resolveSibling("gaussferry-" + Runtime.version() + ".jsa");
        try (FileChannel guard = FileChannel.open(
                        archive.resolveSibling(archive.getFileName() + ".lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock ignored = guard.lock()) {
            if (!Files.exists(archive)
                    || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) < 0) {
                make(archive);
            }
        }
        return archive;
    }

    private static void make(Path archive) throws Exception {
        Path part = archive.resolveSibling(archive.getFileName() + ".part");
        try (Migration migration = Migration.of("gf_e2e_archive")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 1)");
            migration.daemonOption("-XX:ArchiveClassesAtExit=" + part);
            migration.start();
            migration.source("UPDATE t SET n = 2 WHERE id = 1");
            migration.assertEqualContent();
            migration.stop();
        }
        Files.move(part, archive, StandardCopyOption.REPLACE_EXISTING);
    }
}
