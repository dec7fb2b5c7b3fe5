package io.gaussferry.convert.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeometryEncoderTest {

    private static final String PAIR = "000000000000f03f0000000000000040";
    private static final String POINT = "0101000000" + PAIR;
    private static final String LINE = "010200000002000000" + PAIR + PAIR;
    private static final String POLYGON = "01030000000100000004000000" + PAIR + PAIR + PAIR + PAIR;

    private static String encoded(String declaration, String wkb) {
        byte[] bytes = HexFormat.of().parseHex("77" + wkb + "77");
        BinaryOutput image = new BinaryOutput(4);
        new GeometryEncoder("g", declaration, 4326).encode(bytes, 1, bytes.length - 1, image);
        return HexFormat.of().formatHex(image.toByteArray());
    }

    @Test
    void writesLengthAndReferenceSystemBeforeWkb() {
        assertThat(encoded("point", POINT)).isEqualTo("19000000e6100000" + POINT);
    }

    @ParameterizedTest
    @CsvSource({
        "geometry, " + POINT,
        "linestring, " + LINE,
        "polygon, " + POLYGON,
        "multipoint, 010400000001000000" + POINT,
        "multilinestring, 010500000002000000" + LINE + LINE,
        "multipolygon, 010600000001000000" + POLYGON,
        "geomcollection, 010700000000000000",
        "geometry, 010700000002000000" + POINT + "010700000001000000" + LINE
    })
    void encodesAllKinds(String declaration, String wkb) {
        assertThat(encoded(declaration, wkb)).endsWith(wkb);
    }

    @ParameterizedTest
    @CsvSource({
        "point, " + LINE,
        "multipoint, 010400000001000000" + LINE,
        "geometry, 0000000001000000000000f03f0000000000000040",
        "geometry, " + POINT + "00",
        "geometry, 0101000000000000000000f03f00000000000000",
        "geometry, 0108000000",
        "geometry, 01",
        "linestring, 010200000001000000" + PAIR,
        "linestring, 0102000000ffffffff" + PAIR,
        "polygon, 010300000001000000030000000" + "0",
        "multipoint, 010400000000000000",
        "geometry, 010700000002000000" + POINT
    })
    void rejectsInvalidWkb(String declaration, String wkb) {
        assertThatThrownBy(() -> encoded(declaration, wkb))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("is not a valid WKB for MySQL's column");
    }
}
