package io.gaussferry.bench.demo;

import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Clients of a shop that write numbered orders through a cutover and a return: on the target while a file exists, otherwise in MySQL.
 * They record which orders were acknowledged, and for how long each switch refused them. A refused client retries at once.
 */
final class ShopClients implements AutoCloseable {
    private static final String REFERENCE = "client ";
    private static final int RETRY_MILLIS = 10;

    /** ER_TABLE_DEF_CHANGED: the transaction is older than the table's definition. */
    private static final int DEFINITION_HAS_CHANGED = 1412;

    private final ServerAddress source;
    private final ServerAddress target;
    private final ShopTables shop;
    private final Path switched;
    private final SplittableRandom seeds;
    private final long pauseNanos;
    private final int clients;
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<String> uncertain = new ConcurrentSkipListSet<>();
    private final AtomicLong toSource = new AtomicLong();
    private final AtomicLong toTarget = new AtomicLong();
    private final AtomicLong afterReturn = new AtomicLong();
    private final AtomicLong conflicts = new AtomicLong();
    private final RefusedTime cutover = new RefusedTime();
    private final RefusedTime ofReturn = new RefusedTime();
    private volatile boolean done;

    /**
     * @param switched file that exists once the clients must write to the target
     * @param clients the number of connections
     * @param ordersPerSecond of all clients
     */
    ShopClients(
            ServerAddress source,
            ServerAddress target,
            ShopTables shop,
            Path switched,
            long seed,
            int clients,
            long ordersPerSecond) {
        this.source = source;
        this.target = target;
        this.shop = shop;
        this.switched = switched;
        this.seeds = new SplittableRandom(seed);
        this.clients = clients;
        this.pauseNanos = clients * 1_000_000_000L / ordersPerSecond;
    }

    /**
     * The counts at the end.
     *
     * @param toSource orders that MySQL acknowledged before the cutover
     * @param toTarget orders that the target acknowledged
     * @param afterReturn orders that MySQL acknowledged after the return
     * @param missing acknowledged orders that MySQL does not have
     * @param duplicate orders that MySQL has more than once
     * @param unexpected orders that MySQL has and no server acknowledged
     * @param incomplete orders without exactly their lines in MySQL
     */
    record Count(
            long toSource,
            long toTarget,
            long afterReturn,
            long missing,
            long duplicate,
            long unexpected,
            long incomplete) {

        boolean isCorrect() {
            return missing == 0
                    && duplicate == 0
                    && unexpected == 0
                    && incomplete == 0
                    && toTarget > 0
                    && afterReturn > 0;
        }
    }

    void start() {
        for (int i = 0; i < clients; i++) {
            int client = i;
            SplittableRandom random = seeds.split();
            Thread thread = new Thread(() -> placeOrders(client, random), "client-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void placeOrders(int client, SplittableRandom random) {
        @Nullable Connection connection = null;
        boolean onTarget = false;
        boolean wasOnTarget = false;
        long next = System.nanoTime();
        for (long number = 1; !done; number++) {
            try {
                boolean now = Files.exists(switched);
                if (connection == null || now != onTarget) {
                    closeQuietly(connection);
                    connection = (now ? target : source).open();
                    connection.setAutoCommit(false);
                    onTarget = now;
                }
                placeOrder(connection, REFERENCE + client + ":" + number, random);
                count(onTarget, wasOnTarget);
                wasOnTarget |= onTarget;
                next = Math.max(next + pauseNanos, System.nanoTime() - pauseNanos);
                sleepUntil(next);
            } catch (SQLException refused) {
                if (isConflict(refused)) {
                    conflicts.incrementAndGet();
                } else if (onTarget || !wasOnTarget) {
                    (wasOnTarget ? ofReturn : cutover).refused();
                }
                closeQuietly(connection);
                connection = null;
                sleepUntil(System.nanoTime() + RETRY_MILLIS * 1_000_000L);
            }
        }
        closeQuietly(connection);
    }

    /** Returns whether a client has to repeat the transaction at any time: after a deadlock, or a changed definition (triggers). */
    private static boolean isConflict(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("40")
                || failure.getErrorCode() == DEFINITION_HAS_CHANGED;
    }

    private static void sleepUntil(long nanoTime) {
        try {
            Thread.sleep(Math.max(0, (nanoTime - System.nanoTime()) / 1_000_000));
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Commits one order. The outcome is unknown only if the connection breaks during the commit. */
    private void placeOrder(Connection connection, String reference, SplittableRandom random) throws SQLException {
        long customer = 1 + random.nextLong(shop.customers());
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(shop.updateCustomer(customer, random.nextInt(1_000)));
            statement.executeUpdate(shop.addOrder(customer, reference), new String[] {"id"});
            long order;
            try (ResultSet key = statement.getGeneratedKeys()) {
                key.next();
                order = key.getLong(1);
            }
            statement.executeUpdate(shop.addLines(order, 1 + random.nextInt(shop.products())));
        }
        try {
            connection.commit();
        } catch (SQLException failure) {
            if (failure.getSQLState() == null || failure.getSQLState().startsWith("08")) {
                uncertain.add(reference);
            }
            throw failure;
        }
        acknowledged.add(reference);
    }

    private void count(boolean onTarget, boolean wasOnTarget) {
        if (onTarget) {
            cutover.accepted();
            toTarget.incrementAndGet();
        } else if (wasOnTarget) {
            ofReturn.accepted();
            afterReturn.incrementAndGet();
        } else {
            toSource.incrementAndGet();
        }
    }

    private static void closeQuietly(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException gone) {
                // already closed
                return;
            }
        }
    }

    long acknowledgedBySource() {
        return toSource.get();
    }

    long acknowledgedByTarget() {
        return toTarget.get();
    }

    long acknowledgedAfterReturn() {
        return afterReturn.get();
    }

    /** Returns the number of orders that were repeated after a conflict with another transaction. */
    long conflicts() {
        return conflicts.get();
    }

    /** Returns the time for which the cutover refused the clients. */
    RefusedTime refusedByCutover() {
        return cutover;
    }

    /** Returns the time for which the return refused the clients. */
    RefusedTime refusedByReturn() {
        return ofReturn;
    }

    /** Stops the clients, and compares MySQL's orders with the acknowledged ones. */
    Count count() throws SQLException, InterruptedException {
        close();
        Set<String> found = new TreeSet<>();
        long duplicate = 0;
        long incomplete = 0;
        try (Connection connection = source.open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT o.reference, count(l.id) FROM " + shop.database()
                        + ".orders o LEFT JOIN " + shop.database() + ".order_line l ON l.order_id = o.id"
                        + " WHERE o.reference LIKE '" + REFERENCE + "%' GROUP BY o.id, o.reference")) {
            while (rows.next()) {
                duplicate += found.add(rows.getString(1)) ? 0 : 1;
                incomplete += rows.getInt(2) == ShopTables.LINES ? 0 : 1;
            }
        }
        Set<String> missing = new TreeSet<>(acknowledged);
        missing.removeAll(found);
        found.removeAll(acknowledged);
        found.removeAll(uncertain);
        return new Count(
                toSource.get(), toTarget.get(), afterReturn.get(), missing.size(), duplicate, found.size(), incomplete);
    }

    @Override
    public void close() throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
