package io.gaussferry.cutover.link;

import io.gaussferry.cutover.state.StandStill;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The source as it is. */
public final class MySqlSource implements SourceSide {

    /** A lock's name has 64 characters at most. */
    private static final int LONGEST_NAME = 64;

    private static final int LOCK_SECONDS = 5;

    private static final String REMEDY =
            "check that the source is reachable, and its account's privileges (gaussferry cutover check)";

    private final SourceLink link;
    private final String lock;

    /** The source at the end of this link, which this pipeline reads. */
    public MySqlSource(SourceLink link, String pipeline) {
        this.link = link;
        String name = "gaussferry.cutover." + Integer.toHexString(pipeline.hashCode()) + "." + pipeline;
        this.lock = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }

    @Override
    public StandStill position() throws InterruptedException {
        return link.ask("read the source's position", REMEDY, source -> {
            SourceIdentity identity = SourcePosition.identity(source);
            Progress now = SourcePosition.read(source, 0, identity.naming());
            return new StandStill(
                    identity.naming() == Naming.GTID ? now.executed() : "",
                    now.lowWater().position());
        });
    }

    /**
     * Returns how many transactions of the source's own a way back has made there.
     *
     * @throws GaussferryException if the source cannot tell
     */
    public long broughtBack(ReverseRunner back) throws InterruptedException {
        return link.ask("ask how often the way back has committed", REMEDY, back::commits);
    }

    @Override
    public List<String> preparedTransactions() throws InterruptedException {
        return link.ask(
                "look for prepared XA transactions",
                REMEDY,
                source -> SourceLink.rows(source, "XA RECOVER CONVERT XID").stream()
                        .map(row -> row.get(row.size() - 1))
                        .toList());
    }

    @Override
    public void exclusively(Action action) throws InterruptedException {
        link.ask("take the cutover's lock on the source", REMEDY, source -> {
            take(source);
            return true;
        });
        boolean done = false;
        try {
            action.run();
            done = true;
        } finally {
            if (!done) {
                // the lock goes with its session
                link.close();
            }
        }
        link.execute("give the cutover's lock back", REMEDY, List.of("SELECT RELEASE_LOCK('" + quoted() + "')"));
    }

    /** Whoever has the lock is a daemon that was thrown out, or believed dead: its session must end before anything is done. */
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
                        ErrorCategory.RETRY,
                        "Session " + holder + " of the source has the cutover's lock.",
                        "another daemon is at the same cutover: end it",
                        null);
            }
        }
    }

    private String quoted() {
        return lock.replace("\\", "\\\\").replace("'", "''");
    }
}
