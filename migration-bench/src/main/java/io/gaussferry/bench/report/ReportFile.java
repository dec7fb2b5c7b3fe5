package io.gaussferry.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes {@code report.json}. Stateless. */
public final class ReportFile {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportFile() {}

    /** Writes a report; replaces an existing file. */
    public static void write(Path file, BenchReport report) throws IOException {
        writeAny(file, report);
    }

    /** Writes a report; replaces an existing file. */
    public static void write(Path file, CopyReport report) throws IOException {
        writeAny(file, report);
    }

    /** Writes a report; replaces an existing file. */
    public static void write(Path file, PeersReport report) throws IOException {
        writeAny(file, report);
    }

    private static void writeAny(Path file, Record report) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(report) + "\n", StandardCharsets.UTF_8);
    }

    /**
     * Reads a report.
     *
     * @throws IOException if the file cannot be read, or is not a report of the current format
     */
    public static BenchReport read(Path file) throws IOException {
        BenchReport report;
        try {
            report = MAPPER.readValue(Files.readString(file, StandardCharsets.UTF_8), BenchReport.class);
        } catch (JacksonException broken) {
            throw new IOException(file + " is not a report of the bench: " + broken.getOriginalMessage(), broken);
        }
        if (report.format() != BenchReport.FORMAT) {
            throw new IOException(file + " has format " + report.format() + ", but this version reads only "
                    + BenchReport.FORMAT + ": run the bench again");
        }
        return report;
    }
}
