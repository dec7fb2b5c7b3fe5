package io.gaussferry.opengauss.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import io.gaussferry.type.ColumnPair;
import io.gaussferry.type.ValueGap;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnGapsTest {

    private static List<String> keys(boolean sourceTakesNull, boolean targetTakesNull) {
        ColumnDefinition json =
                new ColumnDefinition("c", MySqlType.JSON, false, "json", 0, 0, 0, null, List.of(), sourceTakesNull);
        TargetProfile target = new TargetProfile(Product.POSTGRESQL, "", "PG", false);
        return new ColumnGaps()
                .of(new ColumnPair(json, "json", targetTakesNull, target)).stream()
                        .map(ValueGap::key)
                        .toList();
    }

    @Test
    void refusesNullThatOnlyTheTargetTakes() {
        assertThat(keys(false, true)).containsExactly("c_null", "c_json");
        assertThat(keys(true, true)).containsExactly("c_json");
        assertThat(keys(false, false)).containsExactly("c_json");
    }
}
