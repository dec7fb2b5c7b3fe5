package io.gaussferry.objects.prove;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.Translation.Translated;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Creates objects on the target, each behind a savepoint, in an order in which every object finds those that it needs. */
public final class TargetObjects {

    private final List<Translated> created = new ArrayList<>();
    private final Map<Translated, SQLException> refused = new LinkedHashMap<>();

    private final Connection target;
    private final boolean keepsTriggers;
    /** The number of the transaction; 0 until the first object. */
    private long transaction;

    /**
     * @param target whose transaction has the objects; they are gone after a rollback
     * @param keepsTriggers whether triggers remain until then; otherwise each is removed at once, with the lock of its table
     */
    public TargetObjects(Connection target, boolean keepsTriggers) {
        this.target = target;
        this.keepsTriggers = keepsTriggers;
    }

    /**
     * Creates the objects that the target accepts, and those that it refused before.
     *
     * @throws SQLException if the connection fails
     */
    public void create(List<Translated> objects) throws SQLException {
        List<Translated> pending = new ArrayList<>(refused.keySet());
        pending.addAll(objects);
        pending.sort(Comparator.comparing(Translated::object, SourceObject.BY_CREATION));
        boolean progress = true;
        while (progress && !pending.isEmpty()) {
            progress = false;
            refused.clear();
            List<Translated> remaining = new ArrayList<>();
            for (Translated object : pending) {
                if (create(object)) {
                    progress = true;
                } else {
                    remaining.add(object);
                }
            }
            pending = remaining;
        }
    }

    private boolean create(Translated object) throws SQLException {
        Savepoint before = target.setSavepoint();
        try (Statement statement = target.createStatement()) {
            for (String sql : object.statements()) {
                statement.execute(sql);
            }
            requireTransaction(object);
            if (keepsTriggers || object.object().kind() != ObjectKind.TRIGGER) {
                target.releaseSavepoint(before);
            } else {
                target.rollback(before);
            }
            created.add(object);
            return true;
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            target.rollback(before);
            refused.put(object, e);
            return false;
        }
    }

    /** Requires that a definition has not ended the transaction: the driver executes several statements if it finds semicolons. */
    private void requireTransaction(Translated object) throws SQLException {
        long now = transaction();
        if (transaction == 0) {
            transaction = now;
        }
        if (now != transaction) {
            throw new GaussferryException(
                    ErrorCode.OBJECT_ENDED_TRANSACTION,
                    "The definition of " + object.object().label()
                            + " has ended the transaction that would be rolled back, so objects remain on the target.",
                    "remove them there: " + String.join("; ", object.undo())
                            + "; and report this definition as a defect",
                    null);
        }
    }

    private long transaction() throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_catalog.txid_current()")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Returns the created objects, in the order of their creation. */
    public List<Translated> created() {
        return created;
    }

    /** Returns the refused objects with the reasons, for a report. */
    String refusals() {
        return refused.entrySet().stream()
                .map(entry -> entry.getKey().object().label() + ": " + CreatingSession.message(entry.getValue()))
                .collect(Collectors.joining("; "));
    }

    /** Returns the refused objects with the target's errors. */
    public Map<Translated, SQLException> refused() {
        return refused;
    }
}
