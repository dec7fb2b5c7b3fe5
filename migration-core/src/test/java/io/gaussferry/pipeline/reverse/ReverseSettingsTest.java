package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.decoding.DecodingSettings;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.target.opengauss.OpenGaussDecoding;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names on the target, and the choice of MySQL's server. */
class ReverseSettingsTest {

    private static final String IDENTITY = "@@GLOBAL.server_uuid";

    private final ReverseSettings settings = ReverseTestSettings.named("p");
    private final Map<String, ScriptedConnection> servers = new HashMap<>();

    private ScriptedConnection server(String host, String uuid) {
        ScriptedConnection server = new ScriptedConnection().answer(IDENTITY, row(uuid));
        servers.put(host, server);
        return server;
    }

    private Connection open() throws SQLException {
        return settings.open(settings.mysql(), this::connect);
    }

    private Connection connect(SourceSettings server) throws SQLException {
        ScriptedConnection known = servers.get(server.url().replaceAll(".*//(.*?)/.*", "$1"));
        if (known == null) {
            throw new SQLException("connection refused", "08001");
        }
        return known.connection();
    }

    @Test
    void writesToFollowedServerOnly() throws SQLException {
        ScriptedConnection replica = server("a", "a");
        ScriptedConnection followed = server("b", "b");
        Connection opened = open();
        assertThat(replica.executed()).last().isEqualTo("close");
        assertThat(followed.executed()).doesNotContain("close");
        assertThat(opened.isClosed()).isFalse();
    }

    @Test
    void findsFollowedServerBehindOneThatDoesNotAnswer() throws SQLException {
        ScriptedConnection followed = server("b", "b");
        Connection unused = open();
        assertThat(followed.executed()).doesNotContain("close");
    }

    @Test
    void refusesAllOtherServers() {
        server("a", "a");
        server("b", "c");
        assertThatThrownBy(this::open)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("no server in the URL is b");
    }

    /** Each attempt would leave a session of MySQL open, until MySQL refuses further ones. */
    @Test
    void closesConnectionWhoseServerIsUnknown() {
        ScriptedConnection failing = server("a", "a").fails(IDENTITY, new SQLException("access denied", "42000"));
        ScriptedConnection other = server("b", "c");
        assertThatThrownBy(this::open).isInstanceOf(SQLException.class);
        assertThat(failing.executed()).last().isEqualTo("close");
        assertThat(other.executed()).last().isEqualTo("close");
    }

    /** Both servers limit the length of a name and its characters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "p",
                "Shop-1",
                "shop_1",
                "großes Lager",
                "İ",
                "a-pipeline-with-a-very-long-name-that-is-longer-than-63"
            })
    void slotHasNameThatTheTargetAccepts(String pipeline) {
        DecodingSettings decoding = ReverseTestSettings.named(pipeline).decoding();
        for (String name : new String[] {decoding.slot(), decoding.prefetchSlot(), decoding.publication()}) {
            assertThat(new LogicalSlot(name, new OpenGaussDecoding())).hasToString("replication slot " + name);
        }
        assertThat(decoding.slot()).startsWith("gaussferry_").isEqualTo(decoding.publication());
    }

    /** A slot of another pipeline lacks this one's changes. */
    @Test
    void similarPipelinesHaveDifferentSlots() {
        assertThat(Stream.of("shop-1", "shop_1", "Shop_1", "shop 1", "a".repeat(60), "a".repeat(61))
                        .map(name -> ReverseTestSettings.named(name).decoding().slot()))
                .doesNotHaveDuplicates();
    }

    /** A larger batch coalesces more changes; all batches together take the same heap. */
    @Test
    void batchesAreLargerThanThoseOfTheReplay() {
        assertThat(settings.reverseReplicationLimits()).isEqualTo(new BatchLimits(400, 25_000, 50_000));
    }
}
