package io.gaussferry.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.target.opengauss.OpenGaussDialect;
import io.gaussferry.target.postgresql.PostgreSqlDialect;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The messages of replication connections, byte by byte: a wrong one would confirm random positions to the server. */
class LogicalDecodingTest {

    private static final LogicalDecoding OPENGAUSS =
            new OpenGaussDialect(new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "B", true)).decoding();
    private static final LogicalDecoding POSTGRESQL =
            new PostgreSqlDialect(new TargetProfile(Product.POSTGRESQL, "PostgreSQL 18.1", "PG", false)).decoding();

    private static final long RECEIVED = 0x1_0000_0002L;
    private static final long DURABLE = 0x1_0000_0001L;
    private static final long CLOCK = 3;

    private static String status(LogicalDecoding decoding, boolean answer) {
        return HexFormat.of().formatHex(decoding.status(RECEIVED, DURABLE, CLOCK, answer));
    }

    private static LogicalDecoding.KeepAlive keepAlive(LogicalDecoding decoding, String message) {
        return decoding.keepAlive(HexFormat.of().parseHex(message.replace(" ", "")));
    }

    @Test
    void confirmsToPostgreSqlInNetworkOrder() {
        String positions = "0000000100000002" + "0000000100000001" + "0000000100000001";
        assertThat(status(POSTGRESQL, false)).isEqualTo("72" + positions + "0000000000000003" + "00");
        assertThat(status(POSTGRESQL, true)).isEqualTo("72" + positions + "0000000000000003" + "01");
    }

    @Test
    void confirmsToOpenGaussInItsMemoryOrder() {
        String none = "ffffffffffffff7f";
        assertThat(status(OPENGAUSS, true))
                .isEqualTo("72" + none + "0200000001000000" + "0100000001000000" + none + "0100000001000000"
                        + "ffffff7f" + "ffffff7f" + "0300000000000000" + "01" + "00000000" + "010101");
    }

    @Test
    void parsesKeepAliveOfPostgreSql() {
        assertThat(keepAlive(POSTGRESQL, "6b 0000000100000002 0000000000000003 00"))
                .isEqualTo(new LogicalDecoding.KeepAlive(RECEIVED, false));
        assertThat(keepAlive(POSTGRESQL, "6b 0000000100000002 0000000000000003 01"))
                .isEqualTo(new LogicalDecoding.KeepAlive(RECEIVED, true));
    }

    @Test
    void parsesKeepAliveOfOpenGauss() {
        String header = "6b 0200000001000000 01000000 02000000 0300000000000000";
        assertThat(keepAlive(OPENGAUSS, header + "00")).isEqualTo(new LogicalDecoding.KeepAlive(RECEIVED, false));
        assertThat(keepAlive(OPENGAUSS, header + "01")).isEqualTo(new LogicalDecoding.KeepAlive(RECEIVED, true));
    }

    @Test
    void convertsLogPositions() {
        assertThat(Lsn.format(0x1_F976_94E0L)).isEqualTo("1/F97694E0");
        assertThat(Lsn.parse("1/F97694E0")).isEqualTo(0x1_F976_94E0L);
        assertThat(Lsn.parse("0/A")).isEqualTo(10);
    }

    @Test
    void namesRelease() {
        assertThat(new PostgreSqlDialect(new TargetProfile(Product.POSTGRESQL, "PostgreSQL 9.6.24 on x86", "PG", false))
                        .release())
                .isEqualTo("PostgreSQL 9.6");
        assertThat(OpenGaussDialect.unknown().release()).isEqualTo("openGauss");
    }
}
