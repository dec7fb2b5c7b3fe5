package io.gaussferry.sandbox.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Operations on directory trees that {@link Files} lacks. */
public final class FileTrees {

    private FileTrees() {}

    /** Removes a directory with its contents without following links; does nothing if it does not exist. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Copies a directory with the files that {@code wanted} accepts, and all directories, to a new location. */
    public static void copy(Path directory, Path copy, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.isDirectory(file) || wanted.test(file)) {
                    Files.copy(
                            file,
                            copy.resolve(directory.relativize(file).toString()),
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /** Returns the last lines of a text file, indented for a message, or a note if it is empty or cannot be read. */
    public static String tail(Path file, int lines) {
        try {
            List<String> all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (all.isEmpty()) {
                return "  (" + file.getFileName() + " is empty)";
            }
            List<String> last = all.subList(Math.max(0, all.size() - lines), all.size());
            return "  " + String.join(System.lineSeparator() + "  ", last);
        } catch (IOException unreadable) {
            return "  (" + file + " cannot be read: " + unreadable + ")";
        }
    }
}
