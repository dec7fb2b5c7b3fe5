package io.gaussferry.pipeline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.TableCopyStore.Entry;
import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.snapshot.CopyStep.Work;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyStepTest {

    @ParameterizedTest
    @CsvSource({
        "DONE,               NONE,       NONE",
        "FAILED,             NONE,       NONE",
        "FAILED,             CURRENT,    STOP",
        "FAILED,             SUPERSEDED, NONE",
        "JOINED,             CURRENT,    STOP",
        "DUE,                NONE,       NONE",
        "DUE,                CURRENT,    STOP",
        "REQUESTED,          NONE,       ASSIGN",
        "REQUESTED,          CURRENT,    ASSIGN",
        "REQUESTED,          SUPERSEDED, ASSIGN",
        "COPYING,            NONE,       START",
        "COPYING,            CURRENT,    HAND_OVER",
        // the next snapshot has its tables, and starts after its end
        "COPYING,            SUPERSEDED, NONE",
        "COPYING REQUESTED,  NONE,       START",
        "COPYING REQUESTED,  CURRENT,    HAND_OVER",
        "COPYING FAILED,     NONE,       START"
    })
    void derivesNextStepFromStatesAndWork(String states, Work work, CopyStep expected) {
        Map<TableId, Entry> entries = new TreeMap<>();
        for (String state : states.split(" ")) {
            entries.put(
                    new TableId("s", state),
                    new Entry(State.valueOf(state), new GtidSet(), "", Instant.EPOCH, Instant.EPOCH));
        }
        assertThat(CopyStep.of(entries, work)).isEqualTo(expected);
    }
}
