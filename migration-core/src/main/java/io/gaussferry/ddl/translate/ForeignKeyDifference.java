package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Naming;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.ForeignKeyPlan.Key;
import io.gaussferry.opengauss.definition.ForeignKeyPlan.Unrepeated;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines the foreign keys to drop from and add to the target. A key stays if only its name, or names of its tables
 * or columns, change. The target does not compare rows with a key that the source has not compared: such a key is
 * created {@code NOT VALID}.
 */
public final class ForeignKeyDifference {

    private final ForeignKeyPlan before;
    private final ForeignKeyPlan after;
    private final Map<String, Key> old = new LinkedHashMap<>();
    private final Map<String, Key> now = new LinkedHashMap<>();
    private final Set<String> declaredBefore = new HashSet<>();
    private final boolean checked;
    private final RemovedUniqueKeys lost;

    /**
     * The conditions under which a statement changes foreign keys.
     *
     * @param policy the handling of foreign keys
     * @param cascadesLogged whether the source's binlog contains the row changes of actions
     * @param checked whether the session has {@code foreign_key_checks}, so that the source has compared the rows with
     *     the keys that the statement declares
     * @param mayExist whether the source may have a table that is not replicated or not known
     * @param arriving tables that the statement adds to the replicated ones, without a known definition
     */
    public record Circumstances(
            ForeignKeyPolicy policy,
            boolean cascadesLogged,
            boolean checked,
            Predicate<TableId> mayExist,
            Set<TableId> arriving) {}

    /**
     * Creates an instance for one statement.
     *
     * @param tables all replicated tables before the statement
     * @param evolutions the changes of tables
     * @param circumstances the session, the settings and the source
     */
    public ForeignKeyDifference(
            Collection<TableDefinition> tables, List<Evolution> evolutions, Circumstances circumstances) {
        this.checked = circumstances.checked();
        this.lost = new RemovedUniqueKeys(evolutions);
        this.before = ForeignKeyPlan.of(
                underNewNames(tables, evolutions, declaredBefore),
                circumstances.policy(),
                circumstances.cascadesLogged(),
                circumstances.mayExist());
        this.after = ForeignKeyPlan.of(
                afterwards(tables, evolutions),
                circumstances.policy(),
                circumstances.cascadesLogged(),
                circumstances.mayExist().or(circumstances.arriving()::contains));
        // the target has one of several keys with the same effect: the copy has created the first one
        this.before.keys().forEach(key -> old.putIfAbsent(key.add(""), key));
        this.after.keys().forEach(key -> now.putIfAbsent(key.add(""), key));
    }

    /** Returns all tables after the statement. */
    public static Collection<TableDefinition> afterwards(
            Collection<TableDefinition> tables, List<Evolution> evolutions) {
        Map<TableId, TableDefinition> all = new LinkedHashMap<>();
        tables.forEach(table -> all.put(table.id(), table));
        for (Evolution evolution : evolutions) {
            if (evolution.before() != null) {
                all.remove(evolution.before().id());
            }
        }
        for (Evolution evolution : evolutions) {
            if (evolution.after() != null) {
                all.put(evolution.after().id(), evolution.after());
            }
        }
        return all.values();
    }

    /**
     * Returns the old tables with the new names of tables and columns. Omits a key with a missing parent if another
     * table gets the parent's name.
     *
     * @param declared collects the identities of all keys
     */
    private static List<TableDefinition> underNewNames(
            Collection<TableDefinition> tables, List<Evolution> evolutions, Set<String> declared) {
        Set<TableId> arriving = new HashSet<>();
        evolutions.stream()
                .flatMap(evolution -> Stream.ofNullable(evolution.after()))
                .forEach(table -> arriving.add(table.id()));
        tables.forEach(table -> arriving.remove(table.id()));
        Map<TableId, Evolution> byId = new HashMap<>();
        for (Evolution evolution : evolutions) {
            if (evolution.before() != null && evolution.after() != null) {
                byId.put(evolution.before().id(), evolution);
            }
        }
        List<TableDefinition> renamed = new ArrayList<>();
        for (TableDefinition table : tables) {
            Evolution own = byId.get(table.id());
            List<ForeignKeyDefinition> keys = new ArrayList<>();
            TableDefinition columns = own == null ? table : ColumnRenames.apply(table, own.columnOrigins());
            TableDefinition names = own == null ? table : Objects.requireNonNull(own.after());
            for (ForeignKeyDefinition key : table.extras().foreignKeys()) {
                ForeignKeyDefinition now = renamed(key, own, byId.get(key.referenced()));
                declared.add(identity(names.id(), now));
                if (!arriving.contains(key.referenced())) {
                    keys.add(now);
                }
            }
            renamed.add(new TableDefinition(
                            names.id(), names.targetId(), columns.columns(), columns.indexes(), columns.extras())
                    .withForeignKeys(keys));
        }
        return renamed;
    }

    private static ForeignKeyDefinition renamed(
            ForeignKeyDefinition key, @Nullable Evolution child, @Nullable Evolution parent) {
        return new ForeignKeyDefinition(
                key.name(),
                renamed(key.columns(), child),
                parent == null
                        ? key.referenced()
                        : Objects.requireNonNull(parent.after()).id(),
                renamed(key.referencedColumns(), parent),
                key.onUpdate(),
                key.onDelete());
    }

    private static List<String> renamed(List<String> columns, @Nullable Evolution evolution) {
        if (evolution == null) {
            return columns;
        }
        Map<String, String> names = new HashMap<>();
        evolution.columnOrigins().forEach((now, then) -> names.put(then.toLowerCase(Locale.ROOT), now));
        return columns.stream()
                .map(column -> names.getOrDefault(column.toLowerCase(Locale.ROOT), column))
                .toList();
    }

    /** Returns a key without its name, which may be derived from the table's. */
    private static String identity(TableId child, ForeignKeyDefinition key) {
        return child + " "
                + new ForeignKeyDefinition(
                        "", key.columns(), key.referenced(), key.referencedColumns(), key.onUpdate(), key.onDelete());
    }

    private static String name(Key key) {
        return key.constraintName();
    }

    private static TargetStep drop(Key key) {
        return ObjectStatements.dropConstraint(key.child().targetId(), NameQueries.FOREIGN_KEY, name(key));
    }

    private static TargetStep add(Key key, UnaryOperator<String> statement, List<Guard> guards) {
        return ObjectStatements.addConstraint(key.child().targetId(), name(key), statement, guards);
    }

    /** Returns the steps to execute when tables have their new names, before all other changes. */
    List<TargetStep> dropped() {
        List<TargetStep> steps = new ArrayList<>();
        old.forEach((text, key) -> {
            Key same = now.get(text);
            if (same == null || lost.contains(same)) {
                steps.add(drop(key));
            } else if (!name(same).equals(name(key))) {
                steps.add(ObjectStatements.renameConstraint(
                        key.child().targetId(), NameQueries.FOREIGN_KEY, name(key), name(same)));
            }
        });
        return steps;
    }

    /**
     * Returns the steps that drop the keys that do not exist after the statement.
     *
     * @param tables the target's tables whose keys are dropped, by the names after the statement
     */
    List<TargetStep> removed(Predicate<TableId> tables) {
        return old.entrySet().stream()
                .filter(entry -> !now.containsKey(entry.getKey()))
                .map(Map.Entry::getValue)
                .filter(key -> tables.test(key.child().targetId()))
                .map(ForeignKeyDifference::drop)
                .toList();
    }

    /** Returns the steps to execute after tables have changed. */
    List<TargetStep> added() {
        List<TargetStep> steps = new ArrayList<>();
        now.forEach((text, key) -> {
            if (old.containsKey(text)) {
                steps.addAll(lost.contains(key) ? notValid(key) : List.of());
            } else {
                steps.addAll(isCompared(key) ? List.of(add(key, key::add, List.of())) : addedUnchecked(key));
            }
        });
        return steps;
    }

    private boolean isCompared(Key key) {
        return checked && !declaredBefore.contains(identity(key.child().id(), key.definition()));
    }

    /** Adds a key without checking the rows, and validates it if no row violates it. */
    private static List<TargetStep> notValid(Key key) {
        return List.of(
                add(key, key::addUnchecked, List.of()),
                new TargetStep(
                        key.validate(name(key)),
                        List.of(),
                        key.orphans(),
                        new Naming(
                                NameQueries.constraint(key.child().targetId(), NameQueries.FOREIGN_KEY, name(key)),
                                names -> key.validate(names.get(0)))));
    }

    private static boolean mustBeValid(Key key) {
        return key.definition().cascades() && !key.comparesAlike();
    }

    /**
     * Adds a key that rows may violate. In string columns a row's parent may also be equal only by a collation of
     * MySQL.
     */
    private static List<TargetStep> addedUnchecked(Key key) {
        if (mustBeValid(key)) {
            return List.of(add(
                    key,
                    key::add,
                    List.of(new Guard(
                            key.orphans(),
                            "Rows of table " + key.child().label() + " have no parent in "
                                    + key.parent().label() + " by " + key
                                    + ", and the source has not checked the key. Which of them its "
                                    + key.definition().actions()
                                    + " changes at the source is unknown, because MySQL compares strings by a collation that the target lacks.",
                            Otherwise.HOLD))));
        }
        return notValid(key);
    }

    /**
     * Returns the steps that empty a table like TRUNCATE, without actions of the keys that refer to it: rows of those
     * tables may refer to missing rows afterwards.
     */
    List<TargetStep> emptied(TableDefinition table) {
        List<Key> referring = now.values().stream()
                .filter(key -> key.parent().id().equals(table.id())
                        && !key.child().id().equals(table.id()))
                .filter(key -> old.containsKey(key.add("")))
                .toList();
        List<TargetStep> steps = new ArrayList<>();
        referring.forEach(key -> steps.add(drop(key)));
        steps.add(new TargetStep("TRUNCATE TABLE " + ObjectStatements.quoted(table.targetId())));
        referring.forEach(key -> steps.addAll(addedUnchecked(key)));
        return steps;
    }

    /**
     * Returns the keys whose actions the target does not repeat after the statement, without those that it did not
     * repeat before.
     */
    public List<Unrepeated> unrepeated() {
        Set<String> known = new HashSet<>();
        before.unrepeated().forEach(key -> known.add(identity(key.child().id(), key.definition())));
        return after.unrepeated().stream()
                .filter(key -> !known.contains(identity(key.child().id(), key.definition())))
                .toList();
    }

    /**
     * Returns notes, as sentences, on keys that the target gets although the source has not compared the rows with
     * them.
     */
    List<String> unchecked() {
        List<String> notes = new ArrayList<>();
        now.forEach((text, key) -> {
            if (!old.containsKey(text) && !isCompared(key) && !mustBeValid(key)) {
                notes.add("The source has not checked existing rows against " + key
                        + ". On the target the key is NOT VALID while rows violate it. It is enforced for new rows.");
            }
        });
        return notes;
    }

    /** Returns the reasons for keys that the target does not get, sorted, without the reasons that applied before. */
    List<String> limitations() {
        TreeSet<String> limitations = new TreeSet<>();
        after.limitations().stream().map(SchemaLimitation::toString).forEach(limitations::add);
        before.limitations().stream().map(SchemaLimitation::toString).forEach(limitations::remove);
        return List.copyOf(limitations);
    }
}
