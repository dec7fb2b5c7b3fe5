package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BacklogPrefetcherTest {

    private static final long MEBIBYTE = 1L << 20;
    private static final long CONFIRMED = 1_000 * MEBIBYTE;

    /** @param reread bytes of log to be read again */
    private static LogicalSlot.State state(long reread, long behind) {
        return new LogicalSlot.State(CONFIRMED, CONFIRMED - reread, behind, false);
    }

    private static long piece(long reread, long behind, long wanted) {
        return BacklogPrefetcher.pieceEnd(state(reread, behind), wanted) - CONFIRMED;
    }

    @Test
    void returnsRequestedSize() {
        assertThat(piece(0, 500 * MEBIBYTE, 32 * MEBIBYTE)).isEqualTo(32 * MEBIBYTE);
        assertThat(piece(10 * MEBIBYTE, 500 * MEBIBYTE, 32 * MEBIBYTE)).isEqualTo(32 * MEBIBYTE);
    }

    @Test
    void returnsAtLeastSizeOfRereadLog() {
        assertThat(piece(100 * MEBIBYTE, 500 * MEBIBYTE, 32 * MEBIBYTE)).isEqualTo(100 * MEBIBYTE);
        assertThat(piece(400 * MEBIBYTE, 500 * MEBIBYTE, 32 * MEBIBYTE)).isEqualTo(256 * MEBIBYTE);
    }

    @Test
    void endsLastPieceAtEndOfLog() {
        assertThat(piece(0, 20 * MEBIBYTE, 32 * MEBIBYTE)).isEqualTo(20 * MEBIBYTE);
        assertThat(piece(100 * MEBIBYTE, 20 * MEBIBYTE, 32 * MEBIBYTE)).isEqualTo(20 * MEBIBYTE);
    }

    @Test
    void leavesSmallBacklogAndDistantRestartToStream() {
        assertThat(BacklogPrefetcher.isWorthwhile(state(0, 16 * MEBIBYTE))).isTrue();
        assertThat(BacklogPrefetcher.isWorthwhile(state(0, 15 * MEBIBYTE))).isFalse();
        assertThat(BacklogPrefetcher.isWorthwhile(state(512 * MEBIBYTE, 16 * MEBIBYTE)))
                .isTrue();
        assertThat(BacklogPrefetcher.isWorthwhile(state(513 * MEBIBYTE, 16 * MEBIBYTE)))
                .isFalse();
    }
}
