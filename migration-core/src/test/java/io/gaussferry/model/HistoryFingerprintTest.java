package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoryFingerprintTest {

    private static final UUID ONE = new UUID(1, 1);
    private static final UUID TWO = new UUID(2, 2);

    @Test
    void containsLastTransactionOfEachSeriesInExecutionOrder() {
        HistoryFingerprint fingerprint = HistoryFingerprint.NONE
                .with(List.of(of(ONE, "", 1, 100), of(TWO, "", 7, 200), of(ONE, "", 2, 300)))
                .with(List.of(of(ONE, "blue", 1, 400)));
        assertThat(fingerprint).hasToString(TWO + ":7@200," + ONE + ":2@300," + ONE + ":blue:1@400");
        assertThat(HistoryFingerprint.parse(fingerprint.toString())).isEqualTo(fingerprint);
    }

    @Test
    void printsEmptyFingerprintAsEmptyString() {
        assertThat(HistoryFingerprint.NONE).hasToString("");
        assertThat(HistoryFingerprint.parse("")).isEqualTo(HistoryFingerprint.NONE);
        assertThatThrownBy(() -> HistoryFingerprint.parse("x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void retainsMostRecentSeries() {
        List<TransactionFingerprint> executed = new ArrayList<>();
        for (int server = 1; server <= 9; server++) {
            executed.add(of(new UUID(0, server), "", 1, server));
        }
        assertThat(HistoryFingerprint.NONE.with(executed).transactions())
                .extracting(TransactionFingerprint::originMicros)
                .containsExactly(6L, 7L, 8L, 9L);
    }

    @Test
    void limitsToTransactionsOfTarget() {
        HistoryFingerprint fingerprint =
                HistoryFingerprint.NONE.with(List.of(of(ONE, "", 5, 100), of(TWO, "", 7, 200)));
        assertThat(fingerprint.only(GtidSet.parse(ONE + ":1-9")::contains)).hasToString(ONE + ":5@100");
    }

    private static TransactionFingerprint of(UUID server, String tag, long number, long micros) {
        return new TransactionFingerprint(new Gtid(server, tag, number), micros);
    }
}
