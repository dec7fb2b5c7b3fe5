package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Two servers that speak as much of the protocol as is needed to refuse an account. */
class TargetClusterTest {

    /** Answers every login with an error. */
    private static final class RefusingServer implements AutoCloseable {

        private final ServerSocket socket;
        private final String sqlState;

        RefusingServer(String sqlState) throws IOException {
            this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            this.sqlState = sqlState;
            Thread thread = new Thread(this::serve, "refusing-server");
            thread.setDaemon(true);
            thread.start();
        }

        String address() {
            return "127.0.0.1:" + socket.getLocalPort();
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    DataInputStream in = new DataInputStream(client.getInputStream());
                    byte[] startup = new byte[in.readInt() - 4];
                    in.readFully(startup);
                    DataOutputStream out = new DataOutputStream(client.getOutputStream());
                    byte[] fields = fields();
                    out.writeByte('E');
                    out.writeInt(fields.length + 4);
                    out.write(fields);
                    out.flush();
                } catch (IOException closed) {
                    // the next client is served
                    continue;
                }
            }
        }

        private byte[] fields() throws IOException {
            ByteArrayOutputStream fields = new ByteArrayOutputStream();
            for (String field : new String[] {"SFATAL", "C" + sqlState, "Mlogin denied"}) {
                fields.write(field.getBytes(StandardCharsets.UTF_8));
                fields.write(0);
            }
            fields.write(0);
            return fields.toByteArray();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static String unreachable() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private static TargetCluster cluster(String... addresses) {
        return new TargetCluster(
                "jdbc:opengauss://" + String.join(",", addresses) + "/shop?sslmode=disable", "gaussferry", "wrong");
    }

    private static Properties account() {
        Properties properties = new Properties();
        properties.setProperty("user", "gaussferry");
        properties.setProperty("password", "wrong");
        properties.setProperty("loggerLevel", "OFF");
        return properties;
    }

    /** A retry would be refused, too; the other server may never answer. */
    @Test
    void reportsRefusedAccountAtOnce() throws IOException {
        try (RefusingServer server = new RefusingServer("28P01")) {
            TargetCluster cluster = cluster(unreachable(), server.address());
            assertThatThrownBy(() -> cluster.open(account()))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refusal -> assertThat(refusal.getSQLState()).isEqualTo("28P01"));
        }
    }

    @Test
    void waitsForServersThatDoNotAnswer() throws IOException {
        TargetCluster cluster = cluster(unreachable(), unreachable());
        assertThatThrownBy(() -> cluster.open(account())).isInstanceOfSatisfying(GaussferryException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.TARGET_PRIMARY_MISSING);
            assertThat(failure.category()).isEqualTo(ErrorCategory.RETRY);
        });
    }

    /** A server that starts or has no free connection accepts the account later. */
    @Test
    void waitsForServerThatIsStarting() throws IOException {
        try (RefusingServer server = new RefusingServer("57P03")) {
            TargetCluster cluster = cluster(unreachable(), server.address());
            assertThatThrownBy(() -> cluster.open(account())).isInstanceOf(GaussferryException.class);
            assertThat(cluster.states())
                    .as("connections to a server that ends are left: it waits for them")
                    .extracting(HostState::role)
                    .containsExactly(HostRole.UNREACHABLE, HostRole.CHANGING);
        }
    }
}
