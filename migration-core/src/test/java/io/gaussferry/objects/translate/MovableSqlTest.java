package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Definitions are created in another database. */
class MovableSqlTest {

    private static Optional<String> of(ObjectKind kind, @Nullable String sql) {
        return MovableSql.of(
                new SourceObject(
                        kind, new TableId("shop", "o"), sql, "", StoredSettings.of(""), null, 0, java.util.List.of()),
                80033);
    }

    @Test
    void leavesOutTheDefiner() {
        assertThat(of(ObjectKind.PROCEDURE, "CREATE DEFINER=`root`@`%` PROCEDURE `o`() COMMIT"))
                .contains("CREATE  PROCEDURE `o`() COMMIT");
        assertThat(of(ObjectKind.PROCEDURE, "CREATE PROCEDURE `o`() SELECT 'DEFINER=`a`@`b`'"))
                .contains("CREATE PROCEDURE `o`() SELECT 'DEFINER=`a`@`b`'");
    }

    @Test
    void refusesATriggerThatNamesItsDatabase() {
        assertThat(of(ObjectKind.TRIGGER, "CREATE TRIGGER `o` AFTER INSERT ON item FOR EACH ROW SET @a = 1"))
                .isPresent();
        assertThat(of(ObjectKind.TRIGGER, "CREATE TRIGGER `o` AFTER INSERT ON shop.item FOR EACH ROW SET @a = 1"))
                .isEmpty();
        assertThat(of(ObjectKind.PROCEDURE, null)).isEmpty();
    }
}
