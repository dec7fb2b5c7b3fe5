package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableRenameTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            nullValues = "-",
            value = {
                "shop,          sales,       shop,   orders,  sales,      orders",
                "shop,          sales,       shop2,  orders,  -,          -",
                "shop_*,        s$1,         shop_7, orders,  s7,         orders",
                "shop.items,    sales.pos,   shop,   items,   sales,      pos",
                "shop.items,    sales.pos,   shop,   Items,   -,          -",
                "shop_*.orders, shop.orders, shop_7, orders,  shop,       orders",
                "*_*.o*,        $2.$3_$1,    a_b,    old,     b,          ld_a",
                "shop.*,        crm.x$1$,    shop,   a$1,     crm,        xa$1$",
                "`a.*`,         `b.$1`,      a.*,    t,       b.$1,       t",
                "`a.*`.t,       x.y,         a.b,    t,       -,          -",
                "shop.*,        $1.t,        shop,   \"\",    \"\",       t",
            })
    void renamesTables(String from, String to, String schema, String table, String newSchema, String newTable) {
        assertThat(TableRename.parse(from, to).apply(new TableId(schema, table)))
                .isEqualTo(newSchema == null ? Optional.empty() : Optional.of(new TableId(newSchema, newTable)));
    }

    @ParameterizedTest
    @CsvSource({
        "shop, sales.orders",
        "shop.orders, sales",
        "shop.orders, a.b.c",
        "a.b.c, a.b",
        "shop, s*",
        "shop.*, a.$2",
        "shop, s$1",
        "shop*, s$2",
    })
    void refusesInvalidRules(String from, String to) {
        assertThatThrownBy(() -> TableRename.parse(from, to)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void detectsCoveredRules() {
        TableRename schema = TableRename.parse("shop", "sales");
        assertThat(TableRename.parse("shop.items", "a.b").isCoveredBy(schema)).isTrue();
        assertThat(TableRename.parse("other.items", "a.b").isCoveredBy(schema)).isFalse();
        assertThat(schema.isCoveredBy(TableRename.parse("shop.items", "a.b"))).isFalse();
        assertThat(schema.isCoveredBy(TableRename.parse("sh*", "a"))).isTrue();
        assertThat(TableRename.parse("s*.t", "a.b").isCoveredBy(TableRename.parse("s*.t", "c.d")))
                .isTrue();
        assertThat(TableRename.parse("s*.t", "a.b").isCoveredBy(schema)).isFalse();
        assertThat(TableRename.parse("s*", "a").isCoveredBy(TableRename.parse("s*", "b")))
                .isTrue();
    }
}
