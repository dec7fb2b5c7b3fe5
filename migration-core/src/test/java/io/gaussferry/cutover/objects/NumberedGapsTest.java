package io.gaussferry.cutover.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ValueGap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NumberedGapsTest {

    private static final ValueGap OF_NUMBER = ValueGap.guarded("id", "range", "large numbers", "\"id\" < 8388608");
    private static final ValueGap OF_NOTE = ValueGap.guarded("note", "length", "long strings", "length(\"note\") < 9");

    private static TableDefinition table(boolean numbered) {
        ColumnDefinition id =
                new ColumnDefinition("id", MySqlType.MEDIUMINT, false, "mediumint", 0, 0, 0, null, List.of(), false);
        ColumnAttributes attributes = new ColumnAttributes(null, false, false, numbered, null, false, "", null);
        return new TableDefinition(
                new TableId("shop", "item"),
                List.of(id),
                List.of(),
                new TableExtras("", null, null, Map.of("id", attributes), List.of(), List.of(), Map.of()));
    }

    @Test
    void guardsNoNumberedColumnOfDolphin() {
        TargetProfile dolphin = new TargetProfile(TargetProfile.Product.OPENGAUSS, "openGauss 6.0.2", "B", true);
        assertThat(NumberedGaps.of(table(true), List.of(OF_NUMBER, OF_NOTE), dolphin))
                .containsExactly(ValueGap.unguarded("id", "range", "large numbers"), OF_NOTE);
        assertThat(NumberedGaps.of(table(false), List.of(OF_NUMBER), dolphin)).containsExactly(OF_NUMBER);
    }

    @Test
    void guardsSequencesOfOtherTargets() {
        TargetProfile other = new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 18", "", false);
        assertThat(NumberedGaps.of(table(true), List.of(OF_NUMBER), other)).containsExactly(OF_NUMBER);
    }
}
