package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.ServerAddress;
import org.junit.jupiter.api.Test;

/** Verifies that the target's driver, which by default logs several lines for each connection, is silenced: its lines would hide important ones. */
class DriverLogIT {

    private static final String DRIVER = "org.opengauss.";

    @Test
    void commandsHideDriverLines() throws Exception {
        ServerAddress target = Servers.sandbox().target();
        try (Migration migration = Migration.of("gf_e2e_driver_log")) {
            migration.daemonTargetUrl(target.url().replaceFirst("&?loggerLevel=[A-Za-z]+", ""));
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            CheckRun check = CheckRun.ofProcess(migration.configuration(), migration.directory());
            assertThat(check.errors() + check.output()).doesNotContain(DRIVER);
            Daemon daemon = migration.start();
            migration.awaitCaughtUp();
            VerifyRun verify = VerifyRun.ofProcess(migration);
            assertThat(verify.exitCode()).as(verify::toString).isZero();
            assertThat(verify.errors() + verify.output()).doesNotContain(DRIVER);
            migration.stop();
            assertThat(daemon.errors() + daemon.output()).doesNotContain(DRIVER);
        }
    }
}
