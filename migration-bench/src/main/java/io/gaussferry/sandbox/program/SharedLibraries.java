package io.gaussferry.sandbox.program;

import io.gaussferry.sandbox.process.PrivateDirectory;
import io.gaussferry.sandbox.process.SandboxException;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.process.Session;
import io.gaussferry.sandbox.process.UserCache;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Libraries that MySQL requires from the system and small systems lack. On Debian and its derivatives they are downloaded and
 * unpacked into the cache, which needs no privileges and does not change the system.
 */
final class SharedLibraries {

    private static final Pattern MISSING =
            Pattern.compile("error while loading shared libraries: ([^:]+): cannot open");

    private static final int MOST_MISSING = 5;

    private record Package(List<String> debianNames, String debianInstall, String fedoraInstall) {}

    private static final Map<String, Package> PACKAGES = Map.of(
            "libaio.so.1",
            new Package(List.of("libaio1", "libaio1t64"), "libaio1 (libaio1t64 from Debian 13 on)", "libaio"),
            "libnuma.so.1",
            new Package(List.of("libnuma1"), "libnuma1", "numactl-libs"));

    private final UserCache cache;
    private final SandboxListener listener;

    SharedLibraries(UserCache cache, SandboxListener listener) {
        this.cache = cache;
        this.listener = listener;
    }

    /** Returns the variables with which the program finds all of its libraries; empty if the system has them. */
    Map<String, String> environmentFor(Path program) {
        Set<Path> directories = new LinkedHashSet<>();
        for (int attempt = 0; attempt <= MOST_MISSING; attempt++) {
            Map<String, String> environment = environmentOf(directories);
            String missing = firstMissing(program, environment);
            if (missing == null) {
                return environment;
            }
            Path directory = provide(missing);
            if (!directories.add(directory)) {
                throw notAvailable(missing, "The program does not load the copy in " + directory + ".");
            }
        }
        throw new SandboxException(
                program + " needs more than " + MOST_MISSING + " libraries that this system lacks.",
                "Start a Docker engine, or set MYSQLD to your own MySQL server program.");
    }

    private static Map<String, String> environmentOf(Set<Path> directories) {
        if (directories.isEmpty()) {
            return Map.of();
        }
        String searchPath = Stream.concat(
                        directories.stream().map(Path::toString),
                        Stream.ofNullable(System.getenv("LD_LIBRARY_PATH")).filter(value -> !value.isEmpty()))
                .collect(Collectors.joining(":"));
        return Map.of("LD_LIBRARY_PATH", searchPath);
    }

    private @Nullable String firstMissing(Path program, Map<String, String> environment) {
        try {
            Programs.Result result =
                    Programs.run(List.of(program.toString(), "--no-defaults", "--version"), cache.root(), environment);
            Matcher matcher = MISSING.matcher(result.output());
            if (matcher.find()) {
                return matcher.group(1);
            }
            if (result.succeeded()) {
                return null;
            }
            throw new SandboxException(
                    program + " does not run on this machine: "
                            + result.output().strip(),
                    "Start a Docker engine, or set MYSQLD to your own MySQL server program.");
        } catch (IOException failure) {
            throw new SandboxException(
                    program + " cannot be started: " + failure.getMessage(),
                    "Check that " + cache.root()
                            + " is not mounted noexec, or choose another location with XDG_CACHE_HOME.",
                    failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SandboxException("The start was interrupted.", "Start it again.", interrupted);
        }
    }

    private Path provide(String library) {
        Package known = PACKAGES.get(library);
        if (known == null || Session.findProgram("apt-get") == null || Session.findProgram("dpkg-deb") == null) {
            throw notAvailable(library, "");
        }
        return cache.provide(library, (scratch, directory) -> {
            listener.status("Fetching " + library + ", which MySQL needs and this system lacks");
            Path unpacked = Files.createDirectory(scratch.path().resolve("unpacked"));
            unpack(download(known, library, scratch), unpacked, library);
            try (Stream<Path> files = Files.walk(unpacked)) {
                Path found = files.filter(Files::isRegularFile)
                        .filter(file -> file.getFileName().toString().startsWith(library))
                        .findFirst()
                        .orElseThrow(() -> notAvailable(library, "The package does not contain it."));
                Files.copy(found, directory.resolve(library));
            }
        });
    }

    /**
     * First tries the system's package lists; if they are missing or stale, downloads new ones into a directory of its own.
     */
    private Path download(Package wanted, String library, PrivateDirectory scratch)
            throws IOException, InterruptedException {
        Path arrival = Files.createDirectory(scratch.path().resolve("packages"));
        Path cacheDirectory = scratch.path().resolve("apt");
        Path lists = scratch.path().resolve("lists");
        Files.createDirectories(cacheDirectory.resolve("archives/partial"));
        Files.createDirectories(lists.resolve("partial"));
        List<String> apt =
                List.of("apt-get", "-qq", "-o", "Dir::Cache=" + cacheDirectory, "-o", "APT::Sandbox::User=root");
        Path found = download(apt, wanted, arrival);
        if (found != null) {
            return found;
        }
        List<String> ownLists = append(apt, "-o", "Dir::State::lists=" + lists);
        // Some repositories may fail; only the download of the package decides.
        Programs.Result update = Programs.run(append(ownLists, "update"), arrival, Map.of());
        found = download(ownLists, wanted, arrival);
        if (found == null) {
            throw notAvailable(library, update.output().strip());
        }
        return found;
    }

    private static @Nullable Path download(List<String> apt, Package wanted, Path arrival)
            throws IOException, InterruptedException {
        for (String name : wanted.debianNames()) {
            Programs.run(append(apt, "download", name), arrival, Map.of());
            try (DirectoryStream<Path> packages = Files.newDirectoryStream(arrival, "*.deb")) {
                for (Path file : packages) {
                    return file;
                }
            }
        }
        return null;
    }

    private static void unpack(Path file, Path directory, String library) throws IOException, InterruptedException {
        Programs.Result result =
                Programs.run(List.of("dpkg-deb", "-x", file.toString(), directory.toString()), directory, Map.of());
        if (!result.succeeded()) {
            throw notAvailable(library, result.output().strip());
        }
    }

    private static List<String> append(List<String> command, String... words) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(words));
        return all;
    }

    private static SandboxException notAvailable(String library, String reason) {
        Package known = PACKAGES.get(library);
        String problem = "MySQL needs the library " + library + ", which this system lacks"
                + (reason.isEmpty() ? "." : " and which could not be fetched: " + reason);
        if (known == null) {
            return new SandboxException(
                    problem, "Install it, or start a Docker engine, or set MYSQLD to your own MySQL server program.");
        }
        return new SandboxException(
                problem,
                "Install it: on Debian or Ubuntu sudo apt-get install " + known.debianInstall()
                        + ", on Fedora sudo dnf install " + known.fedoraInstall() + ".");
    }
}
