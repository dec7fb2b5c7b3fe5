package io.gaussferry.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.RuleBook;
import io.gaussferry.range.KeyRange;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What of a table is missing, from the ranges that are there. */
class CopyPlanTest {

    private static final RuleBook RULES = IntTable.CONVERSION.rules();
    private static final TableDefinition PAIR =
            new IntTable("pair", 3, List.of(List.of(0, 1))).version().definition();
    private static final TableDefinition KEYLESS =
            new IntTable("keyless", 2, List.of()).version().definition();

    private static CopyPlan plan(TableDefinition table) {
        return CopyPlan.of(table, RULES, true, Set.of(), Set.of());
    }

    @Test
    void without_any_range_all_is_missing() {
        assertThat(plan(PAIR).missing(List.of())).containsExactly(KeyRange.WHOLE);
        assertThat(plan(KEYLESS).missing(List.of())).containsExactly(KeyRange.WHOLE);
    }

    @Test
    void a_whole_table_lacks_nothing() {
        assertThat(plan(KEYLESS).missing(List.of(KeyRange.WHOLE))).isEmpty();
        assertThat(plan(PAIR).missing(List.of(range("9 1", ""), range("", "9 1"))))
                .isEmpty();
    }

    @Test
    void what_lies_between_ranges_is_missing_in_the_order_of_numbers() {
        assertThat(plan(PAIR).missing(List.of(range("10 -5", "10 2"), range("-3 0", "9 1"))))
                .containsExactly(range("", "-3 0"), range("9 1", "10 -5"), range("10 2", ""));
    }

    @Test
    void any_ranges_and_what_is_missing_are_the_whole_table() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<KeyRange> all = new ArrayList<>();
            String after = "";
            int key = -50;
            for (int i = random.nextInt(8); i >= 0; i--) {
                key += 1 + random.nextInt(20);
                String upTo = i == 0 ? "" : key + " " + random.nextInt(5);
                all.add(range(after, upTo));
                after = upTo;
            }
            List<KeyRange> some = new ArrayList<>(
                    all.stream().filter(range -> random.nextBoolean()).toList());
            Collections.shuffle(some, random);
            List<KeyRange> together = new ArrayList<>(some);
            together.addAll(plan(PAIR).missing(some));
            assertThat(plan(PAIR).missing(together)).as("%s of %s", some, all).isEmpty();
        }
    }

    @Test
    void a_table_that_must_be_of_one_view_begins_again_unless_it_is_whole() {
        CopyPlan cascading = CopyPlan.of(PAIR, RULES, true, Set.of(PAIR.id()), Set.of());
        assertThat(cascading.exact()).isPresent();
        assertThat(cascading.missing(List.of(range("", "1 1")))).containsExactly(KeyRange.WHOLE);
        assertThat(cascading.missing(List.of(range("", "1 1"), range("1 1", ""))))
                .isEmpty();
        assertThat(CopyPlan.of(PAIR, RULES, false, Set.of(), Set.of()).divisible())
                .isFalse();
        CopyPlan merged = CopyPlan.of(PAIR, RULES, true, Set.of(), Set.of(PAIR.id()));
        assertThat(merged.divisible()).isFalse();
        assertThat(merged.exact()).isPresent();
        assertThat(merged.lastViewOnly()).isTrue();
    }

    @Test
    void bounds_come_back_from_their_text() {
        for (List<String> bound : List.of(
                List.<String>of(),
                List.of(""),
                List.of("", ""),
                List.of("a,=b\\", "\0", "-5", ","),
                List.of("\\0", "\\\\"))) {
            assertThat(KeyText.parse(KeyText.of(bound))).isEqualTo(bound);
            assertThat(KeyText.of(bound)).doesNotContain("\0");
        }
    }

    private static KeyRange range(String after, String upTo) {
        return new KeyRange(
                after.isEmpty() ? List.of() : List.of(after.split(" ")),
                upTo.isEmpty() ? List.of() : List.of(upTo.split(" ")));
    }
}
