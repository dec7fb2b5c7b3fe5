package io.gaussferry.bench.measure;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Reads the processor time of this machine's processes from Linux. */
final class ProcessorTime {
    private static final Path PROCESSES = Path.of("/proc");

    /** Linux reports hundredths of a second, regardless of the kernel's own clock. */
    private static final double TICKS_PER_SECOND = 100;

    /**
     * Indexes of the fields after the program's name in {@code stat}: parent, then own and children's time, user's and
     * system's.
     */
    private static final int PARENT = 1;

    private static final int FIRST_TIME = 11;

    private ProcessorTime() {}

    /** Returns the seconds that a process has used, over all its threads; NaN if unknown. */
    static double ofProcess(long processId) {
        try {
            List<String> fields = fields(PROCESSES.resolve(Long.toString(processId)));
            return (ticks(fields, 0) + ticks(fields, 1)) / TICKS_PER_SECOND;
        } catch (IOException gone) {
            return Double.NaN;
        }
    }

    /** Returns the seconds that a server has used: its own, its children's, and those of exited children. */
    static double ofServer(long processId) {
        if (processId < 0) {
            return Double.NaN;
        }
        double sum = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                sum += familyTicks(process, processId);
            }
        } catch (IOException unreadable) {
            return Double.NaN;
        }
        return sum / TICKS_PER_SECOND;
    }

    private static double familyTicks(Path process, long server) throws IOException {
        List<String> fields;
        try {
            fields = fields(process);
        } catch (NoSuchFileException ended) {
            return 0;
        }
        boolean isServer = process.getFileName().toString().equals(Long.toString(server));
        if (!isServer && Long.parseLong(fields.get(PARENT)) != server) {
            return 0;
        }
        return ticks(fields, 0) + ticks(fields, 1) + ticks(fields, 2) + ticks(fields, 3);
    }

    private static double ticks(List<String> fields, int which) {
        return Double.parseDouble(fields.get(FIRST_TIME + which));
    }

    /** Returns the fields after the program's name, which may contain any character. */
    private static List<String> fields(Path process) throws IOException {
        String line = Files.readString(process.resolve("stat"));
        return List.of(line.substring(line.lastIndexOf(')') + 2).trim().split(" ", -1));
    }

    /**
     * Returns the process id of the target's server, or -1 if it is on another machine or its process id is not available.
     */
    static long serverProcess(ServerAddress target) {
        if (!target.url().contains("//127.0.0.1") && !target.url().contains("//localhost")) {
            return -1;
        }
        try {
            Path file = Path.of(TargetTables.setting(target, "data_directory")).resolve("postmaster.pid");
            long processId = Long.parseLong(Files.readAllLines(file).get(0).trim());
            return Files.exists(PROCESSES.resolve(Long.toString(processId))) ? processId : -1;
        } catch (SQLException | IOException | NumberFormatException notTold) {
            return -1;
        }
    }
}
