package io.gaussferry.sandbox.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The options of a server program that depend on the product. */
public enum MySqlProduct {
    /** MySQL 8. */
    MYSQL(
            List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON"),
            List.of(
                    "--mysqlx=OFF",
                    "--secure-file-priv=NULL",
                    // these threads spin while they wait, which on few cores costs a fifth of the speed of small
                    // transactions
                    "--loose-innodb-log-writer-threads=OFF",
                    "--innodb-redo-log-capacity=256M",
                    // saves 100 MB that no session reads, and a sixth of the processor time of a start
                    "--performance-schema-digests-size=100",
                    "--performance-schema-events-statements-history-long-size=0")) {
        @Override
        public List<String> initializing(List<String> command, Path data) {
            List<String> initializing = new ArrayList<>(command);
            initializing.add("--initialize-insecure");
            return initializing;
        }
    },
    /** MariaDB 10.6 and later. */
    MARIADB(
            List.of("--gtid-strict-mode=ON"),
            List.of("--innodb-log-file-size=256M", "--character-set-server=utf8mb4", "--max-allowed-packet=64M")) {
        /** Runs the script next to the program, which starts the program. */
        @Override
        public List<String> initializing(List<String> command, Path data) {
            Path base = Path.of(command.get(0))
                    .toAbsolutePath()
                    .resolveSibling("..")
                    .normalize();
            Path script = base.resolve("scripts/mariadb-install-db");
            List<String> initializing = new ArrayList<>(List.of(
                    "sh",
                    (Files.exists(script) ? script : base.resolve("bin/mariadb-install-db")).toString(),
                    "--no-defaults",
                    "--basedir=" + base,
                    "--auth-root-authentication-method=normal",
                    "--skip-test-db",
                    "--skip-name-resolve",
                    "--force"));
            command.stream()
                    .filter(option -> option.startsWith("--datadir=") || option.startsWith("--user="))
                    .forEach(initializing::add);
            return initializing;
        }
    };

    private final List<String> replication;
    private final List<String> saving;

    MySqlProduct(List<String> replication, List<String> saving) {
        this.replication = replication;
        this.saving = saving;
    }

    /** Returns the options with which every transaction has a GTID that a replica can rely on. */
    public List<String> replication() {
        return replication;
    }

    /** Returns the options that make a small server small and quick. */
    public List<String> saving() {
        return saving;
    }

    /**
     * Returns the command that creates a data directory.
     *
     * @param command the server's command with the data directory and the user
     */
    public abstract List<String> initializing(List<String> command, Path data);
}
