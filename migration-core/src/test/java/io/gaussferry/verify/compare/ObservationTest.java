package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One reading of a row: a hash for each column on both sides, here written as digits, or the absence of the row. */
class ObservationTest {

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # source, target, copies, equal, kind,      differing columns
            123,      123,    1,      true,  DIFFERENT, {}
            123,      193,    1,      false, DIFFERENT, {1}
            123,      923,    1,      false, DIFFERENT, {0}
            123,      987,    1,      false, DIFFERENT, '{0, 1, 2}'
            123,      -,      0,      false, MISSING,   {}
            -,        123,    1,      false, EXTRA,     {}
            -,        -,      0,      true,  MISSING,   {}
            123,      123,    2,      false, EXTRA,     {}
            123,      193,    2,      false, EXTRA,     {1}
            """)
    void describesDifference(
            @Nullable String source,
            @Nullable String target,
            int copies,
            boolean equal,
            Difference.Kind kind,
            String columns) {
        Observation observation = new Observation(hashes(source), hashes(target), copies);
        assertThat(observation.isEqual()).isEqualTo(equal);
        assertThat(observation.kind()).isEqualTo(kind);
        assertThat(observation.differingColumns()).hasToString(columns);
    }

    /** A difference is confirmed if replay, which writes the following side, has not written the row since. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # first source, target, now source, target, follows, confirmed, remaining columns
            12,             19,     12,         19,     TARGET,  true,      {1}
            12,             19,     15,         19,     TARGET,  true,      {1}
            12,             19,     12,         18,     TARGET,  false,     {}
            12,             19,     12,         12,     TARGET,  false,     {1}
            12,             89,     15,         84,     TARGET,  true,      {0}
            12,             19,     15,         19,     SOURCE,  false,     {}
            12,             19,     12,         18,     SOURCE,  true,      {1}
            12,             -,      12,         -,      TARGET,  true,      {}
            12,             -,      15,         -,      TARGET,  true,      {}
            12,             -,      15,         -,      SOURCE,  false,     {}
            -,              12,     -,          12,     TARGET,  true,      {}
            -,              12,     -,          15,     TARGET,  false,     {}
            -,              12,     12,         15,     TARGET,  false,     {}
            12,             -,      -,          12,     TARGET,  false,     {}
            """)
    void confirmsDifferenceThatReplayHasNotTouched(
            @Nullable String firstSource,
            @Nullable String firstTarget,
            @Nullable String source,
            @Nullable String target,
            String follows,
            boolean confirmed,
            String remaining) {
        Observation first = observation(firstSource, firstTarget);
        BitSet columns = first.differingColumns();
        assertThat(observation(source, target).confirms(first, columns, follows.equals("SOURCE")))
                .isEqualTo(confirmed);
        assertThat(columns).hasToString(remaining);
    }

    /** The row differed, and now the target has a second row with its key. */
    @Test
    void doesNotConfirmDifferenceOfAnotherKind() {
        Observation first = observation("12", "19");
        Observation now = new Observation(hashes("12"), hashes("19"), 2);
        assertThat(now.confirms(first, first.differingColumns(), false)).isFalse();
    }

    private static Observation observation(@Nullable String source, @Nullable String target) {
        return new Observation(hashes(source), hashes(target), target == null ? 0 : 1);
    }

    private static long @Nullable [] hashes(@Nullable String digits) {
        return digits == null
                ? null
                : Arrays.stream(digits.split("")).mapToLong(Long::parseLong).toArray();
    }
}
