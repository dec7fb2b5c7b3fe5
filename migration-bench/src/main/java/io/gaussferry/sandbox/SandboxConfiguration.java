package io.gaussferry.sandbox;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The configuration file of a daemon that replicates from the sandbox's source to its target. */
final class SandboxConfiguration {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private SandboxConfiguration() {}

    /** Writes {@code PIPELINE.yaml}. It contains passwords, so only its owner may read it. */
    static Path write(
            Path directory, String pipelineName, List<String> schemas, ServerAddress source, ServerAddress target)
            throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(pipelineName + ".yaml");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        Files.writeString(file, yaml(pipelineName, schemas, source, target), StandardCharsets.UTF_8);
        return file;
    }

    static String yaml(String pipelineName, List<String> schemas, ServerAddress source, ServerAddress target) {
        String patterns = schemas.stream().map(SandboxConfiguration::quoted).collect(Collectors.joining(", "));
        return """
                gaussferry:
                  pipeline: %s
                  source:
                    url: %s
                    user: %s
                    password: %s
                    schemas: [ %s ]
                  target:
                    url: %s
                    user: %s
                    password: %s
                """.formatted(
                        quoted(pipelineName),
                        quoted(source.url()),
                        quoted(source.user()),
                        quoted(source.password()),
                        patterns,
                        quoted(target.url()),
                        quoted(target.user()),
                        quoted(target.password()));
    }

    /** Returns a YAML scalar in double quotes, which can contain any character. */
    private static String quoted(String value) {
        StringBuilder scalar = new StringBuilder("\"");
        for (char character : value.toCharArray()) {
            if (character == '"' || character == '\\') {
                scalar.append('\\').append(character);
            } else if (character < ' ' || character == 0x7f) {
                scalar.append(String.format(Locale.ROOT, "\\x%02x", (int) character));
            } else {
                scalar.append(character);
            }
        }
        return scalar.append('"').toString();
    }
}
