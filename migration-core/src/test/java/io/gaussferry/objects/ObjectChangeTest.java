package io.gaussferry.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.ObjectChange.Change;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObjectReader.Key;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The difference between the verified objects and those of the source, by their fingerprints. */
class ObjectChangeTest {

    private static final TableId NAME = new TableId("shop", "dear");
    private static final Instant NOW = Instant.parse("2026-11-27T20:00:00Z");

    @Test
    void findsNoChangeOfAnEqualObject() {
        assertThat(between(Map.of(new Key(ObjectKind.VIEW, NAME), "select 1"))).isEmpty();
    }

    @Test
    void findsAChangedObject() {
        assertThat(between(Map.of(new Key(ObjectKind.VIEW, NAME), "select 2")))
                .containsExactly(new ObjectChange(ObjectKind.VIEW, NAME, Change.CHANGED, NOW));
    }

    @Test
    void findsADroppedObjectAndOneOfAnotherKindWithItsName() {
        assertThat(between(Map.of(new Key(ObjectKind.FUNCTION, NAME), "select 1")))
                .containsExactly(
                        new ObjectChange(ObjectKind.VIEW, NAME, Change.DROPPED, NOW),
                        new ObjectChange(ObjectKind.FUNCTION, NAME, Change.CREATED, NOW));
    }

    @Test
    void comparesTheFormThatTheTargetCanStore() {
        assertThat(ObjectChange.between(
                        List.of(verified("a\uFFFDb")), Map.of(new Key(ObjectKind.VIEW, NAME), "a\0b"), NOW))
                .isEmpty();
    }

    private static List<ObjectChange> between(Map<Key, String> present) {
        return ObjectChange.between(List.of(verified("select 1")), present, NOW);
    }

    private static VerifiedObject verified(String fingerprint) {
        return new VerifiedObject(
                ObjectKind.VIEW,
                NAME,
                1,
                ObjectState.EXECUTED,
                "equal",
                "",
                fingerprint,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                NOW);
    }
}
