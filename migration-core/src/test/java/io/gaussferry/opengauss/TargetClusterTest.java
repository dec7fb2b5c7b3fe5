package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.target.cluster.ClusterView;
import io.gaussferry.target.cluster.ClusterView.Condition;
import io.gaussferry.target.cluster.CommitRule;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.TargetHost;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two servers that speak as much of the protocol as is needed to refuse an account. */
class TargetClusterTest {

    /** Answers every login with an error. */
    private static final class RefusingServer implements AutoCloseable {

        private final ServerSocket socket;
        private final String sqlState;
        private final AtomicInteger logins = new AtomicInteger();

        RefusingServer(String sqlState) throws IOException {
            this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            this.sqlState = sqlState;
            Thread thread = new Thread(this::serve, "refusing-server");
            thread.setDaemon(true);
            thread.start();
        }

        int logins() {
            return logins.get();
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
                    logins.incrementAndGet();
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
                "jdbc:opengauss://" + String.join(",", addresses) + "/shop?sslmode=disable",
                "gaussferry",
                "wrong",
                Duration.ofSeconds(1));
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
        ClusterView view = cluster.view().orElseThrow();
        assertThat(view.primary()).isNull();
        assertThat(view.hosts()).extracting(ClusterView.Host::condition).containsOnly(Condition.UNREACHABLE);
        assertThat(view.unusableSeconds()).isPositive();
        assertThat(view.problem()).contains("No server of the target is the primary");
        assertThat(view.commitWaitSeconds()).isNull();
    }

    @Test
    void showsChangesCommitsAndFormerPrimary() {
        TargetCluster cluster = cluster("a:1", "b:2");
        TargetHost first = cluster.hosts().get(0);
        TargetHost second = cluster.hosts().get(1);
        answer(cluster, first, HostRole.PRIMARY);
        cluster.commitWaits().record(new CommitWaits.Observation(first, new CommitRule(true, "*", 1, 1), 7.5));
        assertThat(cluster.view()).hasValueSatisfying(view -> {
            assertThat(view.commitWaitSeconds()).isEqualTo(7.5);
            assertThat(view.synchronousStandbys()).isEqualTo(1);
            assertThat(view.secondsSinceChange()).isNull();
        });
        answer(cluster, first, HostRole.UNREACHABLE);
        answer(cluster, second, HostRole.PRIMARY);
        answer(cluster, first, HostRole.PRIMARY);
        assertThat(cluster.view()).hasValueSatisfying(view -> {
            assertThat(view.primary()).isEqualTo("b:2");
            assertThat(view.hosts())
                    .extracting(ClusterView.Host::condition)
                    .containsExactly(Condition.REFUSED, Condition.PRIMARY);
            assertThat(view.changes()).isEqualTo(1);
            assertThat(view.secondsSinceChange()).isNotNegative();
            assertThat(view.commitWaitSeconds()).as("of the former primary").isNull();
        });
    }

    private static void answer(TargetCluster cluster, TargetHost host, HostRole role) {
        // terms are not asked for: the addresses do not exist
        List<HostState> claiming = cluster.decision()
                .record(List.of(new PrimaryDecision.Answer(new HostState(host, role, ""), cluster.ask())));
        cluster.decision().recordTerms(claiming);
    }

    @Test
    void showsNoRolesOfSingleHost() {
        assertThat(cluster("a:1").view()).isEmpty();
    }

    /** A server that starts or has no free connection accepts the account later. */
    @Test
    void waitsForServerThatIsStarting() throws IOException {
        try (RefusingServer server = new RefusingServer("57P03")) {
            TargetCluster cluster = cluster(unreachable(), server.address());
            assertThatThrownBy(() -> cluster.open(account())).isInstanceOf(GaussferryException.class);
            assertThat(server.logins())
                    .as("a command does not fail because of a switchover")
                    .isGreaterThan(1);
            assertThat(cluster.states())
                    .as("connections to a server that ends are left: it waits for them")
                    .extracting(HostState::role)
                    .containsExactly(HostRole.UNREACHABLE, HostRole.CHANGING);
        }
    }
}
