package io.gaussferry.sandbox.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MavenProgressTest {

    @Test
    void readsOneTransfer() {
        assertThat(MavenProgress.parse("Progress (1): 0.3/554 MB")).isEqualTo(new MavenProgress(300_000, 554_000_000));
    }

    @Test
    void readsLargestOfSeveralTransfers() {
        assertThat(MavenProgress.parse("Progress (3): 4.1/12 kB | 16/554 MB | 2.0 kB"))
                .isEqualTo(new MavenProgress(16_000_000, 554_000_000));
    }

    @Test
    void ignoresTransferOfUnknownSize() {
        assertThat(MavenProgress.parse("Progress (1): 4.1 kB")).isNull();
    }

    @Test
    void ignoresOtherLines() {
        assertThat(MavenProgress.parse("Downloaded from central: https://example.org/a.pom (1/2 kB)"))
                .isNull();
        assertThat(MavenProgress.parse("Progress (1): ../.. MB")).isNull();
    }
}
