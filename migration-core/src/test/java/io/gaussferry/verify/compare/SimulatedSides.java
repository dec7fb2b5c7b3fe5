package io.gaussferry.verify.compare;

import static io.gaussferry.testing.ScriptedConnection.fake;
import static io.gaussferry.testing.ScriptedConnection.row;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.verify.read.ComparedTable;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;
import org.opengauss.copy.CopyManager;
import org.opengauss.copy.CopyOut;
import org.opengauss.core.BaseConnection;

/**
 * Two sides with one table of two INT columns, which a comparison reads over its real connections' interfaces. A query returns all rows,
 * whatever its condition: comparisons ignore rows that they have not asked for. Changes happen at chosen reads, as if replication ran.
 */
public final class SimulatedSides implements RowFindings {

    private static final TableId TABLE = new TableId("s", "t");

    /** Work of other clients before a read of one side. */
    public interface Event {
        void happen() throws SQLException;
    }

    /** The table {@code s.t} with the columns c0 and c1. */
    public final ComparedTable table;

    /** Answers of the target's own tables, and the statements of both sides except for reads of rows. */
    public final ScriptedConnection script = new ScriptedConnection();

    private final List<List<@Nullable Object>> source = new ArrayList<>();
    private final List<List<@Nullable Object>> target = new ArrayList<>();
    /** Rows that the comparison has inserted in its open transaction. */
    private final List<List<@Nullable Object>> inserted = new ArrayList<>();

    private final Map<List<@Nullable Object>, Integer> locations = new IdentityHashMap<>();

    private final Deque<Event> beforeSourceReads = new ArrayDeque<>();
    private final Deque<Event> beforeTargetReads = new ArrayDeque<>();
    private final List<Difference> differences = new ArrayList<>();
    private final boolean sourceFollows;
    private Event everySourceRead = () -> {};
    private int commits;
    private boolean isReplaying = true;
    private boolean drops;

    public SimulatedSides(boolean hasKey, boolean sourceFollows) {
        TableDefinition definition = new IntTable("t", 2, hasKey ? List.of(List.of(0)) : List.of())
                .version()
                .definition();
        this.table =
                ComparedTable.of(List.of(definition), onTarget(definition, "integer", "integer"), IntTable.CONVERSION);
        this.sourceFollows = sourceFollows;
    }

    /** Returns the table of the target with columns of these types. */
    static TargetTable onTarget(TableDefinition definition, String... types) {
        List<TargetTable.Column> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(new TargetTable.Column(
                    definition.columns().get(i).name(),
                    types[i],
                    types[i],
                    true,
                    Carrier.OWN_TYPE,
                    Identity.EQUALITY,
                    StringEquality.EXACT));
        }
        return new TargetTable(definition.targetId(), columns);
    }

    public SimulatedSides source(int key, int value) {
        source.add(row(key, value));
        return this;
    }

    public SimulatedSides target(int key, int value) {
        target.add(row(key, value));
        return this;
    }

    /** Adds a row of another table to the target. */
    public SimulatedSides target(String... values) {
        target.add(row((Object[]) values));
        return this;
    }

    /** Replaces a row of the target by the row that the source has, as replication does. */
    public void replay(int key) {
        commits++;
        target.removeIf(row -> row.get(0).equals(key));
        source.stream()
                .filter(row -> row.get(0).equals(key))
                .map(ArrayList::new) // a row in another location
                .forEach(target::add);
    }

    /** Updates a row of the source. */
    public void update(int key, int value) {
        commits++;
        source.removeIf(row -> row.get(0).equals(key));
        source(key, value);
    }

    /** Deletes a row of the source. */
    public void delete(int key) {
        commits++;
        source.removeIf(row -> row.get(0).equals(key));
    }

    /** Appends an event before the next read of the target without one. */
    public void beforeTargetRead(Event event) {
        beforeTargetReads.add(event);
    }

    /** Appends an event before the next read of the source without one. */
    public void beforeSourceRead(Event event) {
        beforeSourceReads.add(event);
    }

    /** Sets the event before every read of the source. */
    void atEverySourceRead(Event event) {
        everySourceRead = event;
    }

    /** Lets replay not reach the positions of the source. */
    public void stopReplay() {
        isReplaying = false;
    }

    /** Lets a trigger of the target skip the rows that the comparison inserts. */
    void dropInsertedRows() {
        drops = true;
    }

    /** Returns the rows that the comparison has inserted in its open transaction. */
    List<List<@Nullable Object>> insertedRows() {
        return List.copyOf(inserted);
    }

    public ComparisonContext context(boolean repair) {
        return new ComparisonContext(
                sourceConnection(), targetConnection(), new Watch(), definitions(), settings(repair));
    }

    public static VerifySettings settings(boolean repair) {
        return new VerifySettings(
                "p",
                new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT),
                new TargetSettings("jdbc:opengauss://h/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1)),
                RuleBook.of(ConversionRules.defaults()),
                List.of(),
                repair,
                false,
                1,
                100,
                100,
                1);
    }

    private static ReplayedDefinitions definitions() {
        return new ReplayedDefinitions("p", Map.of(TABLE, ""), Set.of());
    }

    List<Difference> differences() {
        return differences;
    }

    /** Returns each difference in short: its kind, its key, and the outcomes. */
    List<String> found() {
        return differences.stream()
                .map(one -> one.kind() + " "
                        + String.join(
                                ",",
                                one.key().stream().map(Difference.Value::text).toList())
                        + " " + one.proof() + " " + one.repair())
                .sorted()
                .toList();
    }

    @Override
    public void differs(Difference difference) {
        differences.add(difference);
    }

    @Override
    public void storedOtherwise(StoredOtherwise row) {
        throw new AssertionError("integers are stored as they are");
    }

    private Connection sourceConnection() {
        return fake(Connection.class, (self, method, arguments) -> {
            if (!method.getName().equals("createStatement")) {
                throw new UnsupportedOperationException(method.getName());
            }
            return fake(Statement.class, (statement, call, values) -> {
                if (!call.getName().equals("executeQuery")) {
                    return null;
                }
                everySourceRead.happen();
                happen(beforeSourceReads);
                return rows(source).executeQuery("");
            });
        });
    }

    /** Returns a statement whose queries have these rows. */
    @SuppressWarnings("unchecked")
    private static Statement rows(List<List<@Nullable Object>> rows) throws SQLException {
        return new ScriptedConnection()
                .answer("", rows.toArray(new List[0]))
                .connection()
                .createStatement();
    }

    private Connection targetConnection() {
        Connection scripted = script.connection();
        CopyManager copies = copies();
        PGConnection driver = fake(PGConnection.class, (self, method, arguments) -> copies);
        return fake(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "unwrap" -> driver;
            case "rollback" -> {
                inserted.clear();
                scripted.rollback();
                yield null;
            }
            case "commit" -> {
                target.addAll(inserted);
                inserted.clear();
                scripted.commit();
                yield null;
            }
            case "createStatement" -> lockingStatement(scripted.createStatement());
            default -> ScriptedConnection.call(scripted, method, arguments);
        });
    }

    /** Returns a statement that locks all rows of the target. The script may let it fail. */
    private Statement lockingStatement(Statement scripted) {
        return fake(Statement.class, (self, method, arguments) -> {
            Object result = ScriptedConnection.call(scripted, method, arguments);
            if (!method.getName().equals("executeQuery") || !((String) arguments[0]).endsWith("FOR UPDATE NOWAIT")) {
                return result;
            }
            List<List<@Nullable Object>> locations =
                    target.stream().map(one -> row("1", location(one))).toList();
            return rows(locations).executeQuery("");
        });
    }

    /** Returns a row's location: each version of a row has its own. */
    private String location(List<@Nullable Object> version) {
        return "(0," + locations.computeIfAbsent(version, unused -> locations.size() + 1) + ")";
    }

    private CopyManager copies() {
        try {
            return new CopyManager(fake(BaseConnection.class, (self, method, arguments) -> null)) {
                @Override
                public CopyOut copyOut(String sql) throws SQLException {
                    happen(beforeTargetReads);
                    List<List<@Nullable Object>> visible = new ArrayList<>(target);
                    visible.addAll(inserted);
                    boolean located = sql.contains("ctid");
                    Iterator<byte[]> lines = visible.stream()
                            .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining("\t"))
                                    + (located ? "\t1\t" + location(row) : "") + "\n")
                            .map(line -> line.getBytes(StandardCharsets.UTF_8))
                            .toList()
                            .iterator();
                    return fake(CopyOut.class, (self, method, arguments) -> switch (method.getName()) {
                        case "readFromCopy" -> lines.hasNext() ? lines.next() : null;
                        case "isActive" -> false;
                        default -> throw new UnsupportedOperationException(method.getName());
                    });
                }

                @Override
                public CopyIn copyIn(String sql) {
                    return fake(CopyIn.class, (self, method, arguments) -> switch (method.getName()) {
                        case "writeToCopy" -> {
                            insert((byte[]) arguments[0], (Integer) arguments[2]);
                            yield null;
                        }
                        case "endCopy" -> {
                            if (drops) {
                                inserted.clear();
                            }
                            yield (long) inserted.size();
                        }
                        case "isActive" -> false;
                        default -> throw new UnsupportedOperationException(method.getName());
                    });
                }
            };
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void insert(byte[] lines, int length) {
        String text = new String(lines, 0, length, StandardCharsets.UTF_8);
        text.lines()
                .forEach(line -> inserted.add(row((Object[])
                        Arrays.stream(line.split("\t")).map(Integer::valueOf).toArray(Integer[]::new))));
    }

    private static void happen(Deque<Event> events) throws SQLException {
        Event event = events.poll();
        if (event != null) {
            event.happen();
        }
    }

    /** The following side has always reached the other: a delay is simulated by changes before reads. */
    private final class Watch extends PositionWatch {

        private record At(int commits) implements Place {}

        @Override
        public boolean sourceFollows() {
            return sourceFollows;
        }

        @Override
        public Place now(Connection connection) {
            return new At(commits);
        }

        @Override
        protected boolean isPassed(Place place) {
            return isReplaying;
        }

        @Override
        protected Object reached() {
            return commits;
        }
    }
}
