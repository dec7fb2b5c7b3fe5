package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The body checks values that the target would change with a warning, as MySQL's modes require. */
class StrictModeTest {

    private static final String DIVIDING = "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO";

    private static ColumnDefinition column(MySqlType type, long length, int precision, int scale) {
        return new ColumnDefinition("p", type, false, "", length, precision, scale, null, List.of(), true);
    }

    @Test
    void refusesArgumentsForStrictCallers() {
        ArgumentFit tiny = ArgumentFit.of("\"p\"", column(MySqlType.TINYINT, 0, 0, 0), "tinyint", true);
        assertThat(tiny.signature()).isEqualTo("bigint");
        assertThat(tiny.check()).singleElement().asString().startsWith("IF \"p\" NOT BETWEEN -128 AND 127 THEN RAISE");
        ArgumentFit big = ArgumentFit.of("\"p\"", column(MySqlType.BIGINT, 0, 0, 0), "bigint", true);
        assertThat(big.signature()).isEqualTo("numeric");
        ArgumentFit decimal = ArgumentFit.of("\"p\"", column(MySqlType.DECIMAL, 0, 5, 2), "numeric(5,2)", true);
        assertThat(decimal.check()).singleElement().asString().contains("NOT BETWEEN -999.99 AND 999.99");
        ArgumentFit text = ArgumentFit.of("\"p\"", column(MySqlType.VARCHAR, 3, 0, 0), "varchar(3)", true);
        assertThat(text.check()).singleElement().asString().contains("> 3 THEN RAISE");
    }

    @Test
    void changesArgumentsForOtherCallers() {
        ArgumentFit tiny = ArgumentFit.of("\"p\"", column(MySqlType.TINYINT, 0, 0, 0), "tinyint", false);
        assertThat(tiny.check()).isEmpty();
        assertThat(tiny.value()).isEqualTo("CASE WHEN \"p\" < -128 THEN -128 WHEN \"p\" > 127 THEN 127 ELSE \"p\" END");
        ArgumentFit text = ArgumentFit.of("\"p\"", column(MySqlType.VARCHAR, 3, 0, 0), "varchar(3)", false);
        assertThat(text.check()).isEmpty();
        assertThat(text.value()).isEqualTo("CAST(\"p\" AS varchar(3))");
    }

    @Test
    void hasDocumentsInTheFormOfMySql() {
        assertThat(ArgumentFit.of("\"p\"", column(MySqlType.JSON, 0, 0, 0), "json", true)
                        .value())
                .isEqualTo("CAST(CAST(\"p\" AS jsonb) AS json)");
        assertThat(ArgumentFit.of("\"p\"", column(MySqlType.JSON, 0, 0, 0), "jsonb", true)
                        .value())
                .isEqualTo("\"p\"");
    }

    @Test
    void refusesADivisionByZeroWhereMySqlDoes() throws SQLException {
        assertThat(TranslatedBody.of("SET p = 10 / p;", DIVIDING))
                .contains("IF (\"v_p\") = 0 THEN RAISE EXCEPTION USING ERRCODE = '22012'");
        assertThat(TranslatedBody.of("SET p = 10 / p;", "STRICT_TRANS_TABLES")).doesNotContain("22012");
        assertThat(TranslatedBody.of("SET p = 10 / p;", "ERROR_FOR_DIVISION_BY_ZERO"))
                .doesNotContain("22012");
        assertThat(TranslatedBody.of("SET p = IF(p = 0, 0, 10 / p);", DIVIDING)).doesNotContain("22012");
        assertThat(TranslatedBody.of("SET p = 10 / 4;", DIVIDING)).doesNotContain("22012");
        // NULL / 0 is NULL
        assertThat(TranslatedBody.of("SET p = (p + 1) / p;", DIVIDING))
                .contains("IF (\"v_p\") = 0 AND ((\"v_p\" + 1)) IS NOT NULL THEN RAISE");
        assertThat(TranslatedBody.of("SET p = other(p) / p;", DIVIDING)).contains("IF (\"v_p\") = 0 THEN RAISE");
    }

    @Test
    void givesRoutinesTheCorrespondingModes() {
        assertThat(DolphinModes.of(StoredSettings.of("STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE")))
                .isEqualTo("sql_mode_strict,pipes_as_concat,ansi_quotes,error_for_division_by_zero,no_zero_date");
        assertThat(DolphinModes.of(StoredSettings.of(""))).isEqualTo("pipes_as_concat,ansi_quotes");
    }

    @Test
    void writesConcatenationWithItsPrecedence() throws SQLException {
        assertThat(TranslatedBody.of("SET t = 'a' || p + 1;", "PIPES_AS_CONCAT"))
                .contains("('a' || \"v_p\") + 1");
    }
}
