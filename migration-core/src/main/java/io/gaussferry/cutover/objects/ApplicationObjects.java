package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.objects.ObjectStore;
import io.gaussferry.objects.VerifiedObject;
import io.gaussferry.objects.prove.CreatingSession;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObjectReader;
import io.gaussferry.objects.source.SourceObjectReader.Key;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plans the views, routines, triggers and events that the last verification found to work, if the source still has them in the same
 * form. They are read at the time of the cutover, so changes during replication are noticed. The others are manual work.
 */
final class ApplicationObjects {

    private static final String NEVER = "gaussferry objects verify has not been run";
    private static final String CHANGED = "it was created or changed after the last gaussferry objects verify";

    private final SourceSettings settings;
    private final Connection source;
    private final Connection target;
    private final TargetProfile profile;
    private final String pipeline;
    private final CreatedObjects created;

    ApplicationObjects(
            SourceSettings settings,
            Connection source,
            Connection target,
            TargetProfile profile,
            String pipeline,
            CreatedObjects created) {
        this.settings = settings;
        this.source = source;
        this.target = target;
        this.profile = profile;
        this.pipeline = pipeline;
        this.created = created;
    }

    ObjectPlan plan() throws SQLException {
        SourceObjectReader reader = new SourceObjectReader(source, settings);
        Map<Key, String> present = reader.fingerprints();
        List<ObjectAction> actions = new ArrayList<>();
        List<ManualWork> manual = new ArrayList<>();
        reader.hidden()
                .forEach((schema, missing) -> manual.add(new ManualWork(
                        "objects of database",
                        schema,
                        "the cutover's account lacks " + String.join(", ", missing)
                                + ", so MySQL hides objects or their definitions from it without a message: grant them",
                        "")));
        List<VerifiedObject> verified = new ObjectStore(pipeline).read(target);
        Map<String, String> obstacles = obstacles(verified, present);
        for (VerifiedObject object : verified) {
            Key key = new Key(object.kind(), object.name());
            String now = present.remove(key);
            if (now == null) {
                continue; // dropped at the source
            }
            String obstacle = obstacles.get(object.label());
            if (obstacle == null) {
                actions.add(action(object));
            } else {
                manual.add(manual(key, obstacle, now));
            }
        }
        present.forEach((key, now) -> manual.add(manual(key, verified.isEmpty() ? NEVER : CHANGED, now)));
        return new ObjectPlan(actions, manual);
    }

    /**
     * Returns why objects are not created, by their labels. A body is not resolved when it is created: one that uses an object which is not
     * created would fail after the switch, and a trigger with it every change of its table.
     */
    private Map<String, String> obstacles(List<VerifiedObject> verified, Map<Key, String> present) {
        Map<String, String> obstacles = new HashMap<>();
        for (VerifiedObject object : verified) {
            String now = present.get(new Key(object.kind(), object.name()));
            String obstacle = now == null ? "the source has dropped it" : obstacle(object, now);
            if (obstacle != null) {
                obstacles.put(object.label(), obstacle);
            }
        }
        boolean grown = true;
        while (grown) {
            grown = false;
            for (VerifiedObject object : verified) {
                Optional<String> missing =
                        object.uses().stream().filter(obstacles::containsKey).findFirst();
                if (missing.isPresent() && !obstacles.containsKey(object.label())) {
                    obstacles.put(object.label(), "it uses " + missing.get() + ", which is not created");
                    grown = true;
                }
            }
        }
        return obstacles;
    }

    /** Returns why an object is not created; null if it is. */
    private @Nullable String obstacle(VerifiedObject verified, String now) {
        if (!verified.fingerprint().equals(ObjectStore.storable(now))) {
            return CHANGED;
        }
        return switch (verified.state()) {
            case EXECUTED -> created == CreatedObjects.NONE ? "gaussferry.cutover.objects is none" : null;
            case COMPILES ->
                created == CreatedObjects.COMPILES ? null : "it was not executed (" + verified.detail() + ")";
            case DIFFERS, BY_HAND -> verified.state().words() + ": " + verified.detail();
        };
    }

    private static ManualWork manual(Key key, String reason, String definition) {
        return new ManualWork(key.kind().word(), key.name().toString(), reason, definition);
    }

    private ObjectAction action(VerifiedObject object) {
        List<String> statements = new ArrayList<>(CreatingSession.statements(TargetTypes.isDolphin(profile)));
        statements.addAll(object.statements());
        boolean executed = object.state() == ObjectState.EXECUTED;
        return new ObjectAction(
                kind(object.kind()),
                object.name().toString(),
                object.kind().word() + (executed ? ", executed on both sides" : ", not executed") + ": "
                        + object.detail(),
                statements,
                object.undo());
    }

    private static Kind kind(ObjectKind kind) {
        return switch (kind) {
            case FUNCTION, PROCEDURE -> Kind.ROUTINE;
            case VIEW -> Kind.VIEW;
            case TRIGGER -> Kind.TRIGGER;
            case EVENT -> Kind.EVENT;
        };
    }
}
