package io.gaussferry.snapshot.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.type.ColumnType;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyOrderTest {

    private static final TableId ID = new TableId("shop", "t");
    private static final RuleBook REFUSE = RuleBook.of(ConversionRules.defaults());

    private static ColumnDefinition column(String name, MySqlType type) {
        return new ColumnDefinition(name, type, false, "", 10, 0, 0, null, List.of(), false);
    }

    private static TargetTable.Column target(String name, String type) {
        return new TargetTable.Column(
                name, type, type, true, Carrier.OWN_TYPE, Identity.EQUALITY, StringEquality.EXACT);
    }

    private static final List<ColumnDefinition> COLUMNS = List.of(
            column("a", MySqlType.INT),
            column("b", MySqlType.BIGINT),
            column("c", MySqlType.VARCHAR),
            column("d", MySqlType.DATE),
            column("e", MySqlType.BINARY));

    private static final TargetTable TARGET = new TargetTable(
            ID,
            List.of(
                    target("a", "integer"),
                    target("b", "numeric"),
                    target("c", "character varying"),
                    target("d", "date"),
                    target("e", "bytea")));

    private static KeyOrder order(RuleBook rules, IndexDefinition.Part... parts) {
        return KeyOrder.of(
                new TableDefinition(ID, COLUMNS, List.of(new IndexDefinition("PRIMARY", true, List.of(parts)))),
                TARGET,
                rules);
    }

    private static IndexDefinition.Part part(int column) {
        return new IndexDefinition.Part(column, 0, false);
    }

    @Test
    void usesLeadingColumnsOfCommonOrder() {
        assertThat(order(REFUSE, part(0), part(1), part(2)).columns()).containsExactly(0, 1);
        assertThat(order(REFUSE, part(2), part(0)).columns()).isEmpty();
        assertThat(order(REFUSE, part(4), part(3)).columns()).containsExactly(4, 3);
        assertThat(order(REFUSE, part(0), new IndexDefinition.Part(1, 0, true)).columns())
                .containsExactly(0);
        RuleBook replaced = RuleBook.of(ChosenRules.zeroDate(LocalDate.of(1970, 1, 1)));
        assertThat(order(replaced, part(3), part(0)).columns()).isEmpty();
    }

    @Test
    void treatsTableWithoutKeyAsOneRange() {
        KeyOrder order = KeyOrder.of(new TableDefinition(ID, COLUMNS, List.of()), TARGET, REFUSE);
        assertThat(order.columns()).isEmpty();
        assertThat(order.sourceCondition(KeyRange.WHOLE)).isEqualTo("1 = 1");
        assertThat(order.targetCondition(KeyRange.WHOLE)).isEqualTo("1 = 1");
    }

    @Test
    void selectsSameRowsOnBothSides() {
        KeyRange range = new KeyRange(List.of("1", "2"), List.of("3", "4"));
        KeyOrder order = order(REFUSE, part(0), part(1));
        assertThat(order.sourceCondition(range))
                .isEqualTo("(`a` > 1 OR (`a` = 1 AND `b` > 2)) AND (`a` < 3 OR (`a` = 3 AND `b` <= 4))");
        assertThat(order.targetCondition(range))
                .isEqualTo("(\"a\", \"b\") > (CAST('1' AS integer), CAST('2' AS numeric))"
                        + " AND (\"a\", \"b\") <= (CAST('3' AS integer), CAST('4' AS numeric))");
        assertThat(order(REFUSE, part(4)).sourceCondition(new KeyRange(List.of("00ff"), List.of())))
                .isEqualTo("`e` > x'00ff'");
        assertThat(order(REFUSE, part(4)).targetCondition(new KeyRange(List.of("00ff"), List.of())))
                .isEqualTo("\"e\" > CAST(E'\\\\x00ff' AS bytea)");
        assertThat(order(REFUSE, part(3)).sourceCondition(new KeyRange(List.of(), List.of("2024-01-31"))))
                .isEqualTo("`d` <= '2024-01-31'");
    }

    @Test
    void avoidsConstantsForPartitionedTables() {
        KeyOrder order = order(REFUSE, part(0), part(3)).acrossPartitions();
        assertThat(order.from(ID)).endsWith(" STRAIGHT_JOIN " + Identifiers.quoteSource(ID));
        assertThat(order.sourceCondition(new KeyRange(List.of("1", "2024-01-31"), List.of())))
                .isEqualTo("(`a` > IF(gaussferry_row.gaussferry_one, 1, NULL)"
                        + " OR (`a` = IF(gaussferry_row.gaussferry_one, 1, NULL)"
                        + " AND `d` > IF(gaussferry_row.gaussferry_one, CAST('2024-01-31' AS DATE), NULL)))");
        assertThat(order(REFUSE, part(0)).from(ID)).isEqualTo(Identifiers.quoteSource(ID));
    }

    @Test
    void rejectsUnquotedNonNumericLiterals() {
        assertThatThrownBy(() -> ColumnType.of(COLUMNS.get(0)).sourceLiteral("1 OR 1 = 1"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ColumnType.of(COLUMNS.get(3)).sourceLiteral("2024' OR '1"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ColumnType.of(COLUMNS.get(2)).sourceLiteral("it's")).isEqualTo("_utf8mb4 x'69742773'");
    }

    @Test
    void rejectsBoundsOfDifferentKeys() {
        assertThatThrownBy(() -> new KeyRange(List.of("1"), List.of("1", "2")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
