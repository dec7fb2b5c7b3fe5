package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets {@code super_read_only}: the whole server refuses writes of every account. From MySQL 8.0 on the setting persists over a restart of
 * the server, so that a source that restarts after the switch does not accept writes either. Several pipelines of the server share it: the
 * last that releases it restores the state that the first one found. The event scheduler is off as long as the server is fenced: an event
 * whose definer has SUPER would write after the switch.
 */
public final class ReadOnlyFence implements Fence {

    private static final String REMEDY =
            "grant the account of gaussferry.cutover SYSTEM_VARIABLES_ADMIN and CONNECTION_ADMIN (SUPER before 8.0)";

    /** ER_LOCK_WAIT_TIMEOUT and ER_LOCK_DEADLOCK: waits for metadata locks can deadlock too. */
    private static final Set<Integer> BLOCKED = Set.of(1205, 1213);

    /** All writers wait for as long; then the blocking sessions are ended. */
    private static final String LIMIT_LOCK_WAIT = "SET SESSION lock_wait_timeout = 1";

    private static final String SCHEDULER = "event_scheduler";

    /** The variables that the fence changes. A memory of an earlier version lacks the last one. */
    private static final List<String> VARIABLES = List.of("read_only", "super_read_only", SCHEDULER);

    private static final Logger LOG = LoggerFactory.getLogger(ReadOnlyFence.class);

    private final SourceLink link;
    private final FenceRegistry registry;
    private final TableWall wall;

    /** Creates a fence of the link's source. */
    public ReadOnlyFence(SourceLink link) {
        this.link = link;
        this.registry = new FenceRegistry(link, "SUPER_READ_ONLY", false);
        this.wall = new TableWall(link, registry);
    }

    @Override
    public void prepare() throws InterruptedException {
        registry.prepare();
    }

    @Override
    public void prepareAdmission(FenceOwner owner) throws InterruptedException {
        String obstacle = link.ask("read the source's read_only", REMEDY, source -> {
            String readOnly =
                    SourceLink.rows(source, "SELECT @@GLOBAL.read_only").get(0).get(0);
            // after the switch this fence has made the server read-only itself
            boolean wasReadOnly = value(registry.own(source, owner)
                            .map(entry -> entry.memory().getOrDefault("read_only", readOnly))
                            .orElse(readOnly))
                    .equals("ON");
            return wasReadOnly && registry.others(source, owner).isEmpty()
                    ? "read_only is already on, and its writers have privileges that pass it"
                    : WallPrivileges.missing(source, link.settings());
        });
        if (obstacle.isEmpty()) {
            wall.build(owner.pipeline());
        } else {
            LOG.warn("Accounts with SUPER or CONNECTION_ADMIN can write to the source after the switch: {}", obstacle);
        }
    }

    @Override
    public void extendAdmission(FenceOwner owner) throws InterruptedException {
        if (wall.exists(owner.pipeline())) {
            wall.build(owner.pipeline());
        }
    }

    @Override
    public String removeAdmission(FenceOwner owner) throws InterruptedException {
        return wall.remove(owner.pipeline());
    }

    @Override
    public String capture(FenceOwner owner) throws InterruptedException {
        return link.ask("read the source's read_only", REMEDY, source -> {
            SourceDialect.of(source).requireFence("super_read_only");
            List<FenceRegistry.Entry> others = registry.others(source, owner);
            // the other owners have made it read-only
            Map<String, String> memory = new TreeMap<>(
                    others.isEmpty() ? present(source) : others.get(0).memory());
            memory.put(FencedServer.NAME, FencedServer.of(source));
            return FenceMemoryFormat.of(memory);
        });
    }

    private static Map<String, String> present(Connection source) throws SQLException {
        Map<String, String> memory = new TreeMap<>();
        for (String variable : VARIABLES) {
            String found = SourceLink.rows(source, "SELECT @@GLOBAL." + variable)
                    .get(0)
                    .get(0);
            // a disabled event scheduler cannot be changed
            if (!found.equals("DISABLED")) {
                memory.put(variable, found);
            }
        }
        if (persists(source)) {
            memory.put("persists", "1");
            for (List<String> row : SourceLink.rows(
                    source,
                    "SELECT variable_name, variable_value FROM performance_schema.persisted_variables"
                            + " WHERE variable_name IN ('read_only', 'super_read_only', 'event_scheduler')")) {
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
        Map<String, String> before = FenceMemoryFormat.parse(memory);
        String raise = (before.containsKey("persists") ? "SET PERSIST" : "SET GLOBAL") + " super_read_only = ON";
        while (!registry.exclusively("set super_read_only on the source", source -> {
            registry.register(source, owner, before, false);
            stopEvents(source, before);
            return tryToRaise(source, raise);
        })) {
            control.check();
        }
        link.ask("end open transactions of the source", REMEDY, source -> {
            WriterSessions.endOpenTransactions(source);
            return true;
        });
    }

    /** MySQL sets super_read_only only after all running commits. */
    @Override
    public Duration settling() {
        return Duration.ofMillis(10);
    }

    /** Turns the event scheduler off; an event that already runs is stopped as any other session. */
    private static void stopEvents(Connection source, Map<String, String> before) throws SQLException {
        if (before.containsKey(SCHEDULER)) {
            Sql.execute(
                    source, (before.containsKey("persists") ? "SET PERSIST " : "SET GLOBAL ") + SCHEDULER + " = OFF");
        }
    }

    /** Returns false if sessions blocked the statement; those were ended. */
    private static boolean tryToRaise(Connection source, String raise) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute(LIMIT_LOCK_WAIT);
            try {
                statement.execute(raise);
                return true;
            } catch (SQLException e) {
                if (!BLOCKED.contains(e.getErrorCode())) {
                    throw e;
                }
                WriterSessions.endBlockingSessions(source);
                return false;
            }
        }
    }

    @Override
    public String gap(String memory) throws InterruptedException {
        return link.ask("read the source's super_read_only", REMEDY, source -> {
            if (!FencedServer.is(source, FenceMemoryFormat.parse(memory))) {
                return FencedServer.GAP;
            }
            return SourceLink.rows(source, "SELECT @@GLOBAL.super_read_only")
                            .get(0)
                            .get(0)
                            .equals("1")
                    ? ""
                    : "super_read_only is off; the source was restarted or another client changed it";
        });
    }

    @Override
    public void recordSwitch(FenceOwner owner, String memory) throws InterruptedException {
        registry.exclusively("record at the source that its fence stays", source -> {
            // only owners whose reverse replication waits for this owner need the row, and writing it lifts
            // super_read_only for a moment
            if (registry.others(source, owner).stream().anyMatch(FenceRegistry.Entry::settled)) {
                registry.register(source, owner, before(source, owner, memory), true);
            }
            return true;
        });
    }

    /**
     * Returns the state before the fence. The stored row takes precedence: it was corrected if another owner turned out to have been first.
     */
    private Map<String, String> before(Connection source, FenceOwner owner, String memory) throws SQLException {
        return registry.own(source, owner)
                .map(FenceRegistry.Entry::memory)
                .orElseGet(() -> FenceMemoryFormat.parse(memory));
    }

    @Override
    public void admitReverseReplication(FenceOwner owner, String memory) throws InterruptedException {
        registry.exclusively("let reverse replication write to the source", source -> {
            registry.register(source, owner, before(source, owner, memory), true);
            List<String> switching = registry.others(source, owner).stream()
                    .filter(other -> !other.settled())
                    .map(other -> other.owner().pipeline())
                    .toList();
            if (!switching.isEmpty()) {
                throw new GaussferryException(
                        ErrorCode.FENCES_BUSY,
                        "The source refuses writes while pipelines " + switching + " switch.",
                        "no action needed, retrying; if no such cutover is running, start the daemon of that pipeline",
                        null);
            }
            stopEvents(source, before(source, owner, memory));
            admit(source);
            return true;
        });
    }

    /** Refuses every account except those that administer the server. */
    private static void admit(Connection source) throws SQLException {
        String set = persists(source) ? "SET PERSIST " : "SET GLOBAL ";
        try (Statement statement = source.createStatement()) {
            // read_only is already on, but must be persisted for a restart of the server
            statement.execute(set + "read_only = ON");
            statement.execute(set + "super_read_only = OFF");
        }
    }

    @Override
    public List<String> otherOwners(FenceOwner owner) throws InterruptedException {
        return registry.otherPipelines(owner, "read which pipelines have fenced the source", REMEDY);
    }

    @Override
    public void release(FenceOwner owner, String memory) throws InterruptedException {
        registry.exclusively("open the source to its writers", source -> {
            Map<String, String> before = before(source, owner, memory);
            List<FenceRegistry.Entry> others = registry.others(source, owner);
            if (registry.own(source, owner).isEmpty() && !FencedServer.is(source, before)) {
                // neither the setting nor the row is in the binlog: this server was not fenced, and may not be writable
                // yet
                LOG.warn(
                        "The source has failed over to a server that was not fenced: its read_only is unchanged. The former server"
                                + " {} keeps its fence. Before it takes writes again, unless gaussferry.fence there names another"
                                + " pipeline, run there: {}; SET SESSION sql_log_bin = 0; DELETE FROM gaussferry.fence WHERE"
                                + " cutover = '{}'",
                        before.get(FencedServer.NAME),
                        String.join("; ", restoring(before)),
                        owner.cutover());
                return true;
            }
            if (others.isEmpty()) {
                restore(source, before);
            } else {
                keepFor(source, others, before);
            }
            registry.unregister(source, owner);
            return true;
        });
    }

    /** Keeps the server read-only, as strictly as the strictest of the other owners needs it. */
    private void keepFor(Connection source, List<FenceRegistry.Entry> others, Map<String, String> before)
            throws SQLException {
        for (FenceRegistry.Entry other : others) {
            // a version that wrote no rows may have fenced the server first: the other owners then assume that it was
            // always read-only
            if (value(before.get("read_only")).equals("OFF")) {
                registry.register(source, other.owner(), before, other.settled());
            }
        }
        if (others.stream().allMatch(FenceRegistry.Entry::settled)) {
            admit(source);
        } else {
            Sql.execute(source, (persists(source) ? "SET PERSIST" : "SET GLOBAL") + " super_read_only = ON");
        }
    }

    private static void restore(Connection source, Map<String, String> before) throws SQLException {
        try (Statement statement = source.createStatement()) {
            for (String sql : restoring(before)) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the statements that restore the state before the fence. */
    private static List<String> restoring(Map<String, String> before) {
        List<String> statements = new ArrayList<>();
        if (before.containsKey("persists")) {
            for (String variable : known(before)) {
                String persisted = before.get("persisted." + variable);
                statements.add(
                        persisted == null
                                ? "RESET PERSIST IF EXISTS " + variable
                                : "SET PERSIST " + variable + " = " + value(persisted));
            }
        }
        // read_only last: turning it off also turns off super_read_only
        statements.add("SET GLOBAL super_read_only = " + value(before.get("super_read_only")));
        statements.add("SET GLOBAL read_only = " + value(before.get("read_only")));
        if (value(before.get("super_read_only")).equals("ON")) {
            statements.add("SET GLOBAL super_read_only = ON");
        }
        if (before.containsKey(SCHEDULER)) {
            statements.add("SET GLOBAL " + SCHEDULER + " = " + value(before.get(SCHEDULER)));
        }
        return statements;
    }

    private static List<String> known(Map<String, String> before) {
        return VARIABLES.stream().filter(before::containsKey).toList();
    }

    private static String value(@Nullable String setting) {
        return "1".equals(setting) || "ON".equalsIgnoreCase(setting) ? "ON" : "OFF";
    }
}
