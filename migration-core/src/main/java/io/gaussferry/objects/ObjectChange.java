package io.gaussferry.objects;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObjectReader.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A change of an object at the source after the last verification.
 *
 * @param kind the object's kind
 * @param name its name at the source
 * @param change the change
 * @param noticedAt when replication noticed it
 */
public record ObjectChange(ObjectKind kind, TableId name, Change change, Instant noticedAt) {

    /** The difference between the verified objects and those of the source. */
    public enum Change {
        /** It did not exist. */
        CREATED,
        /** It has another definition. */
        CHANGED,
        /** It does not exist. */
        DROPPED;

        /** Returns the change as a word. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the kind and the name, as in {@code SourceObject}. */
    public String label() {
        return kind.word() + " " + name;
    }

    /**
     * Compares the verified objects with those of the source.
     *
     * @param verified the objects of the last verification
     * @param present the fingerprints of the source's objects
     * @param now the time of the comparison
     */
    static List<ObjectChange> between(List<VerifiedObject> verified, Map<Key, String> present, Instant now) {
        List<ObjectChange> changes = new ArrayList<>();
        Map<String, Key> created = new TreeMap<>();
        present.keySet().forEach(key -> created.put(label(key), key));
        for (VerifiedObject object : verified) {
            Key key = new Key(object.kind(), object.name());
            created.remove(label(key));
            String fingerprint = present.get(key);
            if (fingerprint == null) {
                changes.add(new ObjectChange(object.kind(), object.name(), Change.DROPPED, now));
            } else if (!object.fingerprint().equals(ObjectStore.storable(fingerprint))) {
                changes.add(new ObjectChange(object.kind(), object.name(), Change.CHANGED, now));
            }
        }
        created.values().forEach(key -> changes.add(new ObjectChange(key.kind(), key.name(), Change.CREATED, now)));
        return changes;
    }

    private static String label(Key key) {
        return key.kind() + " " + key.name();
    }
}
