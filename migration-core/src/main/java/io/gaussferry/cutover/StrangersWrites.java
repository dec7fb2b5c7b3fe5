package io.gaussferry.cutover;

import io.gaussferry.cutover.CutoverWorkshop.Work;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.error.Attempt;
import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.binlog.BinlogLookup;
import io.gaussferry.mysql.binlog.WriterSearch;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Finds what strangers have written to a pipeline's tables at the source since the switch. Its own reverse replication, other pipelines of the
 * server and their applications write there too. As long as reverse replication has counted every transaction of the server, nothing else is
 * read; otherwise the transactions are looked up in the binlog. Without GTIDs that cannot be done. One thread.
 */
final class StrangersWrites {

    /** A request to return waits no longer than this for a search. */
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(2);

    private static final String REMEDY =
            "check that the source is reachable, and that the account of gaussferry.source has REPLICATION SLAVE";

    private final WriterSearch.Found known = new WriterSearch.Found();
    private @Nullable WriterSearch search;

    /**
     * Returns them in words; empty if there are none, as far as is known yet.
     *
     * @param atSwitch the source's position at the switch
     * @param back replays the target's changes to the source; null if nothing does
     */
    String since(StandStill atSwitch, Work present, @Nullable ReverseRunner back) throws InterruptedException {
        StandStill now = present.side().position();
        String more = atSwitch.lackingOf(now);
        if (more.isEmpty() || atSwitch.gtidSet().isEmpty()) {
            return back == null ? more : "";
        }
        GtidSet written = GtidSet.parse(more);
        // read after the position, so that a commit in between raises no alarm
        long brought = back == null ? 0 : present.side().broughtBack(back);
        if (unexplained(written, brought) == 0) {
            return "";
        }
        GtidSet lost = examine(known.unknownOf(written), GtidSet.parse(now.gtidSet()), present);
        GtidSet strangers = common(written, known.strangers());
        if (!strangers.isEmpty()) {
            return strangers.toString();
        }
        // of transactions that are purged only the count is known
        return lost.isEmpty() || !lost.containsAll(known.unknownOf(written)) || unexplained(written, brought) == 0
                ? ""
                : unexplained(written, brought) + " transactions among " + lost;
    }

    /** Returns how many transactions neither the pipeline nor writers of other tables have surely made. */
    private long unexplained(GtidSet written, long brought) {
        return Math.max(
                0,
                written.count() - brought - common(written, known.unrelated()).count());
    }

    private static GtidSet common(GtidSet one, GtidSet other) {
        return one.minus(one.minus(other));
    }

    /** Looks transactions up, and returns those that the server no longer has in its binlog. */
    private GtidSet examine(GtidSet unknown, GtidSet executed, Work present) throws InterruptedException {
        if (unknown.isEmpty()) {
            return unknown;
        }
        ReverseSettings reverse = present.reverse();
        try (SourceLink link = new SourceLink(reverse.source(), reverse.followed())) {
            GtidSet purged = link.ask(
                    "read which transactions the source has purged",
                    REMEDY,
                    source -> GtidSet.parse(SourceLink.rows(source, "SELECT @@GLOBAL.gtid_purged")
                            .get(0)
                            .get(0)));
            GtidSet readable = unknown.minus(purged);
            if (!readable.isEmpty()) {
                BinlogLookup binlog =
                        new BinlogLookup(link.server(), reverse.followed().get());
                known.addAll(search(reverse).search(binlog, readable, executed, LONGEST_SEARCH));
            }
            return common(unknown, purged);
        }
    }

    /** Nothing changes the definitions of a source that takes no writes. */
    private WriterSearch search(ReverseSettings reverse) {
        WriterSearch present = search;
        if (present != null) {
            return present;
        }
        try (Connection source = reverse.openForDefinitions()) {
            WriterSearch created = new WriterSearch(
                    new MySqlSchemaReader(source, reverse.source()).read(),
                    reverse.name(),
                    reverse.source().maximumEventBytes());
            search = created;
            return created;
        } catch (SQLException e) {
            throw Attempt.failure("read which tables the source has", REMEDY, e);
        }
    }
}
