package io.gaussferry.control;

import io.gaussferry.objects.ObjectChange;
import io.gaussferry.objects.StoredObjects;
import io.gaussferry.objects.VerifiedObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The views, routines, triggers and events in the API, without their SQL; {@code docs/reference/openapi.yml} describes every field.
 *
 * @param verifiedAt when they were verified last; null for never
 * @param groups the objects by state, in the order of {@link State}; groups without objects are left out
 */
public record ObjectsDocument(@Nullable Instant verifiedAt, List<Group> groups) {

    public ObjectsDocument {
        groups = List.copyOf(groups);
    }

    /** The state of an object: that of the last verification, or its change since then. */
    public enum State {
        EXECUTED,
        COMPILES,
        BY_HAND,
        DIFFERS,
        CHANGED,
        CREATED,
        DROPPED
    }

    /** The objects of one state. */
    public record Group(State state, List<Item> objects) {

        public Group {
            objects = List.copyOf(objects);
        }
    }

    /**
     * One object.
     *
     * @param kind its kind, such as {@code view}
     * @param name its name at the source
     * @param detail why it has this state; without row values
     */
    public record Item(String kind, String name, String detail) {}

    private record Found(State state, Item item) {}

    /** Returns the document of the record on the target. */
    public static ObjectsDocument of(StoredObjects stored) {
        List<Found> found = new ArrayList<>();
        for (VerifiedObject object : stored.objects()) {
            found.add(found(object, stored.changeOf(object)));
        }
        stored.created().forEach(change -> found.add(found(change)));
        List<Group> groups = Stream.of(State.values())
                .map(state -> new Group(
                        state,
                        found.stream()
                                .filter(one -> one.state() == state)
                                .map(Found::item)
                                .collect(Collectors.toList())))
                .filter(group -> !group.objects().isEmpty())
                .toList();
        return new ObjectsDocument(
                stored.objects().stream()
                        .map(VerifiedObject::verifiedAt)
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                groups);
    }

    private static Found found(VerifiedObject object, Optional<ObjectChange> change) {
        if (change.isPresent()) {
            return found(change.get());
        }
        State state = switch (object.state()) {
            case EXECUTED -> State.EXECUTED;
            case COMPILES -> State.COMPILES;
            case BY_HAND -> State.BY_HAND;
            case DIFFERS -> State.DIFFERS;
        };
        return new Found(state, new Item(object.kind().word(), object.name().toString(), object.detail()));
    }

    private static Found found(ObjectChange change) {
        State state = switch (change.change()) {
            case CHANGED -> State.CHANGED;
            case CREATED -> State.CREATED;
            case DROPPED -> State.DROPPED;
        };
        return new Found(
                state,
                new Item(
                        change.kind().word(),
                        change.name().toString(),
                        change.change().word() + " at the source after the verification; noticed at "
                                + change.noticedAt()));
    }
}
