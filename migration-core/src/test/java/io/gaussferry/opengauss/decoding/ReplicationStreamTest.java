package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.target.LogicalDecoding;
import io.gaussferry.target.opengauss.OpenGaussDecoding;
import io.gaussferry.testing.ScriptedConnection;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyDual;
import org.opengauss.copy.CopyManager;
import org.opengauss.core.BaseConnection;

/** The messages of a walsender between those with rows, over a scripted connection. */
class ReplicationStreamTest {

    private static final LogicalDecoding DECODING = new OpenGaussDecoding();
    private static final DecodingSettings SETTINGS = new DecodingSettings(
            new TargetSettings("jdbc:opengauss://h/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(30)),
            0,
            "own",
            "pub",
            1_000,
            RuleBook.of(ConversionRules.defaults()));

    /** The next responses of the server: a message, null for none, or a failure. */
    private final Deque<Object> server = new ArrayDeque<>();

    private final List<byte[]> confirmed = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final ReplicationStream stream;

    private static final Object NONE = new Object();

    ReplicationStreamTest() throws SQLException {
        stream = ReplicationStream.start(connection(), DECODING, SETTINGS, 0x1_0000_0020L);
    }

    private Connection connection() {
        PGConnection driver = ScriptedConnection.fake(PGConnection.class, (self, method, arguments) -> manager());
        return ScriptedConnection.fake(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "unwrap" -> driver;
            case "setNetworkTimeout" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private CopyManager manager() throws SQLException {
        CopyDual copy = ScriptedConnection.fake(CopyDual.class, (self, method, arguments) -> switch (method.getName()) {
            case "readFromCopy" -> next();
            case "writeToCopy" -> confirmed.add(((byte[]) arguments[0]).clone());
            case "flushCopy" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
        BaseConnection unused = ScriptedConnection.fake(BaseConnection.class, (self, method, arguments) -> null);
        return new CopyManager(unused) {
            @Override
            public CopyDual copyDual(String sql) {
                commands.add(sql);
                return copy;
            }
        };
    }

    private @Nullable Object next() throws SQLException {
        Object next = server.isEmpty() ? NONE : server.remove();
        if (next instanceof SQLException failure) {
            throw failure;
        }
        return next == NONE ? null : next;
    }

    private static byte[] keepAlive(long sent, boolean asksForReply) {
        byte[] message = new byte[26];
        message[0] = 'k';
        ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putLong(1, sent);
        message[25] = (byte) (asksForReply ? 1 : 0);
        return message;
    }

    @Test
    void startsAtPosition() {
        assertThat(commands)
                .containsExactly("START_REPLICATION SLOT own LOGICAL 1/20 (\"proto_version\" '1',"
                        + " \"publication_names\" 'pub', \"binary\" 'true')");
    }

    @Test
    void passesRowsOn() throws SQLException {
        byte[] rows = new byte[ReplicationStream.dataOffset() + 1];
        rows[0] = 'w';
        server.add(rows);
        assertThat(stream.next(false)).isSameAs(rows);
        assertThat(stream.next(false)).isNull();
    }

    /** An older position that arrives later must not set the reported one back. */
    @Test
    void knowsHowFarAnIdleServerHasSent() throws SQLException {
        server.add(keepAlive(500, false));
        server.add(keepAlive(400, false));
        assertThat(stream.next(true)).isNull();
        assertThat(stream.next(true)).isNull();
        assertThat(stream.sentUpTo()).isEqualTo(500);
        assertThat(stream.isReplyRequested()).isFalse();
    }

    /** The server ends the connection if it gets no reply in time: another message must not make the stream forget the request. */
    @Test
    void remembersRequestedReplyUntilItIsSent() throws SQLException {
        server.add(keepAlive(500, true));
        server.add(keepAlive(600, false));
        assertThat(stream.next(true)).isNull();
        assertThat(stream.next(true)).isNull();
        assertThat(stream.isReplyRequested()).isTrue();
        stream.confirm(600, 550, true);
        assertThat(stream.isReplyRequested()).isFalse();
        ByteBuffer sent = ByteBuffer.wrap(confirmed.get(0)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(sent.get(0)).isEqualTo((byte) 'r');
        assertThat(sent.getLong(9)).as("received").isEqualTo(600);
        assertThat(sent.getLong(17)).as("durable").isEqualTo(550);
    }

    @Test
    void ignoresUnknownAndShortMessages() throws SQLException {
        server.add(new byte[] {'x', 1, 2});
        server.add(new byte[] {'k', 1, 2});
        server.add(new byte[0]);
        for (int i = 0; i < 3; i++) {
            assertThat(stream.next(true)).isNull();
        }
        assertThat(stream.sentUpTo()).isZero();
    }

    /** A timeout in the middle of a message: the bytes after it are not the start of one. */
    @Test
    void mayBeDesynchronizedUntilAMessageWasParsed() throws SQLException {
        server.add(new SQLException("timeout", "08006", new SocketTimeoutException()));
        byte[] rows = new byte[ReplicationStream.dataOffset() + 1];
        rows[0] = 'w';
        server.add(rows);
        assertThat(stream.next(true)).isNull();
        assertThat(stream.next(true)).isSameAs(rows);
        assertThat(stream.mayBeDesynchronized()).isTrue();
        stream.markParsed();
        assertThat(stream.mayBeDesynchronized()).isFalse();
    }

    @Test
    void reportsLostConnection() {
        SQLException lost = new SQLException("connection reset", "08006");
        server.add(lost);
        assertThatThrownBy(() -> stream.next(true)).isSameAs(lost);
    }

    /** The recipient of the transactions may block the reader for long: the server is not silent meanwhile. */
    @Test
    void countsOnlyTimeInWhichItWaitsAsSilence() throws Exception {
        Duration blocked = Duration.ofMillis(5);
        long start = System.nanoTime();
        server.add(keepAlive(1, false));
        assertThat(stream.next(true)).isNull();
        Thread.sleep(blocked.toMillis());
        assertThat(stream.next(true)).isNull();
        Duration silence = stream.silence();
        assertThat(silence)
                .isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - start).minus(blocked));
    }
}
