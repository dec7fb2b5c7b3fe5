package io.gaussferry.e2e;

import io.gaussferry.bench.daemon.DaemonJar;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Provides JVM options that halve the processor time of starting the daemon's jar, for the many short runs: no optimising compiler and a later start
 * of the other one, as compilation hardly pays there; and loaded classes from an archive (class data sharing) of the classes that a daemon with its
 * page and two commands load, and of all of Gaussferry and of the parser of statements, which others need. The archive is created next to the jar,
 * once a build. A JVM that finds the archive unfit runs without it.
 */
final class ClassArchive {

    private static final String NO_OPTIMISER = "-XX:TieredStopAtLevel=1";

    /** Saves 0.1 of 1.3 s at start; a higher value saves no more. */
    private static final String LATE_COMPILER = "-XX:CompileThresholdScaling=3";

    /** Suppresses the JVM's messages about archives, which would appear among the program's output. */
    private static final String SILENT = "-Xlog:cds*=off";

    /** Maps the archive at its recorded address: at another address each start would rewrite all its pages. */
    private static final String IN_PLACE = "-XX:ArchiveRelocationMode=0";

    private static final String ALLOW_IN_PLACE = "-XX:+UnlockDiagnosticVMOptions";

    /** The packages whose classes are all archived. */
    private static final List<String> COMPLETE =
            List.of("io/gaussferry/", "io/debezium/ddl/parser/mysql/generated/", "org/antlr/v4/runtime/");

    private static @Nullable List<String> known;

    private ClassArchive() {}

    /** Returns the options, and creates the archive if this build has none. Thread-safe; waits for another process that creates it. */
    static synchronized List<String> options() throws Exception {
        if (known == null) {
            Path jar = DaemonJar.find();
            Path archive = jar.resolveSibling("gaussferry-" + Runtime.version() + ".jsa");
            try (FileChannel guard = FileChannel.open(
                            archive.resolveSibling(archive.getFileName() + ".lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock ignored = guard.lock()) {
                if (!Files.exists(archive)
                        || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) < 0) {
                    make(archive, jar);
                }
            }
            known = with("-XX:SharedArchiveFile=" + archive);
        }
        return known;
    }

    private static List<String> with(String option) {
        return List.of(NO_OPTIMISER, LATE_COMPILER, SILENT, ALLOW_IN_PLACE, IN_PLACE, option);
    }

    /** Records the loaded classes of three runs, and has a JVM write the archive. */
    private static void make(Path archive, Path jar) throws Exception {
        Set<String> classes = new LinkedHashSet<>();
        try (Migration migration = Migration.of("gf_e2e_archive")) {
            Path list = migration.directory().resolve("classes");
            known = with("-XX:DumpLoadedClassList=" + list);
            migration.source("CREATE TABLE t (id INT PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 1)");
            migration.httpSetting("port: 0");
            Api api = Api.of(migration.start());
            migration.source("UPDATE t SET n = 2 WHERE id = 1");
            migration.assertEqualContent();
            api.status();
            migration.stop();
            classes.addAll(Files.readAllLines(list));
            for (String command : List.of("check", "verify")) {
                CommandRun.ofProcess(
                        migration.directory(),
                        command,
                        "--config",
                        migration.configuration().toString());
                classes.addAll(Files.readAllLines(list));
            }
            classes.addAll(complete(jar));
            Files.write(list, classes);
            dump(list, jar, archive);
        }
    }

    /** Returns the names of all classes of the complete packages in the libraries next to the jar. */
    private static List<String> complete(Path jar) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> libraries = Files.newDirectoryStream(jar.resolveSibling("lib"), "*.jar")) {
            for (Path library : libraries) {
                try (JarFile file = new JarFile(library.toFile())) {
                    file.stream()
                            .map(JarEntry::getName)
                            .filter(name ->
                                    name.endsWith(".class") && COMPLETE.stream().anyMatch(name::startsWith))
                            .map(name -> name.substring(0, name.length() - ".class".length()))
                            .forEach(names::add);
                }
            }
        }
        return names;
    }

    private static void dump(Path classes, Path jar, Path archive) throws Exception {
        Path part = archive.resolveSibling(archive.getFileName() + ".part");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        NO_OPTIMISER,
                        "-Xshare:dump",
                        SILENT,
                        // the only collector that can write objects into the archive; any collector reads them
                        "-XX:+UseG1GC",
                        "-Xmx512m",
                        "-XX:SharedClassListFile=" + classes,
                        "-XX:SharedArchiveFile=" + part,
                        "-cp",
                        jar.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new AssertionError("The class archive cannot be written: exit code " + process.exitValue());
        }
        Files.move(part, archive, StandardCopyOption.REPLACE_EXISTING);
    }
}
