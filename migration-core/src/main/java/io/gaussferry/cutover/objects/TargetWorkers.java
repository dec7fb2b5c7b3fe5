package io.gaussferry.cutover.objects;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.opengauss.ConcurrentCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does independent work on several sessions of the target, because writers wait for it. After a failure no session takes another part. Used once.
 *
 * @param <T> a part of the work
 */
final class TargetWorkers<T> {

    private static final Logger LOG = LoggerFactory.getLogger(TargetWorkers.class);

    /** Sessions in all. The alteration of definitions takes processor time of the target, hardly anything else. */
    static final int SESSIONS = 4;

    private final Queue<T> parts;
    private final Opening opening;
    private final Runnable check;
    private final Work<T> work;

    /** Opens a session without autocommit; called by several threads. */
    interface Opening {
        Connection open() throws SQLException;
    }

    /** Does a part of the work in transactions of its own, and returns how much was done; called by several threads. */
    interface Work<T> {
        int run(Connection connection, T part) throws SQLException;
    }

    /**
     * @param parts independent of each other
     * @param check throws if the rest is not to be done
     */
    TargetWorkers(Collection<T> parts, Opening opening, Runnable check, Work<T> work) {
        this.parts = new ConcurrentLinkedQueue<>(parts);
        this.opening = opening;
        this.check = check;
        this.work = work;
    }

    /**
     * Does all work; returns the total.
     *
     * @param own the caller's session, which is one of them
     */
    int run(Connection own) throws SQLException, InterruptedException {
        List<Other> others = new ArrayList<>();
        List<ConcurrentCall<Integer>> calls = new ArrayList<>();
        for (int i = 1; i < Math.min(SESSIONS, parts.size()); i++) {
            Other other = new Other();
            others.add(other);
            calls.add(ConcurrentCall.start("objects-" + (i + 1), other::run, done -> {}));
        }
        return total(own, others, calls);
    }

    /** Waits for all sessions that have taken a part, also after a failure: the caller may undo their work. */
    private int total(Connection own, List<Other> others, List<ConcurrentCall<Integer>> calls)
            throws SQLException, InterruptedException {
        Exception failure = null;
        int done = 0;
        try {
            done = until(own);
        } catch (SQLException | RuntimeException e) {
            failure = e;
        }
        // no part is left: a session that has not been opened yet finds none
        for (int i = 0; i < calls.size(); i++) {
            try (ConcurrentCall<Integer> call = calls.get(i)) {
                done += others.get(i).isOpen ? call.get() : 0;
            } catch (SQLException | RuntimeException e) {
                failure = first(failure, e);
            }
        }
        if (failure instanceof SQLException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        return done;
    }

    private static Exception first(@Nullable Exception first, Exception next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    /** A further session. The target may lack a connection for it: then the others do its work. */
    private final class Other {

        /** Written before the first part is taken. */
        private volatile boolean isOpen;

        private int run() throws SQLException {
            if (parts.isEmpty()) {
                return 0;
            }
            try (Connection session = opening.open()) {
                isOpen = true;
                return until(session);
            } catch (SQLException e) {
                if (isOpen) {
                    throw e;
                }
                LOG.info("One session less creates or removes objects of the target: {}", RowValueMarks.message(e));
                return 0;
            }
        }
    }

    /** Does parts until there are none. */
    private int until(Connection session) throws SQLException {
        int done = 0;
        boolean isDone = false;
        try {
            for (T part = parts.poll(); part != null; part = parts.poll()) {
                check.run();
                done += work.run(session, part);
            }
            isDone = true;
            return done;
        } finally {
            if (!isDone) {
                parts.clear();
            }
        }
    }
}
