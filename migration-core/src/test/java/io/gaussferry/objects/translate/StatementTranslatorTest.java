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

    private static final TableDefinition FILE = new TableDefinition(
            new TableId("shop", "File"),
            List.of(
                    new ColumnDefinition("Id", MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false),
                    new ColumnDefinition("body", MySqlType.BLOB, false, "", 0, 0, 0, null, List.of(), true),
                    new ColumnDefinition("hash", MySqlType.VARBINARY, false, "", 20, 0, 0, null, List.of(), true)),
            List.of());

    private static StatementTranslation translate(String sql) {
        KnownNames names = new KnownNames(List.of(ITEM, FILE), List.of(), TableRenames.NONE, true, Set.of());
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
                "insert into item values (1, 'x') as n (a, b) on duplicate key update name = concat(b, n.a) ; insert into \"shop\".\"Item\" values (1, 'x')  on duplicate key update \"name\" = concat(VALUES(\"name\"), VALUES(\"Id\"))",
                "insert into item (name, id) values ('x', 1) as n (name, b) on duplicate key update name = n.name ; insert into \"shop\".\"Item\" (\"name\", \"Id\") values ('x', 1)  on duplicate key update \"name\" = VALUES(\"name\")",
                "delete a from item a join file f on f.id = a.id where f.hash = ? or a.id = 2 ; DELETE FROM \"shop\".\"Item\" AS \"a\" USING \"shop\".\"File\" AS \"f\" WHERE (\"f\".\"Id\" = \"a\".\"Id\") AND (\"f\".\"hash\" = $1 or \"a\".\"Id\" = 2)",
                "delete item from file, item where item.id = file.id ; DELETE FROM \"shop\".\"Item\" USING \"shop\".\"File\" WHERE \"Item\".\"Id\" = \"File\".\"Id\"",
                "delete from a using item a cross join (select id from file) f where a.id = f.id ; DELETE FROM \"shop\".\"Item\" AS \"a\" USING (select \"Id\" from \"shop\".\"File\") AS \"f\" WHERE \"a\".\"Id\" = \"f\".\"Id\"",
                "delete a from item a join item b on a.name = b.name and a.id > b.id ; DELETE FROM \"shop\".\"Item\" AS \"a\" USING \"shop\".\"Item\" AS \"b\" WHERE \"a\".\"name\" = \"b\".\"name\" and \"a\".\"Id\" > \"b\".\"Id\"",
                "insert into file (id, body, hash) values (1, x'41', 0x123) ; insert into \"shop\".\"File\" (\"Id\", \"body\", \"hash\") values (1, UNHEX('41'), UNHEX('0123'))",
                "replace into file values (1, b'1', _binary'it''s\\0') ; replace into \"shop\".\"File\" values (1, UNHEX('01'), UNHEX('6974277300'))",
                "replace into file set body = b'100000001' ; replace into \"shop\".\"File\" set \"body\" = UNHEX('0101')",
                "update file set body = X'00ff', id = 0x10 + 1 ; update \"shop\".\"File\" set \"body\" = UNHEX('00ff') , \"Id\" = 16 + 1",
                "delete a from item a where a.id = ? ; DELETE FROM \"shop\".\"Item\" AS \"a\" WHERE \"a\".\"Id\" = $1",
                "delete item from item where id = ? ; DELETE FROM \"shop\".\"Item\" WHERE \"Id\" = $1",
                "select timestampdiff(hour, ?, name) from item ; select CAST(trunc(CAST(NULLIF(date_part('epoch', CAST(\"name\" AS datetime(6))), -210863606400) - NULLIF(date_part('epoch', CAST($1 AS datetime(6))), -210863606400) AS decimal(24, 6)) / 3600) AS bigint) from \"shop\".\"Item\"",
                "select timestampdiff(month, name, ?) from item ; select timestampdiff(month, \"name\", $1) from \"shop\".\"Item\"",
                "delete quick low_priority item from item where id = ? ; DELETE FROM \"shop\".\"Item\" WHERE \"Id\" = $1",
                "update low_priority item set name = ? ; update  \"shop\".\"Item\" set \"name\" = $1",
                "insert delayed into item (id) values (?) ; insert  into \"shop\".\"Item\" (\"Id\") values ($1)",
                "replace low_priority into item (id) values (?) ; replace  into \"shop\".\"Item\" (\"Id\") values ($1)",
                "select id from item /*!50000 where id = ? */ ; select \"Id\" from \"shop\".\"Item\" where \"Id\" = $1",
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
                "insert into item (id, name) values (1, 'x') as n (a, b) on duplicate key update name = n.name ; an unknown column of the inserted row (line 1, column 88)",
                "insert into item (id, name) values (1, x'41') ; a hexadecimal or binary string (line 1, column 40)",
                "select id from file where hash = x'41' ; a hexadecimal or binary string (line 1, column 34)",
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
