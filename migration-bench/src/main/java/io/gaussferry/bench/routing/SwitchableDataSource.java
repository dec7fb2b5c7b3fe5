package io.gaussferry.bench.routing;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source over the connection pools of both sides of a migration. While it is paused, callers of {@link #getConnection} wait, and then get a
 * connection of the side to which it was routed meanwhile. A pool's own suspension is not sufficient, because its waiting callers get a connection of
 * that pool.
 *
 * <p>A thread that requests a second connection while it uses one waits too, so that a pause cannot succeed meanwhile. Thread-safe.
 */
public final class SwitchableDataSource implements DataSource {

    /** One side of a migration. */
    public enum Side {
        SOURCE,
        TARGET
    }

    private final DataSource source;
    private final DataSource target;
    private final Duration maximumWait;
    private Side side;
    private boolean paused;
    private int inUse;

    /**
     * Creates a data source that is not paused.
     *
     * @param source the pool of the source
     * @param target the pool of the target
     * @param side the side that takes the writes
     * @param maximumWait the longest time for which a pause may delay a caller
     */
    public SwitchableDataSource(DataSource source, DataSource target, Side side, Duration maximumWait) {
        this.source = source;
        this.target = target;
        this.side = side;
        this.maximumWait = maximumWait;
    }

    /**
     * Delays callers from now on, and waits until no connection is in use.
     *
     * @param patience the longest wait for the connections in use
     * @return whether it is paused; otherwise connections are given out as before
     */
    public synchronized boolean pause(Duration patience) throws InterruptedException {
        paused = true;
        long end = System.nanoTime() + patience.toNanos();
        boolean drained = false;
        try {
            while (paused && inUse > 0) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            drained = paused;
            return drained;
        } finally {
            if (!drained) {
                paused = false;
                notifyAll();
            }
        }
    }

    /** Gives out connections of this side. Connections in use remain as they are. May be repeated. */
    public synchronized void route(Side to) {
        side = to;
        paused = false;
        notifyAll();
    }

    /** Returns the side whose connections are given out. */
    public synchronized Side side() {
        return side;
    }

    @Override
    public Connection getConnection() throws SQLException {
        DataSource pool = enter();
        boolean lent = false;
        try {
            Connection connection = lend(pool.getConnection());
            lent = true;
            return connection;
        } finally {
            if (!lent) {
                leave();
            }
        }
    }

    private synchronized DataSource enter() throws SQLException {
        long end = System.nanoTime() + maximumWait.toNanos();
        while (paused) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new SQLTransientConnectionException(
                        "The data source is paused for more than " + maximumWait.toSeconds() + " s.", "08001");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLTransientConnectionException("Interrupted while the data source is paused.", "08001", e);
            }
        }
        inUse++;
        return side == Side.SOURCE ? source : target;
    }

    private synchronized void leave() {
        inUse--;
        notifyAll();
    }

    /** Returns a connection whose first {@code close} is noticed, after the pool has it again. */
    private Connection lend(Connection connection) {
        AtomicBoolean returned = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                SwitchableDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, given) -> {
                    try {
                        return call(connection, method, given);
                    } finally {
                        boolean ends = method.getName().equals("close")
                                || method.getName().equals("abort");
                        if (ends && returned.compareAndSet(false, true)) {
                            leave();
                        }
                    }
                });
    }

    private static @Nullable Object call(Connection connection, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The pools have the accounts.");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // the pools write the log
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("The pools have the timeouts.");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("The pools write the log.");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw new SQLException("Not a wrapper of " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
