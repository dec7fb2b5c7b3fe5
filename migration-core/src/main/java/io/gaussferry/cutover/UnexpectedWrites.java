package io.gaussferry.cutover;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.error.Attempt;
import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceDialect;
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
 * Finds unexpected writes to a pipeline's tables at the source since the switch. The pipeline's own reverse replication, other pipelines of
 * the server and their applications write there too. As long as reverse replication accounts for every transaction of the server, nothing
 * else is read; otherwise the transactions are looked up in the binlog, which needs GTIDs. Used by one thread.
 */
final class UnexpectedWrites {

    /** A request to return may wait this long for a search. */
    private static final Duration MAX_SEARCH = Duration.ofSeconds(2);

    private static final String REMEDY =
            "check that the source is reachable, and that the account of gaussferry.source has REPLICATION SLAVE";

    private final WriterSearch.Found known = new WriterSearch.Found();
    private @Nullable WriterSearch search;

    /**
     * Returns a description of the unexpected writes; empty if none are known yet.
     *
     * @param atSwitch the source's position at the switch
     * @param back replays the target's changes to the source; null if none runs
     */
    String since(FencedPosition atSwitch, AttemptComponents components, @Nullable ReverseRunner back)
            throws InterruptedException {
        FencedPosition now = components.side().position();
        String more = atSwitch.describeMissing(now);
        if (more.isEmpty() || atSwitch.gtidSet().isEmpty()) {
            return back == null ? more : "";
        }
        GtidSet written = GtidSet.parse(more);
        // read after the position, so that a commit in between raises no false alarm
        long replicated = back == null ? 0 : components.side().reverseCommits(back);
        if (unexplained(written, replicated) == 0) {
            return "";
        }
        GtidSet lost = examine(known.unknownOf(written), GtidSet.parse(now.gtidSet()), components);
        GtidSet unexpected = common(written, known.strangers());
        if (!unexpected.isEmpty()) {
            return unexpected.toString();
        }
        // the content of purged transactions is unknown, only their count
        return lost.isEmpty() || !lost.containsAll(known.unknownOf(written)) || unexplained(written, replicated) == 0
                ? ""
                : unexplained(written, replicated) + " transactions among " + lost;
    }

    /** Returns the number of transactions that are attributed neither to the pipeline nor to writers of other tables. */
    private long unexplained(GtidSet written, long replicated) {
        return Math.max(
                0,
                written.count()
                        - replicated
                        - common(written, known.unrelated()).count());
    }

    private static GtidSet common(GtidSet one, GtidSet other) {
        return one.minus(one.minus(other));
    }

    /** Looks up transactions in the binlog, and returns those that the server has purged. */
    private GtidSet examine(GtidSet unknown, GtidSet executed, AttemptComponents components)
            throws InterruptedException {
        if (unknown.isEmpty()) {
            return unknown;
        }
        ReverseSettings reverse = components.reverse();
        try (SourceLink link = new SourceLink(reverse.source(), reverse.followed())) {
            GtidSet purged = link.ask(
                    "read which transactions the source has purged",
                    REMEDY,
                    source -> SourceDialect.of(source).purged(source));
            GtidSet readable = unknown.minus(purged);
            if (!readable.isEmpty()) {
                BinlogLookup binlog =
                        new BinlogLookup(link.server(), reverse.followed().get());
                known.addAll(search(reverse).search(binlog, readable, executed, MAX_SEARCH));
            }
            return common(unknown, purged);
        }
    }

    /** The definitions of a fenced source do not change. */
    private WriterSearch search(ReverseSettings reverse) {
        WriterSearch existing = search;
        if (existing != null) {
            return existing;
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
