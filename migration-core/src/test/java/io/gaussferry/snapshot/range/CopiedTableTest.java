package io.gaussferry.snapshot.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.CopyWindow.Fate;
import io.gaussferry.testing.TableBuilder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Replay asks which transactions a copied row contains: a wrong window loses a change, or applies it twice. */
class CopiedTableTest {

    private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private static final TableDefinition TABLE = TableBuilder.table("t")
            .column("id", "bigint unsigned")
            .primary("id")
            .build();

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private static GtidSet upTo(int transaction) {
        return transaction == 0 ? GtidSet.parse("") : GtidSet.parse(UUID + ":1-" + transaction);
    }

    private static CopyWindow window(int low, int high) {
        return new CopyWindow(upTo(low), upTo(high));
    }

    private static Gtid gtid(int transaction) {
        return Gtid.parse(UUID + ":" + transaction);
    }

    @Test
    void windowDecidesFateOfTransaction() {
        CopyWindow window = window(3, 5);
        assertThat(window.isExact()).isFalse();
        assertThat(window.fate(gtid(3))).isEqualTo(Fate.SKIP);
        assertThat(window.fate(gtid(4))).isEqualTo(Fate.IDEMPOTENT);
        assertThat(window.fate(gtid(5))).isEqualTo(Fate.IDEMPOTENT);
        assertThat(window.fate(gtid(6))).isEqualTo(Fate.APPLY);
        assertThat(window(4, 4).fate(gtid(5))).isEqualTo(Fate.APPLY);
    }

    @Test
    void windowHasAnEndAfterItsStart() {
        assertThatThrownBy(() -> window(5, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Of several rows, all contain what each contains, and any may contain what one may contain. */
    @RepeatedTest(20)
    void unionContainsWhatAnyRowMayContain() {
        int low = random.nextInt(10);
        int otherLow = random.nextInt(10);
        CopyWindow one = window(low, low + random.nextInt(5));
        CopyWindow other = window(otherLow, otherLow + random.nextInt(5));
        CopyWindow union = one.with(other);
        assertThat(union).as("symmetric").isEqualTo(other.with(one));
        for (int i = 1; i < 16; i++) {
            Fate fate = union.fate(gtid(i));
            Fate first = one.fate(gtid(i));
            Fate second = other.fate(gtid(i));
            assertThat(fate)
                    .as("seed %d, transaction %d of %s and %s", seed, i, one, other)
                    .isEqualTo(first == second ? first : Fate.IDEMPOTENT);
        }
    }

    /** Ranges are recorded by several workers in any order. */
    @RepeatedTest(50)
    void findsWindowOfEachRow() {
        TreeSet<BigInteger> bounds = new TreeSet<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            // numbers whose strings sort differently
            bounds.add(BigInteger.valueOf(random.nextInt(1, 200)));
        }
        TreeMap<BigInteger, CopyWindow> expected = new TreeMap<>();
        List<KeyRange> ranges = new ArrayList<>();
        List<String> after = List.of();
        for (BigInteger bound : bounds) {
            ranges.add(new KeyRange(after, List.of(bound.toString())));
            after = List.of(bound.toString());
        }
        ranges.add(new KeyRange(after, List.of()));
        Collections.shuffle(ranges, random);
        CopiedTable copied = new CopiedTable(KeyOrder.ofValues(TABLE));
        BigInteger largest = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
        for (KeyRange range : ranges) {
            CopyWindow window = window(2, 2 + random.nextInt(3));
            copied.add(range, window);
            expected.put(
                    range.upTo().isEmpty()
                            ? largest
                            : new BigInteger(range.upTo().get(0)),
                    window);
        }
        boolean isOne = expected.values().stream().distinct().count() == 1;
        assertThat(copied.keyColumns()).isEqualTo(isOne ? List.of() : List.of(0));
        for (int i = 0; i < 50; i++) {
            BigInteger key = i == 0 ? largest : BigInteger.valueOf(random.nextInt(210));
            assertThat(copied.window(List.of(key.toString())))
                    .as("seed %d, key %s of %s", seed, key, ranges)
                    .isEqualTo(expected.ceilingEntry(key).getValue());
        }
        CopyWindow all = expected.values().stream().reduce(CopyWindow::with).orElseThrow();
        assertThat(copied.ofAllRows()).contains(all);
    }

    /** Equal rows of a table without a key are not distinguishable. */
    @Test
    void tableWithoutKeyHasOneWindow() {
        CopiedTable copied = new CopiedTable(KeyOrder.ofValues(TABLE).asOneRange());
        assertThat(copied.ofAllRows()).isEmpty();
        copied.add(KeyRange.WHOLE, window(3, 4));
        copied.add(KeyRange.WHOLE, window(2, 3));
        assertThat(copied.keyColumns()).isEmpty();
        assertThat(copied.window(List.of())).isEqualTo(window(2, 4));
        assertThat(copied.ofAllRows()).contains(window(2, 4));
    }

    @Test
    void emptyTableHasNoWindow() {
        CopiedTable copied = new CopiedTable(KeyOrder.ofValues(TABLE));
        assertThatThrownBy(() -> copied.window(List.of("1"))).hasMessageContaining("no range");
    }

    /** Bytes compare by their digits, a prefix before the longer value; numbers by value. */
    @Test
    void comparesKeysAsTheSourceDoes() {
        TableDefinition table = TableBuilder.table("t")
                .column("n", "bigint")
                .column("b", "varbinary(8)")
                .primary("n", "b")
                .build();
        KeyComparator comparator = new KeyComparator(KeyOrder.ofValues(table));
        List<List<String>> sorted = List.of(
                List.of("-10", "FF"),
                List.of("-9", ""),
                List.of("2", "00"),
                List.of("2", "0000"),
                List.of("2", "7F"),
                List.of("2", "80"),
                List.of("10", ""));
        List<List<String>> shuffled = new ArrayList<>(sorted);
        Collections.shuffle(shuffled, random);
        shuffled.sort(comparator);
        assertThat(shuffled).isEqualTo(sorted);
        assertThat(comparator.compare(List.of("2", "00"), List.of("2", "00"))).isZero();
    }
}
