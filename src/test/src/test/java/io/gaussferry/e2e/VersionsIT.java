package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.process.SandboxListener;
import io.gaussferry.sandbox.server.ContainerServer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs a migration from each version of MySQL into each of openGauss, in containers: {@code mvn verify -Pcontainers}. Other images: {@code
 * -Dgaussferry.images.mysql=…} and {@code -Dgaussferry.images.opengauss=…}, separated by commas.
 */
@Tag("containers")
class VersionsIT {

    static Stream<Arguments> pairs() {
        return images("mysql", "mysql:5.7.44,mysql:8.0.46,mysql:8.4.11,mysql:9.7.2")
                .flatMap(mySql -> images("opengauss", "enmotech/opengauss:5.0.3,enmotech/opengauss:6.0.0")
                        .map(openGauss -> Arguments.of(mySql, openGauss)));
    }

    private static Stream<String> images(String product, String usual) {
        return Arrays.stream(
                System.getProperty("gaussferry.images." + product, usual).split(",", -1));
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("pairs")
    void migrates(String mySqlImage, String openGaussImage) throws Exception {
        assumeTrue(ContainerServer.isAvailable(), "this machine has no container engine");
        SandboxListener listener = ConsoleSandboxListener.onStandardOutput();
        try (ContainerServer mySql = ContainerServer.mySql(mySqlImage, listener);
                ContainerServer openGauss = ContainerServer.openGauss(openGaussImage, listener);
                Migration migration = Migration.of("gf_e2e_versions", mySql.address(), openGauss.address())) {
            migration.source(
                    "CREATE TABLE parent (id INT UNSIGNED PRIMARY KEY, name VARCHAR(40) NOT NULL)",
                    "CREATE TABLE child (id BIGINT PRIMARY KEY, parent_id INT UNSIGNED, kind ENUM('a','b'), price DECIMAL(12,2),"
                            + " at DATETIME(6), data VARBINARY(20), doc JSON, UNIQUE (kind, price),"
                            + " FOREIGN KEY (parent_id) REFERENCES parent (id))",
                    "CREATE TABLE keyless (n INT, t TEXT)",
                    "INSERT INTO parent VALUES (1, 'one'), (4294967295, 'größte')",
                    "INSERT INTO child VALUES (1, 1, 'a', 1.50, '2024-02-29 23:59:59.999999', X'00FF', '{\"k\": 1}')");
            migration.start();
            migration.sourceTransaction(
                    "INSERT INTO child VALUES (2, 4294967295, 'b', -0.01, NULL, X'', '[null]')",
                    "UPDATE child SET price = 2.50 WHERE id = 1",
                    "INSERT INTO keyless VALUES (1, 'x'), (1, 'x')",
                    "DELETE FROM keyless LIMIT 1");
            migration.awaitCaughtUp();
            migration.stop();
            migration.sourceTransaction("DELETE FROM child WHERE id = 2", "DELETE FROM parent WHERE id = 4294967295");
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            VerifyRun verify = VerifyRun.of(migration);
            assertThat(verify.exitCode()).as(verify::toString).isZero();
        }
    }
}
