package io.gaussferry.bench.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.bench.routing.SwitchableDataSource.Side;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class SwitchableDataSourceTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    private final SwitchableDataSource routed =
            new SwitchableDataSource(pool("source"), pool("target"), Side.SOURCE, Duration.ofSeconds(20));

    /** Returns a pool whose connections have this catalog. */
    private static DataSource pool(String catalog) {
        ClassLoader loader = SwitchableDataSourceTest.class.getClassLoader();
        Object connection = Proxy.newProxyInstance(
                loader,
                new Class<?>[] {Connection.class},
                (proxy, method, given) -> method.getName().equals("getCatalog") ? catalog : null);
        return (DataSource)
                Proxy.newProxyInstance(loader, new Class<?>[] {DataSource.class}, (proxy, method, given) -> connection);
    }

    private String catalog() {
        try (Connection connection = routed.getConnection()) {
            return connection.getCatalog();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void givesWaitingCallersConnectionsOfOtherSide() throws Exception {
        assertThat(catalog()).isEqualTo("source");
        assertThat(routed.pause(SHORT)).isTrue();
        CompletableFuture<String> waiting = CompletableFuture.supplyAsync(this::catalog);
        Thread.sleep(SHORT.toMillis());
        assertThat(waiting).isNotDone();
        routed.route(Side.TARGET);
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo("target");
    }

    @Test
    void pausesOnlyWithoutConnectionsInUse() throws Exception {
        Connection used = routed.getConnection();
        assertThat(routed.pause(SHORT)).isFalse();
        Connection other = routed.getConnection();
        used.close();
        used.close();
        assertThat(routed.pause(SHORT)).as("the other is in use").isFalse();
        CompletableFuture<Boolean> paused = CompletableFuture.supplyAsync(this::pause);
        other.close();
        assertThat(paused.get(20, TimeUnit.SECONDS)).isTrue();
    }

    private boolean pause() {
        try {
            return routed.pause(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void refusesCallersThatWaitTooLong() throws Exception {
        SwitchableDataSource impatient = new SwitchableDataSource(pool("source"), pool("target"), Side.SOURCE, SHORT);
        assertThat(impatient.pause(SHORT)).isTrue();
        assertThatThrownBy(impatient::getConnection).isInstanceOf(SQLTransientConnectionException.class);
    }

    @Test
    void requiresTokenForControl() throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (RouteControl control = new RouteControl(routed, address, "secret", SHORT)) {
            assertThat(post(control, "wrong", "target")).isEqualTo(401);
            assertThat(routed.side()).isEqualTo(Side.SOURCE);
            assertThat(post(control, "secret", "target")).isEqualTo(200);
            assertThat(routed.side()).isEqualTo(Side.TARGET);
            assertThat(post(control, "secret", "other")).isEqualTo(404);
            Connection used = routed.getConnection();
            assertThat(post(control, "secret", "pause")).isEqualTo(503);
            used.close();
            assertThat(post(control, "secret", "pause")).isEqualTo(200);
        }
    }

    private static int post(RouteControl control, String token, String action) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + control.port() + "/" + action))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
