package io.gaussferry.application.collect;

import io.gaussferry.ddl.statement.Names;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the statements of files: scripts ({@code .sql}), MyBatis mappers ({@code .xml}), and logs of MySQL. */
public final class StatementFiles {

    private static final int START = 16_384;
    private static final Pattern USE = Pattern.compile("(?is)use\\s+(\\S+?)");
    /** Statements of a dump that define objects; other commands examine them. */
    private static final Pattern DEFINITION =
            Pattern.compile("(?is)(?:/\\*!?\\d*\\s*)?(create|alter|drop|rename|grant|revoke|truncate)\\b.*");

    private final Workload workload;
    private final String database;

    /** @param database of names without one, in scripts without USE, in mappers, and in logs that start later than their sessions; empty if it is unknown */
    public StatementFiles(Workload workload, String database) {
        this.workload = workload;
        this.database = database;
    }

    /**
     * Adds the statements of a file, or of all files below a directory with a known extension.
     *
     * @throws GaussferryException if a file cannot be read
     */
    public void read(Path path) {
        try {
            if (!Files.isDirectory(path)) {
                file(path);
                return;
            }
            List<Path> files;
            try (Stream<Path> all = Files.walk(path)) {
                files = all.filter(Files::isRegularFile)
                        .filter(file -> List.of("sql", "xml", "log").contains(extension(file)))
                        .sorted()
                        .toList();
            }
            for (Path file : files) {
                file(file);
            }
        } catch (IOException e) {
            throw new GaussferryException(
                    ErrorCode.STATEMENTS_UNREADABLE,
                    "The statements in " + path + " cannot be read: " + e + ".",
                    "name an existing file or directory with --from, or performance_schema",
                    e);
        }
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private void file(Path file) throws IOException {
        if (extension(file).equals("xml")) {
            new MapperFile(workload, database, file).read(file);
            return;
        }
        boolean isLog = !extension(file).equals("sql") && ServerLog.isLog(start(file));
        try (BufferedReader text = reader(file)) {
            if (isLog) {
                new ServerLog(workload, database, file.toString()).read(text);
            } else {
                script(file, text);
            }
        }
    }

    private void script(Path file, BufferedReader text) throws IOException {
        String[] present = {database};
        boolean escapes = !workload.modes().context("", "").has(StatementContext.NO_BACKSLASH_ESCAPES);
        new SqlSplitter(escapes, (sql, line) -> {
                    Matcher use = USE.matcher(sql);
                    if (use.matches()) {
                        present[0] = Names.unquote(use.group(1));
                    } else if (DEFINITION.matcher(sql).matches()) {
                        workload.miss("statements that change definitions");
                    } else {
                        workload.add(present[0], sql, 0, 0, file + ":" + line);
                    }
                })
                .split(text);
    }

    private static String start(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            return new String(bytes.readNBytes(START), StandardCharsets.UTF_8);
        }
    }

    /** Malformed bytes are replaced: logs have strings in any character set. */
    private static BufferedReader reader(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
    }
}
