package io.gaussferry.sandbox.process;

import com.sun.security.auth.module.UnixSystem;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Properties of the user and the machine that determine how a process is started. */
public final class Session {

    private Session() {}

    /**
     * Returns a command prefix that starts a program in its own session, so that Ctrl-C in a terminal does not reach it. The
     * process id remains the same.
     */
    static List<String> leaderPrefix() {
        if (findProgram("setsid") != null) {
            return List.of("setsid");
        }
        if (findProgram("perl") != null) {
            return List.of("perl", "-e", "use POSIX; POSIX::setsid(); exec @ARGV or exit 127", "--");
        }
        return List.of();
    }

    public static boolean isRoot() {
        return new UnixSystem().getUid() == 0;
    }

    public static boolean isMac() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    }

    public static boolean isLinux() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
    }

    public static boolean isArm() {
        String architecture = System.getProperty("os.arch");
        return architecture.equals("aarch64") || architecture.equals("arm64");
    }

    /** Finds a program as a shell does; returns null if PATH does not contain it. */
    public static @Nullable Path findProgram(String name) {
        String searchPath = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        for (String directory : searchPath.split(File.pathSeparator, -1)) {
            Path candidate = Path.of(directory.isEmpty() ? "." : directory, name);
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        return null;
    }
}
