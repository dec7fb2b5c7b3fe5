package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GtidSetTest {

    private static final UUID A = UUID.fromString("aaaaaaaa-0000-0000-0000-000000000001");
    private static final UUID B = UUID.fromString("bbbbbbbb-0000-0000-0000-000000000002");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    A:1                       | A:1
                    A:1-1                     | A:1
                    A:1-3:4-5                 | A:1-5
                    A:5-6:1-2                 | A:1-2:5-6
                    A:1-9:3-4                 | A:1-9
                    A:3-4:1-9                 | A:1-9
                    A:1:3:5:2:4               | A:1-5
                    B:7,A:1-2                 | A:1-2,B:7
                    A:1-2,A:3                 | A:1-3
                    A:1:blue:1-2              | A:1,A:blue:1-2
                    A:Blue:1-2                | A:blue:1-2
                    A:1-9223372036854775806   | A:1-9223372036854775806
                    """)
    void printsParsedSetInShortestForm(String given, String expected) {
        assertThat(GtidSet.parse(withUuids(given))).hasToString(withUuids(expected));
    }

    @Test
    void parsesLineBreaksOfServerOutput() {
        assertThat(GtidSet.parse(withUuids("A:1-2,\nB:3"))).hasToString(withUuids("A:1-2,B:3"));
        assertThat(GtidSet.parse("  ").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"A", "A:", "A:0", "A:5-3", "A:x-3", "nonsense:1", "'A:1,'"})
    void refusesAndQuotesInvalidStrings(String notation) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GtidSet.parse(withUuids(notation)))
                .withMessageContaining("GTID set");
    }

    @Test
    void containsExactlyAddedGtidsInAnyOrder() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        GtidSet set = new GtidSet();
        Set<Gtid> expected = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            UUID series = random.nextBoolean() ? A : B;
            String tag = random.nextBoolean() ? "" : "t";
            int first = 1 + random.nextInt(300);
            for (int number = first; number <= Math.min(300, first + random.nextInt(10)); number++) {
                Gtid gtid = new Gtid(series, tag, number);
                set.add(gtid);
                expected.add(gtid);
                if (random.nextInt(10) == 0) {
                    assertThat(set.contains(gtid)).isTrue(); // a read within a run does not change the set
                }
            }
            assertThat(set.count()).as("seed %d", seed).isEqualTo(expected.size());
        }
        GtidSet parsed = GtidSet.parse(set.toString());
        assertThat(parsed).as("seed %d", seed).isEqualTo(set);
        for (UUID source : new UUID[] {A, B}) {
            for (String tag : new String[] {"", "t"}) {
                for (int number = 1; number <= 301; number++) {
                    Gtid gtid = new Gtid(source, tag, number);
                    assertThat(parsed.contains(gtid))
                            .as("%s, seed %d", gtid, seed)
                            .isEqualTo(expected.contains(gtid));
                }
            }
        }
    }

    @Test
    void detectsSubsets() {
        GtidSet large = GtidSet.parse(withUuids("A:1-10,B:1-3:5-9"));
        assertThat(large.containsAll(GtidSet.parse(withUuids("A:2-3,B:6")))).isTrue();
        assertThat(large.containsAll(GtidSet.parse(withUuids("B:3-5")))).isFalse();
        assertThat(large.containsAll(GtidSet.parse(withUuids("A:x:1")))).isFalse();
        assertThat(large.containsAll(new GtidSet())).isTrue();
    }

    private static String withUuids(String notation) {
        return notation.replaceAll("\\bA\\b", A.toString()).replaceAll("\\bB\\b", B.toString());
    }

    @Test
    void subtractsOtherSet() {
        String a = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
        String b = "4e11fa47-71ca-11e1-9e33-c80aa9429562";
        GtidSet source = GtidSet.parse(a + ":1-10:20-30," + b + ":1-5");
        assertThat(source.minus(GtidSet.parse(a + ":3-5:8-25")))
                .isEqualTo(GtidSet.parse(a + ":1-2:6-7:26-30," + b + ":1-5"));
        assertThat(source.minus(source).isEmpty()).isTrue();
        assertThat(source.minus(new GtidSet())).isEqualTo(source);
        assertThat(source.minus(GtidSet.parse(a + ":1-100")).count()).isEqualTo(5);
        assertThat(source.count()).isEqualTo(26);
    }

    @Test
    void findsSkippedButNotFutureTransactions() {
        String a = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
        String b = "4e11fa47-71ca-11e1-9e33-c80aa9429562";
        GtidSet source = GtidSet.parse(a + ":1-10," + b + ":1-5");
        assertThat(GtidSet.parse(a + ":1-7").gapsWithin(source).isEmpty()).isTrue();
        assertThat(GtidSet.parse(a + ":1-3:6-7").gapsWithin(source)).isEqualTo(GtidSet.parse(a + ":4-5"));
    }
}
