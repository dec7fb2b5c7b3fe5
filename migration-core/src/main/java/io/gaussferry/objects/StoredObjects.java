package io.gaussferry.objects;

import io.gaussferry.objects.ObjectChange.Change;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The record on the target.
 *
 * @param objects the objects of the last verification, in the order of their creation
 * @param changes their changes at the source since then, and the objects that the source has created
 */
public record StoredObjects(List<VerifiedObject> objects, List<ObjectChange> changes) {

    public StoredObjects {
        objects = List.copyOf(objects);
        changes = List.copyOf(changes);
    }

    /** Reads the record; joins the connection's transaction. */
    public static StoredObjects read(Connection target, String pipeline) throws SQLException {
        return new StoredObjects(new ObjectStore(pipeline).read(target), new ObjectChangeStore(pipeline).read(target));
    }

    /** Returns the change of an object since its verification; empty for none. */
    public Optional<ObjectChange> changeOf(VerifiedObject object) {
        return changes.stream()
                .filter(change -> change.label().equals(object.label()))
                .findFirst();
    }

    /** Returns the objects that were never verified. */
    public List<ObjectChange> created() {
        return changes.stream()
                .filter(change -> change.change() == Change.CREATED)
                .toList();
    }
}
