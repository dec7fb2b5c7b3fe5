package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.DaemonSettings;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.status.RecentErrors;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpServerTest {

    @TempDir
    private Path directory;

    @Test
    void rejectsConfiguredPortInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> start("port: " + other.getLocalPort()))
                    .isInstanceOf(GaussferryException.class)
                    .hasMessageContaining("gaussferry.http.port " + other.getLocalPort() + " is in use");
        }
    }

    /** 192.0.2.0/24 is reserved for documentation, so no machine has this address. */
    @Test
    void rejectsAddressOfAnotherMachine() {
        assertThatThrownBy(() -> start("address: 192.0.2.1, port: 7433"))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("Cannot listen on gaussferry.http.address 192.0.2.1");
    }

    private void start(String http) throws Exception {
        Path configuration = Files.writeString(directory.resolve("gaussferry.yml"), """
                gaussferry:
                  source: {url: "jdbc:mysql://127.0.0.1/", user: u}
                  target: {url: "jdbc:opengauss://127.0.0.1/t", user: u}
                  http: {%s}
                """.formatted(http));
        DaemonSettings settings = ConfigurationFile.readForDaemon(configuration);
        HttpServer.start(settings.http(), IdleDaemonView.of(settings.migration().pipeline(), new RecentErrors()))
                .close();
    }
}
