package io.gaussferry.objects;

import io.gaussferry.objects.prove.ObjectState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The objects whose verification no longer holds, because a later verification of other databases found an object that they use changed. */
final class OutdatedObjects {

    private OutdatedObjects() {}

    /**
     * Returns the objects that were executed and are outdated, with the used object.
     *
     * @param kept the objects that were not verified again
     * @param before the former outcomes of the others
     * @param now their new outcomes, by labels
     */
    static Map<VerifiedObject, String> of(
            List<VerifiedObject> kept, List<VerifiedObject> before, Map<String, ObjectOutcome> now) {
        Map<String, String> changed = new HashMap<>();
        Map<String, VerifiedObject> former = new HashMap<>();
        before.forEach(object -> former.put(object.label(), object));
        Set<String> all = new HashSet<>(former.keySet());
        all.addAll(now.keySet());
        for (String label : all) {
            if (isChanged(former.get(label), now.get(label))) {
                changed.put(label, label);
            }
        }
        Map<VerifiedObject, String> outdated = new HashMap<>();
        List<VerifiedObject> remaining = new ArrayList<>(kept);
        boolean grown = true;
        while (grown) {
            grown = false;
            for (VerifiedObject object : remaining) {
                for (String use : object.uses()) {
                    String cause = changed.get(use);
                    if (cause != null && changed.putIfAbsent(object.label(), cause) == null) {
                        grown = true;
                        if (object.state() == ObjectState.EXECUTED) {
                            outdated.put(object, cause);
                        }
                    }
                }
            }
        }
        return outdated;
    }

    private static boolean isChanged(@Nullable VerifiedObject before, @Nullable ObjectOutcome now) {
        if (before == null || now == null) {
            return true;
        }
        List<String> statements =
                now.translated() == null ? List.of() : now.translated().statements();
        return !before.fingerprint().equals(ObjectStore.storable(now.object().fingerprint()))
                || !before.statements()
                        .equals(statements.stream().map(ObjectStore::storable).toList());
    }
}
