package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Two digests of equal rows are equal; each way in which rows can differ changes the digest. */
class DigestTest {

    private static final long FIRST_BUCKET = 0;
    private static final long LAST_BUCKET = -1;

    @Test
    void distributesRowsByHighestBitsOfKey() {
        Digest digest = new Digest(10);
        assertThat(digest.buckets()).isEqualTo(1 << 10);
        assertThat(digest.bucket(FIRST_BUCKET)).isZero();
        assertThat(digest.bucket(1L << 54)).isEqualTo(1);
        assertThat(digest.bucket(LAST_BUCKET)).isEqualTo((1 << 10) - 1);
    }

    @Test
    void noticesRowWithHashZero() {
        Digest one = new Digest(4);
        Digest other = new Digest(4);
        one.add(FIRST_BUCKET, 0);
        assertThat(one.isEqualTo(other)).isFalse();
        assertThat(one.differsIn(0, other)).isTrue();
        assertThat(one.rows()).isEqualTo(1);
    }

    /** Equal rows do not cancel each other, as they would in a sum by exclusive or. */
    @Test
    void noticesRowThatOccursTwiceMore() {
        Digest one = new Digest(4);
        Digest other = new Digest(4);
        for (int i = 0; i < 3; i++) {
            one.add(FIRST_BUCKET, 7);
        }
        other.add(FIRST_BUCKET, 7);
        assertThat(one.differsIn(0, other)).isTrue();
        assertThat(one.sum()).isEqualTo(21);
    }

    @Test
    void noticesValuesSwappedBetweenKeys() {
        Digest one = new Digest(4);
        one.add(FIRST_BUCKET, 7);
        one.add(LAST_BUCKET, 8);
        Digest other = new Digest(4);
        other.add(FIRST_BUCKET, 8);
        other.add(LAST_BUCKET, 7);
        assertThat(one.isEqualTo(other)).isFalse();
        assertThat(one.sum()).as("the sum over all rows does not show it").isEqualTo(other.sum());
    }
}
