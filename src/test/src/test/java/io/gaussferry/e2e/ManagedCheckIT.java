package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gaussferry.sandbox.server.ServerAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies that the checks recognize a managed service and name its settings. Guards: {@code SourceFlavor}, {@code SourceSettingsCheck}. */
class ManagedCheckIT {

    @Test
    void namesSettingsOfService() throws Exception {
        try (ManagedSource source = ManagedSource.start("--binlog-row-image=MINIMAL");
                Migration migration = source.migration("gf_e2e_managed")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            CheckRun run = CheckRun.of(migration.configuration(), "--json");
            assertThat(run.findings())
                    .filteredOn(found -> List.of("SOURCE_SERVICE", "SOURCE_BINLOG_ROW_IMAGE", "SOURCE_BINLOG_RETENTION")
                            .contains(found.code()))
                    .extracting(CheckRun.Found::code, CheckRun.Found::remedy)
                    .containsExactlyInAnyOrder(
                            tuple("SOURCE_SERVICE", "set gaussferry.cutover.fence: managed"),
                            tuple(
                                    "SOURCE_BINLOG_ROW_IMAGE",
                                    "set binlog_row_image = FULL in the DB parameter group, and reboot the instance if it asks for that"),
                            tuple(
                                    "SOURCE_BINLOG_RETENTION",
                                    "run CALL mysql.rds_set_configuration('binlog retention hours', 168)"));
            assertThat(run.output())
                    .contains("The source is Amazon RDS (" + Servers.sourceMajorVersion() + ".")
                    .doesNotContain("SET GLOBAL");

            migration.source("CALL mysql.rds_set_configuration('binlog retention hours', 168)");
            assertThat(CheckRun.of(migration.configuration(), "--json").findings())
                    .extracting(CheckRun.Found::code)
                    .contains("SOURCE_SERVICE")
                    .doesNotContain("SOURCE_BINLOG_RETENTION");
        }
    }

    @Test
    void recommendsFenceThatServiceAllows() throws Exception {
        try (ManagedSource source = ManagedSource.start();
                Migration migration = Migration.of(
                        "gf_e2e_managed",
                        new ServerAddress(
                                source.server().address().url(),
                                ManagedSource.ADMINISTRATOR,
                                ManagedSource.PASSWORD))) {
            migration.httpSetting("port: 0");
            migration.httpSetting("token: " + Api.TOKEN);
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)");
            Api api = Api.of(migration.start());
            assertThat(api.steer("api/cutover/check", "{\"verify\": \"FULL\"}")
                            .path("findings")
                            .toString())
                    .contains("lacks privileges for the fence: SYSTEM_VARIABLES_ADMIN, CONNECTION_ADMIN")
                    .contains("on Amazon RDS set gaussferry.cutover.fence: managed");
        }
    }
}
