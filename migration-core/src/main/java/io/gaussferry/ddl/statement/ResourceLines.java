package io.gaussferry.ddl.statement;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Reads the lists in this package's resources. */
final class ResourceLines {

    private ResourceLines() {}

    /** Returns the lines of a resource, without blank lines and comments, which start with {@code #}. */
    static List<String> of(String name) {
        try (InputStream in = Objects.requireNonNull(ResourceLines.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
