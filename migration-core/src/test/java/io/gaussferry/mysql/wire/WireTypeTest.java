package io.gaussferry.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireTypeTest {

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    @Test
    void parsesTheMetadataOfATableInOrder() {
        // int, varchar(75) utf8mb4, decimal(10,2), bit(10), double, datetime(3), json, char(255) utf8mb4, enum, set,
        // date
        String types =
                WireType.parse(hex("03 0f f6 10 05 12 f5 fe fe fe 0a"), hex("2c01 0a02 0201 08 03 04 cefc f702 f808"))
                        .stream()
                        .map(WireType::toString)
                        .collect(Collectors.joining("; "));

        assertThat(types)
                .isEqualTo("INT; VARCHAR or VARBINARY of 300 bytes; DECIMAL(10,2); BIT(10); DOUBLE; DATETIME(3); JSON;"
                        + " CHAR or BINARY of 1020 bytes; ENUM of 2 bytes; SET of 8 bytes; DATE");
    }

    @ParameterizedTest
    @CsvSource({
        "254, 0xfe14, STRING, 20",
        "254, 0xeefc, STRING, 508",
        "254, 0xdefc, STRING, 764",
        "254, 0xcefc, STRING, 1020",
        "254, 0xf701, ENUM, 1",
        "254, 0xf808, SET, 8",
        "15, 300, VARCHAR, 300",
        "16, 0x0102, BIT, 10",
        "252, 2, BLOB, 2"
    })
    void parsesMetadataInTheConnectorsForm(int code, Integer metadata, String name, int value) {
        int real = switch (name) {
            case "STRING" -> WireType.STRING;
            case "ENUM" -> WireType.ENUM;
            case "SET" -> WireType.SET;
            case "VARCHAR" -> WireType.VARCHAR;
            case "BIT" -> WireType.BIT;
            default -> WireType.BLOB;
        };
        assertThat(WireType.of(code, metadata)).isEqualTo(new WireType(real, value));
    }

    @Test
    void rejectsInvalidMetadata() {
        assertThatThrownBy(() -> WireType.parse(hex("030f"), hex("2c"))).isInstanceOf(MalformedRowImageException.class);
        assertThatThrownBy(() -> WireType.parse(hex("03"), hex("2c"))).isInstanceOf(MalformedRowImageException.class);
        assertThatThrownBy(() -> WireType.parse(hex("f6"), hex("4201"))).isInstanceOf(MalformedRowImageException.class);
        assertThatThrownBy(() -> WireType.parse(hex("14"), hex("0300")))
                .isInstanceOf(UnsupportedColumnException.class)
                .hasMessageContaining("multi-valued index");
        assertThatThrownBy(() -> WireType.parse(hex("f3"), hex(""))).isInstanceOf(UnsupportedColumnException.class);
    }

    @Test
    void parsesWrittenTableMaps() {
        List<WireType> types = List.of(
                new WireType(WireType.LONG, 0),
                new WireType(WireType.STRING, 20),
                new WireType(WireType.STRING, 255),
                new WireType(WireType.STRING, 1020),
                new WireType(WireType.STRING, 508),
                new WireType(WireType.VARCHAR, 65_535),
                new WireType(WireType.ENUM, 2),
                new WireType(WireType.SET, 8),
                new WireType(WireType.BIT, 1),
                new WireType(WireType.BIT, 64),
                new WireType(WireType.NEWDECIMAL, 65 << 8 | 30),
                new WireType(WireType.FLOAT, 4),
                new WireType(WireType.DOUBLE, 8),
                new WireType(WireType.BLOB, 4),
                new WireType(WireType.JSON, 4),
                new WireType(WireType.GEOMETRY, 4),
                new WireType(WireType.VECTOR, 4),
                new WireType(WireType.DATE, 0),
                new WireType(WireType.TIME2, 6),
                new WireType(WireType.DATETIME2, 0),
                new WireType(WireType.TIMESTAMP2, 3),
                new WireType(WireType.YEAR, 0));
        BinaryOutput codes = new BinaryOutput(1);
        BinaryOutput metadata = new BinaryOutput(1);
        types.forEach(type -> type.writeTableMap(codes, metadata));
        assertThat(WireType.parse(codes.toByteArray(), metadata.toByteArray())).isEqualTo(types);
    }
}
