package io.gaussferry.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedOnceTest {

    private final List<String> calls = new ArrayList<>();
    private boolean responds = true;
    private final RecordedOnce writes = new RecordedOnce(description -> {
        calls.add(description);
        if (!responds) {
            throw new IllegalStateException("no answer");
        }
    });

    @Test
    void recordsEachDescriptionOnce() {
        writes.record("");
        writes.record("a:1");
        writes.record("a:1");
        writes.record("a:1-2");
        assertThat(calls).containsExactly("a:1", "a:1-2");
    }

    /** The writes are found once, and must not be forgotten. */
    @Test
    void recordsLaterIfTheTargetDoesNotRespond() {
        responds = false;
        assertThatThrownBy(() -> writes.record("a:1")).hasMessage("no answer");
        responds = true;
        writes.record("a:1");
        writes.record("a:1");
        assertThat(calls).containsExactly("a:1", "a:1");
    }
}
