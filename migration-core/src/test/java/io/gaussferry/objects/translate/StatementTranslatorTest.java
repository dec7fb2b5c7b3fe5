package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.objects.translate.StatementTranslation.Untranslated;
import io.gaussferry.objects.translate.StatementTranslation.Written;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTranslatorTest {

    private static final TableDefinition ITEM = new TableDefinition(
            new TableId("shop", "Item"),
            List.of(
                    new ColumnDefinition("Id", MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false),
                    new ColumnDefinition("name", MySqlType.VARCHAR, false, "", 20, 0, 0, null, List.of(), true)),
            List.of());

    private static StatementTranslation translate(String sql) {
        KnownNames names = new KnownNames(List.of(ITEM), List.of(), TableRenames.NONE, true, Set.of());
        TargetProfile dolphin = new TargetProfile(TargetProfile.Product.OPENGAUSS, "openGauss 6.0.2", "B", true);
        StatementContext context = new StatementContext("shop", sql);
        return new StatementTranslator(names, dolphin).translate(StatementParser.tree(context), context);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "select id from item where name = ? and id > ? limit ? ; select \"Id\" from \"shop\".\"Item\" where \"name\" = $1 and \"Id\" > $2 limit $3",
                "update item set name = \"it's\" where id in (?, ?) ; update \"shop\".\"Item\" set \"name\" = 'it''s' where \"Id\" in ($1, $2)",
                "insert into item (id, name) values (?, ?) ; insert into \"shop\".\"Item\" (\"Id\", \"name\") values ($1, $2)",
                "delete from item where id = ? && name <=> ? ; delete from \"shop\".\"Item\" where \"Id\" = $1 AND (\"name\" IS NOT DISTINCT FROM $2)",
                "insert into item (id, name) values (?, 'x') as new on duplicate key update name = new.name ; insert into \"shop\".\"Item\" (\"Id\", \"name\") values ($1, 'x')  on duplicate key update \"name\" = VALUES(\"name\")",
                "delete a from item a where a.id = ? ; delete  from \"shop\".\"Item\" AS \"a\" where \"a\".\"Id\" = $1",
                "delete item from item where id = ? ; delete  from \"shop\".\"Item\" where \"Id\" = $1",
                "select id from item group by 1 order by null ; select \"Id\" from \"shop\".\"Item\" group by 1"
            })
    void numbersParameters(String sql, String expected) {
        assertThat(translate(sql))
                .isInstanceOfSatisfying(
                        Written.class, written -> assertThat(written.sql()).isEqualTo(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "insert into item (id, name) values (1, 'x') as n (a, b) on duplicate key update name = b ; names of the columns of the inserted row (line 1, column 45)",
                "insert into item (id, name) values (1, 'x') as n on duplicate key update id = 2, name = n.id ; VALUES() of a column after ON DUPLICATE KEY UPDATE has assigned it (line 1, column 89)"
            })
    void refusesRowsOfInsertThatTargetReadsInAnotherWay(String sql, String reason) {
        assertThat(translate(sql))
                .isInstanceOfSatisfying(
                        Untranslated.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @Test
    void namesTheConstructThatItCannotTranslate() {
        assertThat(translate("select json_overlaps(name, ?) from item"))
                .isInstanceOfSatisfying(
                        Untranslated.class,
                        refused -> assertThat(refused.reason())
                                .isEqualTo("the function json_overlaps, which the target lacks (line 1, column 8)"));
    }
}
