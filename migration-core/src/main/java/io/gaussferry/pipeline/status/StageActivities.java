package io.gaussferry.pipeline.status;

import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.observe.ApplierView;
import io.gaussferry.schedule.observe.ObservedOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Describes the activity of each stage of a replay, or the reason why it waits. Stateless. */
public final class StageActivities {

    private StageActivities() {}

    /**
     * Returns one line per stage.
     *
     * @param sender the server that is read: {@code the source}
     */
    public static List<String> of(String sender, TransactionQueue queue, ObservedOrder order) {
        List<String> waits = new ArrayList<>();
        waits.add("source: "
                + (queue.isHeldUp() ? "waits for space in the queue" : "reads, or waits for changes of " + sender));
        waits.add("schedule: " + (queue.isConsumerWaiting() ? "waits for the source stage" : order.scheduling()));
        for (ApplierView view : order.appliers()) {
            waits.add("applier " + view.applier() + ": " + view.activity() + " for "
                    + Duration.ofNanos(System.nanoTime() - view.sinceNanos()).toSeconds() + " s"
                    + (view.first() == null
                            ? ""
                            : ", batch " + view.batch() + " from "
                                    + view.first().describe())
                    + (view.waitsFor().isEmpty() ? "" : ", waits for " + String.join(" and ", view.waitsFor())));
        }
        return waits;
    }
}
