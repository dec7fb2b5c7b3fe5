package io.gaussferry.convert.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleBookTest {

    private static final TableId ORDERS = new TableId("shop", "orders");

    private static final ColumnDefinition SHIPPED = column("shipped", MySqlType.DATETIME, true);
    private static final ColumnDefinition PAID = column("paid", MySqlType.DATE, true);

    private static ColumnRule zeroDate(String pattern, ZeroDate rule, @Nullable LocalDate date) {
        return new ColumnRule(
                ColumnPattern.parse(pattern),
                new RuleChoices(rule, date, null, null, null, null, null, null, null, null, null));
    }

    private static ColumnRule targetType(String pattern, String type) {
        return new ColumnRule(ColumnPattern.parse(pattern), RuleChoices.ofTargetType(type));
    }

    @Test
    void appliesLastMatchingChoice() {
        RuleBook rules = new RuleBook(
                ConversionRules.defaults().withNul(Nul.STRIP),
                List.of(),
                List.of(
                        zeroDate("shop.*.*", ZeroDate.REPLACE, LocalDate.of(1970, 1, 1)),
                        targetType("*.orders.shipped", "text"),
                        zeroDate("shop.orders.shipped", ZeroDate.NULL, null)));

        assertThat(rules.forColumn(ORDERS, SHIPPED)).isEqualTo(ChosenRules.of(Nul.STRIP, ZeroDate.NULL));
        assertThat(rules.forColumn(ORDERS, PAID).zeroDateReplacement()).isEqualTo(LocalDate.of(1970, 1, 1));
        assertThat(rules.forColumn(new TableId("other", "orders"), PAID).zeroDate())
                .isEqualTo(ZeroDate.KEEP);
        assertThat(rules.targetType(ORDERS, SHIPPED)).contains("text");
        assertThat(rules.targetType(ORDERS, PAID)).isEmpty();
    }

    @Test
    void prefersColumnRuleToTypeRuleToDefault() {
        LocalDate day = LocalDate.of(1970, 1, 1);
        RuleBook rules = new RuleBook(
                ConversionRules.defaults().withNul(Nul.STRIP),
                List.of(
                        new TypeRule(
                                TypePattern.parse("DateTime"),
                                new RuleChoices(
                                        ZeroDate.REPLACE,
                                        day,
                                        Nul.REFUSE,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null)),
                        new TypeRule(TypePattern.parse("tinyint(1)"), RuleChoices.ofTargetType("boolean")),
                        new TypeRule(TypePattern.parse("tinyint"), RuleChoices.ofTargetType("integer")),
                        new TypeRule(TypePattern.parse("tinyint(1)"), RuleChoices.ofTargetType("bool"))),
                List.of(zeroDate("*.*.shipped", ZeroDate.NULL, null)));

        assertThat(rules.forColumn(ORDERS, SHIPPED)).isEqualTo(ChosenRules.of(ZeroDate.NULL));
        assertThat(rules.forColumn(ORDERS, column("packed", MySqlType.DATETIME, true)))
                .isEqualTo(ChosenRules.zeroDate(day));
        assertThat(rules.forColumn(ORDERS, PAID))
                .isEqualTo(ConversionRules.defaults().withNul(Nul.STRIP));
        assertThat(rules.targetType(ORDERS, Columns.column("tinyint(1)", null))).contains("bool");
        assertThat(rules.targetType(ORDERS, Columns.column("tinyint(4) unsigned", null)))
                .contains("integer");
        assertThat(rules.targetType(ORDERS, Columns.column("smallint", null))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "number", "shop.orders.shipped", "*"})
    void rejectsUnknownType(String text) {
        assertThatThrownBy(() -> TypePattern.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shop.orders.shipped      | true
            *.*.*                    | true
            sh*p.*ders.ship*         | true
            `shop`.`orders`.shipped  | true
            shop.orders.ship         | false
            Shop.orders.shipped      | false
            `*`.orders.shipped       | false
            sho.p.orders             | false
            """)
    void matchesColumnPattern(String pattern, boolean matches) {
        assertThat(ColumnPattern.parse(pattern).matches(ORDERS, "shipped")).isEqualTo(matches);
    }

    @Test
    void matchesQuotedNamesLiterally() {
        ColumnPattern pattern = ColumnPattern.parse("`a.b`.`c``d`.*");
        assertThat(pattern.matches(new TableId("a.b", "c`d"), "e.f")).isTrue();
        assertThat(pattern.matches(new TableId("axb", "c`d"), "e")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "orders.shipped", "a.b.c.d", "a..c", "a.b.", ".b.c", "a.`b.c", "a.b`.c"})
    void rejectsInvalidPattern(String text) {
        assertThatThrownBy(() -> ColumnPattern.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rejectsNullForZeroDatesInNotNullColumn() {
        TableDefinition table = new TableDefinition(
                ORDERS,
                List.of(
                        column("id", MySqlType.INT, false),
                        column("paid", MySqlType.DATE, true),
                        column("shipped", MySqlType.DATETIME, false)),
                List.of());
        RuleBook rules = RuleBook.of(ChosenRules.of(ZeroDate.NULL));

        assertThatThrownBy(() -> rules.require(List.of(table)))
                .isInstanceOf(GaussferryException.class)
                .satisfies(e -> assertThat(((GaussferryException) e).category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining("shop.orders.shipped.")
                .hasMessageNotContaining("paid");
        RuleBook better =
                new RuleBook(rules.defaults(), List.of(), List.of(zeroDate("*.*.shipped", ZeroDate.REFUSE, null)));
        assertThatCode(() -> better.require(List.of(table))).doesNotThrowAnyException();
        assertThat(better.unused(List.of(table))).isEmpty();
        assertThat(new RuleBook(rules.defaults(), List.of(), List.of(targetType("*.*.shiped", "text")))
                        .unused(List.of(table))
                        .toString())
                .isEqualTo("[*.*.shiped]");
    }

    private static ColumnDefinition column(String name, MySqlType type, boolean nullable) {
        return new ColumnDefinition(
                name, type, false, type.name().toLowerCase(Locale.ROOT), 0, 0, 0, null, List.of(), nullable);
    }
}
