package io.gaussferry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.GtidSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statement about transactions in a report: what the target lacks, what it skipped, and what only it claims. */
class OrderStatementTest {

    private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private static GtidSet set(String intervals) {
        return GtidSet.parse(intervals.isEmpty() ? "" : UUID + ":" + intervals);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # at start | at end | target  | copied | counted || outstanding | gaps | unknown | complete | exactly once
            1-10       | 1-12   | 1-12    | 1-4    | 8       || ''          | ''   | ''      | true     | true
            1-10       | 1-12   | 1-10    | 1-4    | 6       || 11-12       | ''   | ''      | true     | true
            1-10       | 1-12   | 1-9     | 1-4    | 5       || 10-12       | ''   | ''      | false    | true
            1-10       | 1-12   | 1-6:8-12| 1-4    | 7       || 7           | 7    | ''      | false    | true
            1-10       | 1-12   | 1-13    | 1-4    | 9       || ''          | ''   | 13      | true     | true
            1-10       | 1-12   | 1-12    | 1-4    | 9       || ''          | ''   | ''      | true     | false
            1-10       | 1-12   | 1-12    | ''     | 12      || ''          | ''   | ''      | true     | false
            """)
    void statesOrder(
            String atStart,
            String atEnd,
            String target,
            String copied,
            long counted,
            String unused,
            String outstanding,
            String gaps,
            String unknown,
            boolean isComplete,
            boolean isExactlyOnce) {
        OrderStatement order = OrderStatement.of(set(atStart), set(atEnd), set(target), set(copied), counted, false);
        assertThat(order.outstanding()).isEqualTo(set(outstanding));
        assertThat(order.gaps()).isEqualTo(set(gaps));
        assertThat(order.unknown()).isEqualTo(set(unknown));
        assertThat(order.hasNoGaps()).isEqualTo(gaps.isEmpty() && unknown.isEmpty());
        assertThat(order.isComplete()).isEqualTo(isComplete);
        assertThat(order.isExactlyOnce()).isEqualTo(isExactlyOnce);
    }
}
