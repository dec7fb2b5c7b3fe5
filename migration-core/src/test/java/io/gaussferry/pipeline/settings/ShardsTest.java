package io.gaussferry.pipeline.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.NamePattern;
import io.gaussferry.pipeline.settings.Shards.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardsTest {

    private static final Shards SHARDS = new Shards(List.of(
            new Entry(NamePattern.of("shop_test"), "test"),
            new Entry(NamePattern.of("shop_*"), "shop"),
            new Entry(NamePattern.of("*_archive"), "archive")));

    @ParameterizedTest
    @CsvSource({"shop_1, shop", "shop_test, test", "shop_1_archive, shop", "old_archive, archive", "shop,", "SHOP_1,"})
    void findsLogicalDatabaseByFirstMatch(String database, @Nullable String logical) {
        assertThat(SHARDS.of(database).orElse(null)).isEqualTo(logical);
        assertThat(Shards.NONE.of(database)).isEmpty();
    }
}
