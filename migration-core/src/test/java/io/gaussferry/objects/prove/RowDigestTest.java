package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowDigestTest {

    @SafeVarargs
    private static RowDigest of(List<@Nullable String>... rows) {
        RowDigest digest = new RowDigest(2);
        Arrays.stream(rows).forEach(digest::add);
        return digest;
    }

    @Test
    void ignoresTheOrderOfRows() {
        assertThat(of(List.of("a", "1"), List.of("b", "2"))).isEqualTo(of(List.of("b", "2"), List.of("a", "1")));
    }

    @Test
    void knowsTheOrderOfRows() {
        RowDigest digest = of(List.of("a", "1"), List.of("b", "2"));
        assertThat(digest.hasOrderOf(of(List.of("a", "1"), List.of("b", "2")))).isTrue();
        assertThat(digest.hasOrderOf(of(List.of("b", "2"), List.of("a", "1")))).isFalse();
    }

    @Test
    void describesADifferenceWithoutValues() {
        RowDigest digest = of(List.of("a", "1"));
        assertThat(digest.difference(of(), List.of("x", "y"))).isEqualTo("1 rows on the source, 0 on the target");
        assertThat(digest.difference(of(List.of("a", "2")), List.of("x", "y")))
                .isEqualTo("1 rows on both sides, with other values of y");
    }

    @Test
    void countsEqualRows() {
        assertThat(of(List.of("a", "1"), List.of("a", "1"))).isNotEqualTo(of(List.of("a", "1")));
    }

    @Test
    void distinguishesNullFromTheEmptyString() {
        assertThat(of(Arrays.asList("a", null))).isNotEqualTo(of(List.of("a", "")));
    }

    @Test
    void distinguishesValuesThatMoveBetweenColumns() {
        assertThat(of(List.of("ab", "c"))).isNotEqualTo(of(List.of("a", "bc")));
    }

    @Test
    void namesTheColumnsThatDiffer() {
        assertThat(of(List.of("a", "1"), List.of("b", "2")).differing(of(List.of("a", "1"), List.of("b", "3"))))
                .containsExactly(1);
    }

    @Test
    void namesNoColumnIfOnlyTheCombinationDiffers() {
        RowDigest one = of(List.of("a", "1"), List.of("b", "2"));
        RowDigest other = of(List.of("a", "2"), List.of("b", "1"));
        assertThat(one).isNotEqualTo(other);
        assertThat(one.differing(other)).isEmpty();
    }
}
