package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.TableExpression.Uncertain;
import io.gaussferry.objects.translate.TableExpression.Written;
import io.gaussferry.objects.translate.TableExpressions.Purpose;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions as MySQL 8.0 prints them in information_schema. */
class TableExpressionsTest {

    private static final TargetProfile DOLPHIN =
            new TargetProfile(TargetProfile.Product.OPENGAUSS, "openGauss 6.0.2", "B", true);
    private static final TargetProfile POSTGRESQL =
            new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 15", "PG", false);

    private static final TableDefinition TABLE = new TableDefinition(
            new TableId("shop", "Item"),
            List.of(
                    column("Qty", MySqlType.INT),
                    column("name", MySqlType.VARCHAR),
                    column("code", MySqlType.VARCHAR),
                    column("strict", MySqlType.VARCHAR),
                    column("at", MySqlType.TIMESTAMP),
                    column("day", MySqlType.DATE),
                    column("doc", MySqlType.JSON),
                    new ColumnDefinition(
                            "state", MySqlType.ENUM, false, "", 0, 0, 0, "utf8mb4", List.of("new", "Done"), true)),
            List.of(),
            new TableExtras(
                    "",
                    null,
                    null,
                    Map.of(
                            "name", collated("utf8mb4_0900_ai_ci"),
                            "code", collated("utf8mb4_bin"),
                            "strict", collated("utf8mb4_0900_as_cs"),
                            "state", collated("utf8mb4_0900_ai_ci")),
                    List.of(),
                    List.of(),
                    Map.of()));

    private static ColumnDefinition column(String name, MySqlType type) {
        return new ColumnDefinition(name, type, false, "", 10, 10, 0, null, List.of(), true);
    }

    private static ColumnAttributes collated(String collation) {
        return new ColumnAttributes(null, false, false, false, null, false, "", collation);
    }

    private static TableExpression translate(TargetProfile target, String printed, Purpose purpose) {
        return new TableExpressions(TABLE, target, 80033).translate(printed, purpose);
    }

    private static Written written(String printed, Purpose purpose) {
        TableExpression translated = translate(DOLPHIN, printed, purpose);
        assertThat(translated).isInstanceOf(Written.class);
        return (Written) translated;
    }

    private static String refusal(TargetProfile target, String printed) {
        TableExpression translated = translate(target, printed, Purpose.QUERY);
        assertThat(translated).isInstanceOf(Uncertain.class);
        return ((Uncertain) translated).reason();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "(`qty` * 2) | (\"\"Qty\"\" * 2)",
                "concat(_utf8mb4\\'n\\',`qty`) | concat('n',\"\"Qty\"\")",
                "json_unquote(json_extract(`doc`,_utf8mb4\\'$.a\\')) | json_unquote(json_extract(\"\"doc\"\",'$.a'))",
                "(`day` + interval 1 month) | (\"\"day\"\" + interval 1 month)",
                "cast(`code` as char(3) charset utf8mb4) | cast(\"\"code\"\" as char(3) )",
                "(`code` = _utf8mb4\\'it\\\\\\'s\\') | (\"\"code\"\" = 'it''s')",
                "(`state` = _utf8mb4\\'Done\\') | (\"\"state\"\" = 'Done')",
                "lower(`name`) | lower(\"\"name\"\")",
                "(`name` = _utf8mb4\\'a\\') | ((\"\"name\"\" COLLATE \"\"utf8mb4_general_ci\"\") = 'a')",
                "regexp_like(`code`,_utf8mb4\\'^[a-z]+$\\') | textregexeq(\"\"code\"\",'^[a-z]+$')",
                "regexp_like(`name`,_utf8mb4\\'^[a-z]+$\\') | texticregexeq(\"\"name\"\",'^[a-z]+$')"
            })
    void writesExpressionsOfTarget(String printed, String expected) {
        assertThat(written(printed, Purpose.QUERY).sql()).isEqualTo(expected.replace("\"\"", "\""));
    }

    @Test
    void triggerReadsNewRow() {
        assertThat(written("concat(`name`,`qty`)", Purpose.TRIGGER).sql())
                .isEqualTo("concat(NEW.\"name\",NEW.\"Qty\")");
    }

    @Test
    void conditionsAndDocumentsBecomeValuesOfColumns() {
        assertThat(written("(`qty` > 2)", Purpose.QUERY).value()).isEqualTo("CAST(((\"Qty\" > 2)) AS int)");
        assertThat(written("(`qty` > 2)", Purpose.QUERY).condition()).isEqualTo("(\"Qty\" > 2)");
        assertThat(written("json_valid(`name`)", Purpose.QUERY).condition()).isEqualTo("(json_valid(\"name\")) <> 0");
        assertThat(written("regexp_like(`code`,_utf8mb4\\'a\\')", Purpose.QUERY).condition())
                .startsWith("textregexeq(");
        assertThat(written("json_extract(`doc`,_utf8mb4\\'$.a\\')", Purpose.QUERY)
                        .value())
                .isEqualTo("CAST(json_extract(\"doc\",'$.a') AS text)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "(`qty` / 3) | division",
                "date_format(`at`,_utf8mb4\\'%Y\\') | TIMESTAMP column at",
                "locate(_utf8mb4\\'a\\',`name`) | distinguishes case",
                "(`strict` = _utf8mb4\\'a\\') | utf8mb4_0900_as_cs",
                "(`state` = _utf8mb4\\'done\\') | a member in another case",
                "(`code` = 0x41) | does not show exactly",
                "regexp_like(`code`,_utf8mb4\\'(?<=a)b\\') | regular expression",
                "regexp_like(`code`,`name`) | regular expression",
                "regexp_like(`code`,_utf8mb4\\'a\\',_utf8mb4\\'c\\') | REGEXP_LIKE with options",
                "uuid() | UUID"
            })
    void refusesWhatRowsMayNotShow(String printed, String reason) {
        assertThat(refusal(DOLPHIN, printed)).contains(reason);
    }

    @Test
    void comparesTextOnlyByCollationsOfTarget() {
        assertThat(refusal(POSTGRESQL, "(`name` = _utf8mb4\\'a\\')")).contains("utf8mb4_0900_ai_ci");
        assertThat(translate(POSTGRESQL, "(`code` = _utf8mb4\\'a\\')", Purpose.QUERY))
                .isInstanceOf(Written.class);
        // an index that only helps queries has the form of the queries
        assertThat(written("(case when (`name` = _utf8mb4\\'a\\') then 1 else 0 end)", Purpose.SEARCH)
                        .sql())
                .doesNotContain("COLLATE");
    }

    @Test
    void namesColumnsThatExpressionReads() {
        assertThat(new TableExpressions(TABLE, DOLPHIN, 80033).columns("(`qty` + length(`Name`))"))
                .containsExactly("Qty", "name");
    }
}
