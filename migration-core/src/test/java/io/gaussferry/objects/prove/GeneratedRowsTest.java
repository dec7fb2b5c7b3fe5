package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GeneratedRowsTest {

    @Test
    void fillsTablesThatFireTriggersFirst() {
        TableId audit = new TableId("shop", "audit");
        TableId item = new TableId("shop", "item");
        TableId note = new TableId("shop", "note");
        assertThat(GeneratedRows.order(Set.of(note, audit, item), Set.of(item, new TableId("shop", "other"))))
                .isEqualTo(List.of(item, audit, note));
        assertThat(GeneratedRows.order(Set.of(note, audit, item), Set.of())).isEqualTo(List.of(audit, item, note));
    }
}
