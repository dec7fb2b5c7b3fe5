package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProvenTablesTest {

    private static final List<TargetShape> TABLES =
            IntStream.range(0, 50).mapToObj(i -> table(i, "integer")).toList();

    private static TargetShape table(int number, String type) {
        return new TargetShape(
                new TableId("shop", "t" + number),
                List.of(new TargetShape.Column("id", 1, 23, "int4", 'b', -1, type, true)),
                List.of(),
                Set.of("id"));
    }

    private static ProvenTables proven(List<TargetShape> tables) {
        return new ProvenTables(tables.stream().collect(Collectors.toMap(TargetShape::id, TargetShape::fingerprint)));
    }

    @Test
    void leavesAllTablesWithoutProof() {
        assertThat(ProvenTables.NONE.remaining(TABLES)).isEqualTo(TABLES);
        assertThat(new ProvenTables(Map.of()).remaining(TABLES)).isEqualTo(TABLES);
    }

    /** A new slot may send its first transactions without their rows, whatever the table. */
    @Test
    void leavesFewTablesIfAllAreProven() {
        assertThat(proven(TABLES).remaining(TABLES)).hasSize(10);
        assertThat(proven(TABLES).remaining(TABLES.subList(0, 3))).hasSize(3);
    }

    @Test
    void leavesTablesThatWereAlteredOrCreatedSince() {
        ProvenTables proven = proven(TABLES.subList(0, 49));
        List<TargetShape> now = new ArrayList<>(TABLES);
        now.set(40, table(40, "bigint"));
        assertThat(proven.remaining(now)).contains(now.get(40), TABLES.get(49)).hasSize(12);
    }
}
