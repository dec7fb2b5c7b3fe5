package io.gaussferry.sandbox.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Directories that are created once and reused by later runs: {@code $XDG_CACHE_HOME/gaussferry}, by default {@code
 * ~/.cache/gaussferry}.
 *
 * <p>A directory there is either complete or absent: it is created under another name and renamed when it is complete. A file
 * lock between processes, and a monitor between threads, prevent creating the same directory twice.
 */
public final class UserCache {

    /** Creates the content of a cached directory. */
    public interface Content {

        /**
         * @param scratch directory for temporary files and processes; removed afterwards
         * @param directory an existing, empty directory; becomes the cached directory
         */
        void fill(PrivateDirectory scratch, Path directory) throws IOException, InterruptedException;
    }

    private static final Object ONE_THREAD = new Object();

    private final Path root;

    UserCache(Path root) {
        this.root = root;
    }

    public Path root() {
        return root;
    }

    /** Returns the cache of the user with this environment. */
    public static UserCache of(Map<String, String> environment) {
        String configured = environment.getOrDefault("XDG_CACHE_HOME", "");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        Path base = configured.isBlank() ? Path.of(home, ".cache") : Path.of(configured);
        return new UserCache(base.toAbsolutePath().resolve("gaussferry"));
    }

    /**
     * Returns the cached directory of that name; creates it if it does not exist, or waits until another process has created
     * it.
     */
    public Path provide(String name, Content content) {
        Path wanted = root.resolve(name);
        if (Files.isDirectory(wanted)) {
            return wanted;
        }
        synchronized (ONE_THREAD) {
            try {
                Files.createDirectories(root);
                try (FileChannel channel = FileChannel.open(
                                root.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = channel.lock()) {
                    if (lock.isValid() && !Files.isDirectory(wanted)) {
                        make(name, wanted, content);
                    }
                }
                return wanted;
            } catch (IOException failure) {
                throw new SandboxException(
                        "The cache directory " + wanted + " could not be created: " + failure,
                        "Make " + root + " writable and check that its disk is not full, or choose another location"
                                + " with XDG_CACHE_HOME.",
                        failure);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SandboxException("The start was interrupted.", "Start it again.", interrupted);
            }
        }
    }

    /** Fails if the cache's disk has less free space. */
    public void requireSpace(long bytes, String what) throws IOException {
        long usable = Files.getFileStore(root).getUsableSpace();
        if (usable < bytes) {
            throw new SandboxException(
                    what + " needs " + bytes / 1_000_000 + " MB in " + root + ", which has " + usable / 1_000_000
                            + " MB free.",
                    "Free space there, or choose another location with XDG_CACHE_HOME.");
        }
    }

    private void make(String name, Path wanted, Content content) throws IOException, InterruptedException {
        String prefix = "gaussferry-" + name + "-";
        removeIncomplete(prefix);
        try (PrivateDirectory scratch = PrivateDirectory.create(root, prefix)) {
            Path directory = Files.createDirectory(scratch.path().resolve("content"));
            content.fill(scratch, directory);
            Files.move(directory, wanted, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /**
     * Removes directories of an interrupted run, such as a power failure. This process holds the lock, so no other process
     * uses them.
     */
    private void removeIncomplete(String prefix) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root, prefix + "*")) {
            for (Path entry : entries) {
                FileTrees.delete(entry);
            }
        }
    }
}
