package io.gaussferry.opengauss.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionTranslatorTest {

    private static final TableDefinition TABLE = new TableDefinition(
            new TableId("s", "t"),
            List.of(
                    column("i", MySqlType.INT),
                    column("n", MySqlType.INT),
                    column("d", MySqlType.DECIMAL),
                    column("f", MySqlType.DOUBLE),
                    column("v", MySqlType.VARCHAR),
                    column("c", MySqlType.CHAR),
                    column("e", MySqlType.ENUM),
                    column("dt", MySqlType.DATE),
                    column("ts", MySqlType.TIMESTAMP),
                    column("we`ird \"x", MySqlType.INT)),
            List.of());

    private static ColumnDefinition column(String name, MySqlType type) {
        return new ColumnDefinition(name, type, false, "", 0, 0, 0, null, List.of(), true);
    }

    /** The left side as printed by MySQL 8.0.33; a dash where no translation is certain to have the same meaning. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            (`i` > -(1))                                      | ("i" > - (1))
            (((`we``ird "x` between 1 and 10) and (`d` < 100.5)) or (`f` is not null)) | ((("we`ird ""x" BETWEEN 1 AND 10) AND ("d" < 100.5)) OR ("f" IS NOT NULL))
            (`I` in (1,2,5))                                  | ("i" IN (1, 2, 5))
            (`dt` > _utf8mb4\\'2020-01-01\\')                 | ("dt" > '2020-01-01')
            (`dt` >= DATE\\'2019-01-01\\')                    | ("dt" >= '2019-01-01')
            (char_length(`v`) <= 10)                          | (char_length("v") <= 10)
            ((`e` is null) or (`v` is not null))              | (("e" IS NULL) OR ("v" IS NOT NULL))
            ((`d` * 2) + 1 > 0)                               | (("d" * 2) + 1 > 0)
            (`v` in (_utf8mb4\\'a\\',_utf8mb4\\'it\\\\\\'s\\')) | -
            (`v` <> _utf8mb4\\'2020-01-01\\')                 | -
            (`v` like _utf8mb4\\'a%\\')                       | -
            (`i` > _utf8mb4\\'2020-01-01\\')                  | -
            (`dt` > _utf8mb4\\'20200101\\')                   | -
            ((`i` + `n`) < 100)                               | -
            (-(`i`) < 100)                                    | -
            ((`f` * 2) < 100)                                 | -
            ((`d` % 2) = 0)                                   | -
            ((`d` / 2) = 0)                                   | -
            (`i` <=> `n`)                                     | -
            (`ts` > _utf8mb4\\'2020-01-01\\')                 | -
            (char_length(`c`) <= 10)                          | -
            (`e` = 1)                                         | -
            ((`dt` between _utf8mb4\\'2020-01-01\\' and _utf8mb4\\'2021-01-01\\') and (`i` > 1)) | (("dt" BETWEEN '2020-01-01' AND '2021-01-01') AND ("i" > 1))
            (`dt` >= 0)                                       | -
            (20200101 < `dt`)                                 | -
            (`dt` <> `i`)                                     | -
            ((`dt` is not null) and (`dt` > 1))               | -
            (`dt` between _utf8mb4\\'2020-01-01\\' and 20210101) | -
            ((`i` = _utf8mb4\\'2020-01-01\\') or (`dt` > _utf8mb4\\'2020-01-01\\')) | -
            ((`i` > 1) and (`dt` > 1))                        | -
            (`missing` > 1)                                   | -
            (uuid() is not null)                              | -
            (`i` > 1) /* comment */                           | -
            """)
    void translatesOnlyExpressionsWithSameMeaning(String mySql, String target) {
        assertThat(ExpressionTranslator.translate(mySql, TABLE, false).orElse("-"))
                .isEqualTo(target);
    }

    /** MySQL accepts a number as a truth value, and a truth value as a number. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            `i`                            | false
            (not(`i`))                     | false
            ((`i` > 1) or `n`)             | false
            ((`i` > 1) = 1)                | false
            ((`i` > 1) is null)            | false
            ((`i` is null) or (`n` not in (1,2))) | true
            (not((`i` between 1 and 2)))   | true
            """)
    void translatesOnlyTruthValuesAsConditions(String mySql, boolean expected) {
        assertThat(ExpressionTranslator.condition(mySql, TABLE).isPresent()).isEqualTo(expected);
    }

    @Test
    void allowsDifferentStringOrderForSearchOnly() {
        assertThat(ExpressionTranslator.translate("lower(`v`)", TABLE, true)).contains("lower(\"v\")");
        assertThat(ExpressionTranslator.translate("lower(`v`)", TABLE, false)).isEmpty();
    }
}
