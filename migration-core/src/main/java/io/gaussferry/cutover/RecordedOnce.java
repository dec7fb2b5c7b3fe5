package io.gaussferry.cutover;

import java.util.function.Consumer;

/** Records a description on the target once. If the target does not respond, the next call records it. Confined to one thread. */
final class RecordedOnce {

    private final Consumer<String> target;
    private String recorded = "";

    /** @param target records a description; throws if it does not respond */
    RecordedOnce(Consumer<String> target) {
        this.target = target;
    }

    /** Records a description, unless it is empty or the last one. */
    void record(String description) {
        if (!description.isEmpty() && !description.equals(recorded)) {
            target.accept(description);
            recorded = description;
        }
    }
}
