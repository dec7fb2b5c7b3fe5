package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The time and chance explain some differences only. */
class ProofsTest {

    private static boolean isExplained(Proof.Variation variation, String... varying) {
        return Proofs.isExplained(variation, Set.of(varying), true);
    }

    @Test
    void explainsNoOtherRowsByTheSameTime() {
        ProofDifference rows = new ProofDifference("3 rows, 4 rows", ProofDifference.Cause.UNTIMED);
        assertThat(isExplained(rows.proof("").variation(), "NOW")).isFalse();
        assertThat(isExplained(rows.proof("").variation(), "NOW", "RAND")).isTrue();
        assertThat(isExplained(rows.proof("").variation(), "UNIX_TIMESTAMP")).isTrue();
        assertThat(Proofs.isExplained(rows.proof("").variation(), Set.of("NOW"), false))
                .as("the source's clock runs")
                .isTrue();
    }

    @Test
    void explainsValuesByTheTime() {
        assertThat(isExplained(Proof.Variation.TIME_OR_CHANCE, "NOW")).isTrue();
        assertThat(isExplained(Proof.Variation.TIME_OR_CHANCE)).isFalse();
        assertThat(isExplained(Proof.Variation.NONE, "RAND")).isFalse();
    }
}
