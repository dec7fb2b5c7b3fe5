package io.gaussferry.cutover;

import io.gaussferry.cutover.CutoverWorkshop.Work;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the source after the switch: nobody may write to it any more. One thread looks, any may ask what was seen. */
final class SourceWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SourceWatch.class);

    private final Clock clock;
    private final StrangersWrites strangers = new StrangersWrites();
    private volatile String problem = "";
    private volatile String written = "";
    private volatile @Nullable Instant watched;

    SourceWatch(Clock clock) {
        this.clock = clock;
    }

    /**
     * Looks once; what was written since is logged, and kept on the target.
     *
     * @param stood where the source stood at the switch
     * @param back brings back what is written to the target; null where nothing does
     */
    void look(StandStill stood, Work present, @Nullable ReverseRunner back) throws InterruptedException {
        try {
            String more = strangers.since(stood, present, back);
            watched = clock.instant();
            problem = "";
            if (!more.isEmpty() && !more.equals(written)) {
                written = more;
                LOG.error(
                        "The source was written to after the switch: {}. These changes are not on the target, and nothing brings"
                                + " them there. Find out who writes, and carry them over by hand",
                        more);
                present.journal().problem("written to the source after the switch: " + more);
            }
        } catch (GaussferryException e) {
            problem = "The source cannot be watched: " + e.problem();
            LOG.debug("The source cannot be watched: {}", e.getMessage());
        }
    }

    /** Returns why the last look came to nothing; empty if it did not. */
    String problem() {
        return problem;
    }

    /** Returns what was written to the source after the switch; empty if nothing was. */
    String written() {
        return written;
    }

    /** Returns when the source was last seen; null before that. */
    @Nullable
    Instant watched() {
        return watched;
    }
}
