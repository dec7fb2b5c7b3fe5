package io.gaussferry.snapshot.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The bounds of ranges as the target stores them: a resumed copy continues exactly where they end. */
class KeyBoundFormatTest {

    @Test
    void distinguishesNoValueFromEmptyValue() {
        assertThat(KeyBoundFormat.of(List.of())).isEmpty();
        assertThat(KeyBoundFormat.of(List.of(""))).isEqualTo("=");
        assertThat(KeyBoundFormat.of(List.of("", ""))).isEqualTo("=,=");
        assertThat(KeyBoundFormat.of(List.of("a,b", "c\\", "\0"))).isEqualTo("=a\\,b,=c\\\\,=\\0");
    }

    @RepeatedTest(20)
    void readsWhatItWrites() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            List<String> values = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                StringBuilder value = new StringBuilder();
                for (int k = random.nextInt(5); k > 0; k--) {
                    value.append("a0,=\\\0ü\n ".charAt(random.nextInt(9)));
                }
                values.add(value.toString());
            }
            String stored = KeyBoundFormat.of(values);
            assertThat(stored).as("seed %d: no target stores U+0000", seed).doesNotContain("\0");
            assertThat(KeyBoundFormat.parse(stored))
                    .as("seed %d, %s", seed, stored)
                    .isEqualTo(values);
        }
    }

    private static GaussferryException failure(String problem) {
        return new GaussferryException(ErrorCode.VALUE_UNCONVERTIBLE, problem, "change it", null);
    }

    /** One example per column, and the number of the others: a table may have a million such values. */
    @Test
    void summarizesRejectedValues() {
        TableId orders = new TableId("shop", "orders");
        TableId items = new TableId("shop", "items");
        RejectedValues rejected = new RejectedValues();
        rejected.add(orders, "day", failure("first"));
        rejected.add(items, "", failure("second"));
        rejected.add(orders, "day", failure("third"));
        rejected.add(orders, "at", failure("fourth"));
        rejected.add(items, "", failure("fifth"));
        rejected.add(items, "", failure("sixth"));
        assertThat(rejected.tables()).containsExactlyInAnyOrder(orders, items);
        assertThat(rejected.problems())
                .extracting(GaussferryException::problem)
                .containsExactly(
                        "first\n  and 1 more of this column", "second\n  and 2 more of this table's ranges", "fourth");
        assertThat(rejected.problems())
                .extracting(GaussferryException::category)
                .containsOnly(ErrorCategory.DATA);
        assertThat(new RejectedValues().problems()).isEmpty();
    }
}
