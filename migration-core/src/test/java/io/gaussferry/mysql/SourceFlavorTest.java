package io.gaussferry.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SourceFlavorTest {

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # version,           comment,             basedir,                   aurora, procedure, user,              service
            8.0.33,              Community Server,    /usr/,                     false,  -,         root,              SELF_MANAGED
            8.0.36,              Source distribution, /rdsdbbin/mysql-8.0.36/,   false,  -,         -,                 AMAZON_RDS
            8.0.36,              Source distribution, /opt/,                     false,  rds_kill,  -,                 AMAZON_RDS
            8.0.36,              Source distribution, /opt/,                     false,  -,         rdsadmin,          AMAZON_RDS
            8.0.28,              Source distribution, /rdsdbbin/oscar/,          true,   rds_kill,  rdsadmin,          AMAZON_AURORA
            8.0.28-230100,       Community Server,    /usr/local/mysql/,         false,  -,         rdsAdmin,          HUAWEI_RDS
            8.0.39-azure,        Community Server,    /usr/,                     false,  -,         -,                 AZURE
            8.0.39,              Community Server,    /usr/,                     false,  az_kill,   -,                 AZURE
            8.0.31-google,       (Google),            /usr/,                     false,  -,         -,                 GOOGLE_CLOUD_SQL
            8.0.31,              Community Server,    /usr/,                     false,  -,         cloudsqlsuperuser, GOOGLE_CLOUD_SQL
            8.0.30-txsql,        Source distribution, /usr/,                     false,  -,         -,                 TENCENT
            8.0.36,              Source distribution, /u01/mysql80_2024/,        false,  -,         -,                 ALIBABA_RDS
            """)
    void recognizesService(
            String version,
            String comment,
            String directory,
            boolean isAurora,
            @Nullable String procedure,
            @Nullable String user,
            SourceFlavor expected) {
        assertThat(SourceFlavor.of(new SourceFlavor.Signs(
                        version,
                        comment,
                        directory,
                        isAurora,
                        procedure == null ? Set.of() : Set.of(procedure),
                        user == null ? Set.of() : Set.of(user))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(value = SourceFlavor.class, mode = EnumSource.Mode.EXCLUDE, names = "SELF_MANAGED")
    void proposesNoStatementThatServiceRefuses(SourceFlavor service) {
        assertThat(service.variable("binlog_format", "ROW", "run SET GLOBAL binlog_format = 'ROW'"))
                .contains("binlog_format = ROW")
                .doesNotContain("SET GLOBAL");
        assertThat(service.binlog("start with --log-bin")).doesNotContain("--log-bin ");
        assertThat(service.retention("run SET GLOBAL binlog_expire_logs_seconds = 1"))
                .doesNotContain("SET GLOBAL");
    }

    @Test
    void leavesRemedyOfOwnServer() {
        assertThat(SourceFlavor.SELF_MANAGED.variable("x", "1", "run SET GLOBAL x = 1"))
                .isEqualTo("run SET GLOBAL x = 1");
        assertThat(SourceFlavor.AMAZON_RDS.retention(""))
                .isEqualTo("run CALL mysql.rds_set_configuration('binlog retention hours', 168)");
    }
}
