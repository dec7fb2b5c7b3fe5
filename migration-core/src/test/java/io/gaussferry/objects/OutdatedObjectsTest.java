package io.gaussferry.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Outcomes of databases that a verification does not include. */
class OutdatedObjectsTest {

    private static VerifiedObject verified(ObjectKind kind, String name, int order, String... uses) {
        return new VerifiedObject(
                kind,
                new TableId("shop", name),
                order,
                ObjectState.EXECUTED,
                "equal",
                "",
                "fingerprint",
                List.of(),
                List.of(),
                List.of(),
                List.of(uses),
                Instant.EPOCH);
    }

    private static ObjectOutcome outcome(String name, String fingerprint) {
        SourceObject object = new SourceObject(
                ObjectKind.FUNCTION,
                new TableId("shop", name),
                "",
                fingerprint,
                StoredSettings.NONE,
                null,
                0,
                List.of());
        return new ObjectOutcome(object, ObjectState.EXECUTED, "", null, 1, List.of());
    }

    @Test
    void findsThoseThatUseAChangedObject() {
        VerifiedObject used = verified(ObjectKind.FUNCTION, "used", 1);
        VerifiedObject user = verified(ObjectKind.VIEW, "user", 2, "function shop.used");
        VerifiedObject indirect = verified(ObjectKind.VIEW, "indirect", 3, "view shop.user");
        VerifiedObject other = verified(ObjectKind.VIEW, "other", 4);
        List<VerifiedObject> kept = List.of(indirect, user, other);
        assertThat(OutdatedObjects.of(
                        kept, List.of(used), Map.of("function shop.used", outcome("used", "fingerprint"))))
                .isEmpty();
        assertThat(OutdatedObjects.of(kept, List.of(used), Map.of("function shop.used", outcome("used", "other"))))
                .containsOnlyKeys(user, indirect)
                .containsValue("function shop.used");
        assertThat(OutdatedObjects.of(kept, List.of(used), Map.of())).containsOnlyKeys(user, indirect);
    }

    @Test
    void createsEachAfterThoseThatItUses() {
        VerifiedObject refused = verified(ObjectKind.VIEW, "refused", 0);
        VerifiedObject user = verified(ObjectKind.VIEW, "user", 1, "view shop.used");
        VerifiedObject used = verified(ObjectKind.VIEW, "used", 1);
        VerifiedObject function = verified(ObjectKind.FUNCTION, "f", 7);
        assertThat(CreationOrder.of(List.of(refused, user, used, function)))
                .isEqualTo(Map.of("function shop.f", 1, "view shop.used", 2, "view shop.user", 3));
    }
}
