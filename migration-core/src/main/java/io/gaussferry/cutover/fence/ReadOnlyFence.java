package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code super_read_only}: the whole server takes no writes, of no account. From MySQL 8.0 on it is kept over a restart of the server, so
 * that a source that comes back after the switch does not take writes either. Several pipelines of the server share it: the last that
 * releases it restores what the first one found.
 */
public final class ReadOnlyFence implements Fence {

    private static final String REMEDY =
            "grant the account of gaussferry.cutover SYSTEM_VARIABLES_ADMIN and CONNECTION_ADMIN (SUPER before 8.0)";

    /** ER_LOCK_WAIT_TIMEOUT and ER_LOCK_DEADLOCK: metadata locks are waited for in a circle too. */
    private static final Set<Integer> IN_THE_WAY = Set.of(1205, 1213);

    /** All writers wait meanwhile; then what is in the way is ended. */
    private static final String PATIENCE = "SET SESSION lock_wait_timeout = 1";

    private static final List<String> VARIABLES = List.of("read_only", "super_read_only");

    private final SourceLink link;
    private final FenceBook book;

    /** A fence of the source at the end of this link. */
    public ReadOnlyFence(SourceLink link) {
        this.link = link;
        this.book = new FenceBook(link, "SUPER_READ_ONLY", false);
    }

    @Override
    public void prepare() throws InterruptedException {
        book.prepare();
    }

    @Override
    public String look(FenceOwner owner) throws InterruptedException {
        return link.ask("look at the source's read_only", REMEDY, source -> {
            List<FenceBook.Entry> others = book.others(source, owner);
            // it is read-only because of them
            return MemoryText.of(
                    others.isEmpty() ? present(source) : others.get(0).memory());
        });
    }

    private static Map<String, String> present(Connection source) throws SQLException {
        Map<String, String> memory = new TreeMap<>();
        for (String variable : VARIABLES) {
            memory.put(
                    variable,
                    SourceLink.rows(source, "SELECT @@GLOBAL." + variable)
                            .get(0)
                            .get(0));
        }
        if (persists(source)) {
            memory.put("persists", "1");
            for (List<String> row : SourceLink.rows(
                    source,
                    "SELECT variable_name, variable_value FROM performance_schema.persisted_variables"
                            + " WHERE variable_name IN ('read_only', 'super_read_only')")) {
                memory.put("persisted." + row.get(0), row.get(1));
            }
        }
        return memory;
    }

    private static boolean persists(Connection source) throws SQLException {
        String version = SourceLink.rows(source, "SELECT VERSION()").get(0).get(0);
        return !version.startsWith("5.");
    }

    @Override
    public void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException {
        Map<String, String> before = MemoryText.parse(memory);
        String raise = (before.containsKey("persists") ? "SET PERSIST" : "SET GLOBAL") + " super_read_only = ON";
        while (!book.alone("set super_read_only on the source", source -> {
            book.enter(source, owner, before, false);
            return tryToRaise(source, raise);
        })) {
            control.check();
        }
        link.ask("end open transactions of the source", REMEDY, source -> {
            WriterSessions.endOpenTransactions(source);
            return true;
        });
    }

    /** Returns false if something was in the way, which was ended. */
    private static boolean tryToRaise(Connection source, String raise) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute(PATIENCE);
            try {
                statement.execute(raise);
                return true;
            } catch (SQLException e) {
                if (!IN_THE_WAY.contains(e.getErrorCode())) {
                    throw e;
                }
                WriterSessions.endThoseInTheWay(source);
                return false;
            }
        }
    }

    @Override
    public String gap(String memory) throws InterruptedException {
        return link.ask(
                "look at the source's super_read_only",
                REMEDY,
                source -> SourceLink.rows(source, "SELECT @@GLOBAL.super_read_only")
                                .get(0)
                                .get(0)
                                .equals("1")
                        ? ""
                        : "super_read_only is off; was the source restarted, or somebody else at work?");
    }

    @Override
    public void settle(FenceOwner owner, String memory) throws InterruptedException {
        book.alone("note at the source that its fence stays", source -> {
            // the row is for those whose reverse replication waits for this owner, and writing it lifts super_read_only
            // for a moment
            if (book.others(source, owner).stream().anyMatch(FenceBook.Entry::settled)) {
                book.enter(source, owner, before(source, owner, memory), true);
            }
            return true;
        });
    }

    /** What the row says counts: it was corrected where another owner turned out to have been first. */
    private Map<String, String> before(Connection source, FenceOwner owner, String memory) throws SQLException {
        return book.own(source, owner).map(FenceBook.Entry::memory).orElseGet(() -> MemoryText.parse(memory));
    }

    @Override
    public void admitOwn(FenceOwner owner, String memory) throws InterruptedException {
        book.alone("let reverse replication write to the source", source -> {
            book.enter(source, owner, before(source, owner, memory), true);
            List<String> switching = book.others(source, owner).stream()
                    .filter(other -> !other.settled())
                    .map(other -> other.owner().pipeline())
                    .toList();
            if (!switching.isEmpty()) {
                throw new GaussferryException(
                        ErrorCategory.RETRY,
                        "The source takes no writes while pipelines " + switching + " switch.",
                        "no action needed, it is retried; if no such cutover is at work, start the daemon of that pipeline",
                        null);
            }
            admit(source);
            return true;
        });
    }

    /** Holds every account but those that administer the server. */
    private static void admit(Connection source) throws SQLException {
        String set = persists(source) ? "SET PERSIST " : "SET GLOBAL ";
        try (Statement statement = source.createStatement()) {
            // read_only stays on by itself, but a restarted server must find it said
            statement.execute(set + "read_only = ON");
            statement.execute(set + "super_read_only = OFF");
        }
    }

    @Override
    public List<String> neededBy(FenceOwner owner) throws InterruptedException {
        return link.ask(
                "look whom the source is fenced for",
                REMEDY,
                source -> book.others(source, owner).stream()
                        .map(other -> other.owner().pipeline())
                        .toList());
    }

    @Override
    public void release(FenceOwner owner, String memory) throws InterruptedException {
        book.alone("give the source back to its writers", source -> {
            Map<String, String> before = before(source, owner, memory);
            List<FenceBook.Entry> others = book.others(source, owner);
            if (others.isEmpty()) {
                restore(source, before);
            } else {
                leaveTo(source, others, before);
            }
            book.leave(source, owner);
            return true;
        });
    }

    /** The server stays read-only, as strictly as the strictest of the others needs it. */
    private void leaveTo(Connection source, List<FenceBook.Entry> others, Map<String, String> before)
            throws SQLException {
        for (FenceBook.Entry other : others) {
            // a version that wrote no rows may have fenced the server first: then the others know it as read-only
            // always
            if (value(before.get("read_only")).equals("OFF")) {
                book.enter(source, other.owner(), before, other.settled());
            }
        }
        if (others.stream().allMatch(FenceBook.Entry::settled)) {
            admit(source);
        } else {
            try (Statement statement = source.createStatement()) {
                statement.execute((persists(source) ? "SET PERSIST" : "SET GLOBAL") + " super_read_only = ON");
            }
        }
    }

    private static void restore(Connection source, Map<String, String> before) throws SQLException {
        List<String> statements = new ArrayList<>();
        if (before.containsKey("persists")) {
            for (String variable : VARIABLES) {
                String persisted = before.get("persisted." + variable);
                statements.add(
                        persisted == null
                                ? "RESET PERSIST IF EXISTS " + variable
                                : "SET PERSIST " + variable + " = " + value(persisted));
            }
        }
        // the wider one last: turning read_only off turns off the other too
        statements.add("SET GLOBAL super_read_only = " + value(before.get("super_read_only")));
        statements.add("SET GLOBAL read_only = " + value(before.get("read_only")));
        if (value(before.get("super_read_only")).equals("ON")) {
            statements.add("SET GLOBAL super_read_only = ON");
        }
        try (Statement statement = source.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String value(@Nullable String text) {
        return "1".equals(text) || "ON".equalsIgnoreCase(text) ? "ON" : "OFF";
    }
}
