package io.gaussferry.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxConfigurationTest {

    private static final ServerAddress SOURCE =
            new ServerAddress("jdbc:mysql://127.0.0.1:1/?a=b&c=d", "root", "s\"\\1");
    private static final ServerAddress TARGET = new ServerAddress("jdbc:opengauss://127.0.0.1:2/x", "ferry", "t#: 2");

    @Test
    void writesConfigurationOfDaemon() {
        assertThat(SandboxConfiguration.yaml("demo", List.of("*", "shop_%"), SOURCE, TARGET))
                .isEqualTo("""
                        gaussferry:
                          pipeline: "demo"
                          source:
                            url: "jdbc:mysql://127.0.0.1:1/?a=b&c=d"
                            user: "root"
                            password: "s\\"\\\\1"
                            schemas: [ "*", "shop_%" ]
                          target:
                            url: "jdbc:opengauss://127.0.0.1:2/x"
                            user: "ferry"
                            password: "t#: 2"
                        """);
    }

    @Test
    void restrictsFileToOwner(@TempDir Path directory) throws IOException {
        Path nested = directory.resolve("new");
        SandboxConfiguration.write(nested, "demo", List.of("*"), SOURCE, TARGET);
        Path file = SandboxConfiguration.write(nested, "demo", List.of("shop"), SOURCE, TARGET);

        assertThat(file).isEqualTo(nested.resolve("demo.yaml"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(file).content().contains("schemas: [ \"shop\" ]");
    }

    @Test
    void omitsPasswordFromToString() {
        assertThat(SOURCE).hasToString("root at jdbc:mysql://127.0.0.1:1/?a=b&c=d");
    }
}
