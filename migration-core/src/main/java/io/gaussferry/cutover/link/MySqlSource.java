package io.gaussferry.cutover.link;

import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Implements the source's side of a cutover for MySQL. */
public final class MySqlSource implements SourceSide {

    /** The maximum length of a lock's name, in characters. */
    private static final int MAX_NAME_LENGTH = 64;

    private static final int LOCK_SECONDS = 5;

    private static final String REMEDY =
            "check that the source is reachable, and its account's privileges (gaussferry cutover check)";

    private final SourceLink link;
    private final String lock;
    private final Condition condition;

    /** A condition for every change of the fence. */
    public interface Condition {
        /**
         * Checks the condition.
         *
         * @throws GaussferryException if the fence must not be changed
         */
        void require(Connection source) throws SQLException, InterruptedException;
    }

    /** Creates the source of a pipeline over this link. */
    public MySqlSource(SourceLink link, String pipeline) {
        this(link, pipeline, source -> {});
    }

    /** @param condition for every change of the fence */
    public MySqlSource(SourceLink link, String pipeline, Condition condition) {
        this.link = link;
        this.condition = condition;
        String name = "gaussferry.cutover." + Integer.toHexString(pipeline.hashCode()) + "." + pipeline;
        this.lock = name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH);
    }

    @Override
    public FencedPosition position() throws InterruptedException {
        return link.ask("read the source's position", REMEDY, source -> {
            SourceIdentity identity = SourcePosition.identity(source);
            Progress now = SourcePosition.read(source, 0, identity.naming());
            return new FencedPosition(
                    identity.naming() == Naming.GTID ? now.executed() : "",
                    now.lowWater().position());
        });
    }

    /**
     * Returns how many of the source's transactions reverse replication has made.
     *
     * @throws GaussferryException if the source cannot be read
     */
    public long reverseCommits(ReverseRunner back) throws InterruptedException {
        return link.ask("count the commits of reverse replication", REMEDY, back::commits);
    }

    @Override
    public List<String> preparedTransactions() throws InterruptedException {
        return link.ask(
                "read the prepared XA transactions",
                REMEDY,
                source -> SourceLink.rows(source, SourceDialect.of(source).preparedTransactions()).stream()
                        .map(row -> row.get(row.size() - 1))
                        .toList());
    }

    /**
     * Checks the condition for a change of the fence.
     *
     * @throws GaussferryException of category RETRY if the source does not respond; of another if the fence must not be changed
     */
    public void requireCondition() throws InterruptedException {
        link.ask("verify that the fence may be changed", REMEDY, source -> {
            condition.require(source);
            return true;
        });
    }

    @Override
    public void exclusively(Action action) throws InterruptedException {
        link.ask("take the cutover's lock on the source", REMEDY, source -> {
            take(source);
            condition.require(source);
            return true;
        });
        boolean done = false;
        try {
            action.run();
            done = true;
        } finally {
            if (!done) {
                // closing the session releases the lock
                link.close();
            }
        }
        link.execute("release the cutover's lock", REMEDY, List.of("SELECT RELEASE_LOCK('" + quoted() + "')"));
    }

    /**
     * Takes the lock. Its holder is a daemon that lost its ownership or is believed dead; its session must end before this one proceeds.
     */
    private void take(Connection source) throws SQLException {
        try (Statement statement = source.createStatement()) {
            String holder = SourceLink.rows(source, "SELECT IS_USED_LOCK('" + quoted() + "')")
                    .get(0)
                    .get(0);
            String self =
                    SourceLink.rows(source, "SELECT CONNECTION_ID()").get(0).get(0);
            if (!holder.isEmpty() && !holder.equals(self)) {
                statement.execute("KILL " + holder);
            }
            String got = SourceLink.rows(source, "SELECT GET_LOCK('" + quoted() + "', " + LOCK_SECONDS + ")")
                    .get(0)
                    .get(0);
            if (!got.equals("1")) {
                throw new GaussferryException(
                        ErrorCode.CUTOVER_LOCKED,
                        "Session " + holder + " of the source holds the cutover's lock.",
                        "stop the other daemon that runs the same cutover",
                        null);
            }
        }
    }

    private String quoted() {
        return lock.replace("\\", "\\\\").replace("'", "''");
    }
}
