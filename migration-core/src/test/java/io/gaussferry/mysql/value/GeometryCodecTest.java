package io.gaussferry.mysql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import org.junit.jupiter.api.Test;

class GeometryCodecTest {

    private static final String POINT = "0101000000" + "000000000000f03f" + "0000000000000040";

    @Test
    void writesWkbWithoutReferenceSystem() {
        GeometryCodec codec = new GeometryCodec("c", 4, ColumnUsage.NONE);
        assertThat(Written.fromImage(codec, "19000000" + "e6100000" + POINT)).isEqualTo("\\x" + POINT);
    }

    /** The number is lost on the target, so the report names the column. */
    @Test
    void notesReferenceSystem() {
        RuleUsage usage = new RuleUsage();
        TableId table = new TableId("s", "t");
        GeometryCodec codec = new GeometryCodec("c", 4, usage.column(table, "c"));
        Written.fromImage(codec, "19000000" + "00000000" + POINT);
        assertThat(usage.hasReferenceSystem(table, "c")).isFalse();
        Written.fromImage(codec, "19000000" + "e6100000" + POINT);
        assertThat(usage.hasReferenceSystem(table, "c")).isTrue();
    }

    @Test
    void rejectsValueWithoutReferenceSystem() {
        assertThatThrownBy(() -> Written.fromImage(new GeometryCodec("c", 1, ColumnUsage.NONE), "03000000"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("too short for its SRID");
    }
}
