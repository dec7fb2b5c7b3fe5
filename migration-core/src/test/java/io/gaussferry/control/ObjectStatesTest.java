package io.gaussferry.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.control.ObjectsDocument.State;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.ObjectChange;
import io.gaussferry.objects.ObjectChange.Change;
import io.gaussferry.objects.StoredObjects;
import io.gaussferry.objects.VerifiedObject;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.source.ObjectKind;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The groups of objects that the page shows: a change at the source replaces the state of the verification. */
class ObjectStatesTest {

    private static final Instant VERIFIED = Instant.parse("2026-11-27T20:00:00Z");
    private static final Instant NOTICED = VERIFIED.plusSeconds(60);

    @Test
    void groupsObjectsByState() {
        ObjectsDocument document = ObjectsDocument.of(new StoredObjects(
                List.of(
                        verified("good", ObjectState.EXECUTED),
                        verified("altered", ObjectState.EXECUTED),
                        verified("bad", ObjectState.DIFFERS)),
                List.of(change("altered", Change.CHANGED), change("fresh", Change.CREATED))));
        assertThat(document.verifiedAt()).isEqualTo(VERIFIED);
        assertThat(document.groups())
                .extracting(
                        group -> group.state() + " " + group.objects().get(0).name())
                .containsExactly(
                        "EXECUTED shop.good", "DIFFERS shop.bad", "CHANGED shop.altered", "CREATED shop.fresh");
    }

    @Test
    void isEmptyWithoutAVerification() {
        assertThat(ObjectsDocument.of(new StoredObjects(List.of(), List.of())))
                .isEqualTo(new ObjectsDocument(null, List.of()));
    }

    @Test
    void hasAStateForEachStateAndChange() {
        assertThat(Stream.of(State.values()).map(Enum::name))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of(ObjectState.values()), Stream.of(Change.values()))
                                .map(Enum::name)
                                .toList());
    }

    private static VerifiedObject verified(String name, ObjectState state) {
        return new VerifiedObject(
                ObjectKind.VIEW,
                new TableId("shop", name),
                1,
                state,
                "detail",
                "",
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                VERIFIED);
    }

    private static ObjectChange change(String name, Change change) {
        return new ObjectChange(ObjectKind.VIEW, new TableId("shop", name), change, NOTICED);
    }
}
