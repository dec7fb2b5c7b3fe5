package io.gaussferry.application.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.application.rule.BehaviourRule.Level;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule by the statements in which it finds a difference, and by similar ones in which there is none. */
class BehaviourRulesTest {

    private static final TargetProfile DOLPHIN =
            new TargetProfile(TargetProfile.Product.OPENGAUSS, "openGauss 6.0.2", "B", true);
    private static final TargetProfile POSTGRESQL =
            new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 15", "PG", false);

    private static final TableDefinition ITEM = table(
            "item",
            column("id", MySqlType.INT, false),
            column("name", MySqlType.VARCHAR, true),
            column("code", MySqlType.VARCHAR, false),
            column("price", MySqlType.DECIMAL, true),
            column("stock", MySqlType.INT, false),
            column("made", MySqlType.DATE, false),
            column("state", MySqlType.ENUM, false));
    private static final TableDefinition PART =
            table("part", column("id", MySqlType.INT, false), column("item", MySqlType.INT, false));

    private static final TableDefinition THING = table(
            "thing",
            column("id", MySqlType.INT, false),
            column("padded", MySqlType.CHAR, false),
            column("word", MySqlType.VARCHAR, false),
            column("ratio", MySqlType.DOUBLE, false),
            column("bits", MySqlType.TINYINT, false),
            column("year", MySqlType.YEAR, false),
            column("time", MySqlType.TIME, false),
            new ColumnDefinition("at", MySqlType.DATETIME, false, "", 0, 0, 3, null, List.of(), false),
            column("doc", MySqlType.JSON, false),
            column("flags", MySqlType.BIT, false),
            members("kind", MySqlType.ENUM),
            members("kinds", MySqlType.SET));

    private static final TableDefinition FILE = table(
            "file",
            column("id", MySqlType.INT, false),
            column("body", MySqlType.BLOB, false),
            column("hash", MySqlType.VARBINARY, false),
            column("uuid", MySqlType.BINARY, false),
            column("flag", MySqlType.BIT, false));

    /** The sessions of dolphin by default. */
    private static final SessionModes DEFAULTS =
            SessionModes.ofDolphin("sql_mode_strict,pipes_as_concat,ansi_quotes,pad_char_to_full_length", "on");

    private static final SourceObject VIEW = new SourceObject(
            ObjectKind.VIEW,
            new TableId("shop", "kinds_view"),
            "CREATE VIEW `shop`.`kinds_view` AS select `shop`.`thing`.`id` AS `id`,`shop`.`thing`.`kind` AS `sort`,"
                    + "`shop`.`thing`.`id` + 1 AS `next` from `shop`.`thing`",
            "",
            StoredSettings.of(""),
            null,
            0,
            List.of());

    private static final TableDefinition LOG = table(
            "log",
            column("id", MySqlType.INT, false),
            new ColumnDefinition("stamped", MySqlType.TIMESTAMP, false, "", 0, 0, 0, null, List.of(), false),
            column("note", MySqlType.VARCHAR, false),
            new ColumnDefinition("level", MySqlType.ENUM, false, "", 0, 0, 0, null, List.of("open", "new"), false));

    private static final TableDefinition FLOATS =
            table("floats", column("id", MySqlType.INT, false), column("small", MySqlType.FLOAT, false));

    private static ColumnDefinition members(String name, MySqlType type) {
        return new ColumnDefinition(name, type, false, "", 10, 10, 2, null, List.of("new", "open"), false);
    }

    private static ColumnDefinition column(String name, MySqlType type, boolean nullable) {
        boolean isUnsigned = name.equals("stock");
        return new ColumnDefinition(name, type, isUnsigned, "", 10, 10, 2, null, List.of(), nullable);
    }

    private static TableDefinition table(String name, ColumnDefinition... columns) {
        return new TableDefinition(
                new TableId("shop", name),
                List.of(columns),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)))),
                new TableExtras(
                        "",
                        null,
                        null,
                        Map.of("name", collated("utf8mb4_0900_ai_ci"), "code", collated("utf8mb4_bin")),
                        List.of(),
                        List.of(),
                        Map.of()));
    }

    private static ColumnAttributes collated(String collation) {
        return new ColumnAttributes(null, false, false, false, null, false, "", collation);
    }

    private static List<RuleFinding> find(String sql, TargetProfile profile, boolean isLoose) {
        return find(sql, profile, isLoose, DEFAULTS);
    }

    private static List<RuleFinding> find(String sql, TargetProfile profile, boolean isLoose, SessionModes session) {
        Map<String, String> collations = profile.equals(DOLPHIN)
                ? Map.of("name", "utf8mb4_general_ci", "code", "utf8mb4_bin")
                : Map.of("name", "default", "code", "default");
        ApplicationCatalog catalog = new ApplicationCatalog(
                List.of(ITEM, PART, THING, FLOATS, FILE, LOG),
                Map.of(ITEM.targetId(), collations),
                SelectedView.of(List.of(VIEW), 80033),
                profile,
                true,
                session);
        SourceModes modes = new SourceModes(isLoose ? 0 : StatementContext.STRICT_TRANS_TABLES, !isLoose, 80033);
        StatementContext context = modes.context("shop", sql);
        return new BehaviourRules(catalog, modes).find(StatementParser.tree(context), context);
    }

    private static Set<String> rules(String sql, TargetProfile profile, boolean isLoose) {
        return words(find(sql, profile, isLoose));
    }

    private static Set<String> words(List<RuleFinding> findings) {
        return findings.stream().map(finding -> finding.rule().word()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> expected(String words) {
        return words.equals("-") ? Set.of() : Set.of(words.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                // statement; openGauss with dolphin; PostgreSQL
                "select id from item where id = 5 ; - ; -",
                "select * from item where id = ? ; - ; -",
                "select id from item where name = 'a' ; collation padding ; case",
                "select id from item where name collate utf8mb4_bin = 'a' ; - ; -",
                "select id from item where code = 'a ' ; - ; padding",
                "select id from item i where i.name in ('a', 'b') ; collation padding ; case",
                "select id from item where name like 'a%' ; collation padding ; case",
                "select distinct name from item ; collation equal-strings ; case",
                "select name, count(*) from item group by name ; collation equal-strings ; case",
                "select name as n, count(*) from item group by n ; collation equal-strings ; case",
                "select name, count(*) from item group by 1 ; collation equal-strings ; case",
                "select name as n from item order by n ; collation ; null-order text-order",
                "select case name when 'a' then 1 end from item ; collation padding ; case",
                "select greatest(name, 'a') from item ; bytewise-function collation ; bytewise-function text-order",
                "select id from item where name < 'a' ; collation padding ; case text-order",
                "select id from item where name between 'a' and 'b' ; collation padding ; case text-order",
                "select bits ^ 2 from thing ; negative-bits ; negative-bits power",
                "select id from item order by name, id ; collation ; null-order text-order",
                "select max(name) from item ; collation equal-strings ; text-order",
                "select id from item where name = 1 ; - ; text-and-number",
                "select id from item where stock = 'many' ; - ; number-and-text",
                "select id from item where stock = '12' ; - ; -",
                "select id from item where made > 20240131 ; - ; date-and-number",
                "select made + 1 from item ; - ; date-and-number",
                "select made + interval 1 day from item ; - ; -",
                "select id from item where made = '0000-00-00' ; zero-date ; zero-date",
                "select count(distinct name) from item ; collation distinct-count ; case",
                "select name from item union select code from item ; collation equal-strings ; case",
                "select name from item union all select code from item ; - ; -",
                "select nullif(name, 'a') from item ; collation padding ; case",
                "select concat(padded, 'x'), repeat(padded, 2) from thing ; char-blanks ; char-blanks",
                "select concat(word, 'x') from thing ; - ; -",
                "select concat(trim(padded), 'x') from thing ; - ; -",
                "select concat(ratio, 'x') from thing ; float-text ; -",
                "select cast(ratio as char) from thing ; float-text ; char-cast",
                "select cast(ratio as signed), format(ratio, 0) from thing ; half-rounding ; -",
                "select cast(bits as char) from thing ; - ; char-cast",
                "select upper(word), lower('a') from thing ; letters ; letters",
                "select concat(coalesce(padded, 'n'), '|') from thing ; char-blanks ; char-blanks",
                "select concat(case when id = 1 then padded end, '|') from thing ; char-blanks ; char-blanks",
                "select upper(padded), left(padded, 3) from thing ; char-blanks char-result letters ; char-blanks char-result letters",
                "select concat('x', -ratio) from thing ; float-text ; -",
                "select lower(kind) from thing ; argument-type ; -",
                "select lower(word) from thing ; letters ; letters",
                "select length(year) from thing ; argument-type ; byte-length",
                "select greatest(stock, 1) from item ; argument-type ; -",
                "select greatest(id, 1) from item ; - ; -",
                "select least(made, '2024-01-01') from item ; argument-type ; -",
                "select extract(day_hour from at), extract(hour_minute from at) from thing ; argument-type ; -",
                "select max(kinds) from thing ; argument-type ; -",
                "select ceil(id) from thing ; - ; -",
                "select concat(at, '') from thing ; fraction-text ; -",
                "select cast(at as char) from thing ; fraction-text ; char-cast",
                "select year(at) from thing ; - ; -",
                "select extract(microsecond from at), date_format(at, '%H:%i:%s.%f') from thing ; microseconds ; -",
                "select extract(second from at), date_format(at, '%H:%i') from thing ; - ; -",
                "select count(distinct code) from item ; distinct-count ; -",
                "select count(distinct id), group_concat(distinct code order by id) from item ; - ; -",
                "select id from item where name = code ; collation collation-conflict padding ; case padding",
                "select id from thing where kinds < 'x' ; set-comparison ; -",
                "select id from thing where kinds = kind ; set-comparison ; -",
                "select id from thing where kinds = 'new' ; - ; -",
                "select id | 1, id & 3 from thing ; negative-bits ; negative-bits",
                "select stock | 1 from item ; - ; -",
                "select sqrt(id), std(id), power(id, 2) from item ; root-digits ; root-digits",
                "select least(price, 1) from item ; root-digits ; root-digits",
                "select quote('a') ; quoted-null ; -",
                "select date_add(made, interval 1 hour) from item ; argument-type ; -",
                "select date_add(made, interval 1 day) from item ; - ; -",
                "select case when id = 1 then price else 1 end from item ; root-digits ; root-digits",
                "select case when i.price > 1.5 then i.id else 2 end, coalesce(i.id, 0) from item i ; - ; -",
                "select if(price > 1.5, 1, 2) from item ; - ; -",
                "select unix_timestamp(at) from thing ; root-digits ; root-digits",
                "select unix_timestamp(made) from item ; - ; -",
                "select coalesce(price, 0) from item ; root-digits ; root-digits",
                "select concat(ratio + 1, '') from thing ; float-text ; -",
                "select case kinds when kind then 1 end from thing ; set-comparison ; -",
                "select if(id = 1, stock, id) from item ; argument-type ; -",
                "select if(id = 1, stock, stock) from item ; - ; -",
                "select ratio * 2 % 3 from thing ; float-remainder ; -",
                "select timestampdiff(second, made, '2024-01-01') from item ; time-difference ; -",
                "select timestampdiff(day, at, ?) from thing ; time-difference ; -",
                "select timestampdiff(day, made, made), timestampdiff(month, made, '2024-01-01') from item ; - ; -",
                "select timestampdiff(day, made, '2024-01-01') from item ; time-difference ; -",
                "select id from thing where cast(id as char) = 'a' ; connection-collation ; char-cast connection-collation",
                "select 'a' = 'A' ; connection-collation ; boolean-value connection-collation",
                "select cast(word as date), hour(word) from thing ; invalid-time ; -",
                "select find_in_set('new', kinds) from thing ; find-in-set ; -",
                "select date_format(time, '%H') from thing ; time-of-day ; -",
                "select id from thing where year > 99 ; year-and-number ; -",
                "select id from thing where year = 2024 ; - ; -",
                "select id from thing where kind = 'NEW' ; member-case ; member-case",
                "select id from thing where kind in ('new', 'other') ; - ; -",
                "select id from thing where kinds = 'new,OPEN' ; member-case ; member-case",
                "select id from thing where doc->'$.a' = 1 ; json-comparison json-text ; json-comparison",
                "select id from thing where json_extract(doc, '$.a') > 1 ; json-comparison json-text ; json-comparison",
                "select id from thing where doc->>'$.a' = '1' ; - ; -",
                "select bits << 2, 1 << 2, id >> 1 from thing ; bit-width negative-bits ; negative-bits",
                "select hex(flags), flags & 1 from thing ; bit-text ; bit-text",
                "select ratio % 1, mod(ratio, 2), id % 2 from thing ; float-remainder ; -",
                "select id % year, mod(id, year) from thing ; argument-type ; zero-divisor",
                "select json_set(doc, '$.a', 1) from thing ; json-text ; -",
                "select id from thing where padded like 'a' ; char-blanks ; char-blanks",
                "select id from thing where padded like 'a%' ; - ; -",
                "select id from item where lower(name) = 'a' ; collation letters padding ; letters",
                "select upper(name) from item ; letters ; letters",
                "select id from item order by upper(name), id ; collation letters ; letters",
                "select id + id div 2, id mod 3 * 2 from thing ; precedence ; precedence",
                "select id div 2, (id div 2) + 1, 2 * id div 3 from thing ; - ; -",
                "select 4 | 1 & 2, 1 | 1 << 2 ; precedence ; precedence",
                "select (4 | 1) & 2, 1 << 2 | 1 ; - ; -",
                "select id from thing where id < 3 is null ; precedence ; precedence",
                "select ~id + 1, ! id * 2 from thing ; precedence ; precedence",
                "select stock / 2 from item ; division ; division",
                "select id from item where char_length(code) / 4 = 2 ; - ; -",
                "select id from item where stock / 4 = 2 or 3 < (stock / 9999) ; - ; -",
                "select id from item where stock / 10000 = 2 ; division ; division",
                "select id from item where price / 4 = 2 ; division ; division",
                "select id from item where stock / 4 = 2.5 ; division ; division",
                "select stock div id from item ; - ; zero-divisor",
                "select stock % 2, mod(stock, id) from item ; - ; zero-divisor",
                "select id from item limit 3 ; limit ; limit",
                "select count(*) from item limit 1 ; - ; -",
                "select 1 as a from item where stock = 3 limit 1 ; - ; -",
                "select 1, id from item where stock = 3 limit 1 ; limit ; limit",
                "select 1 from item union select 2 from part limit 1 ; limit ; limit",
                "select name from item where id = 3 limit 1 ; - ; -",
                "select id from item where exists (select 1 from part where item = item.id limit 1) ; - ; -",
                "select id from item order by id limit 3 ; - ; -",
                "select id from item order by stock limit 3 ; order-ties ; order-ties",
                "select id, row_number() over (order by stock) from item ; order-ties ; order-ties",
                "select id, lag(stock) over (partition by made order by id), rank() over (order by stock) from item ; - ; -",
                "select id from item order by price, id ; - ; null-order",
                "select id from item order by state, id ; - ; enum-order",
                "insert into item (id, stock) values (1, 2) ; - ; -",
                "insert into part values (1, 2) on duplicate key update item = 3 ; on-duplicate-key ; on-duplicate-key",
                "insert into item (id, stock) values (1, 2) on duplicate key update stock = 3, price = stock ; on-duplicate-key ; assignment-order on-duplicate-key",
                "replace into part values (1, 2) ; - ; replace",
                "insert ignore into part values (1, 2) ; ignore ; ignore",
                "update ignore part set item = 3 ; ignore ; ignore",
                "update item set stock = stock + 1, price = stock ; assignment-order ; assignment-order",
                "update item set price = stock, stock = stock + 1 ; - ; -",
                "update item set stock = 0 limit 5 ; limit ; limit",
                "delete from part order by id limit 5 ; - ; -",
                "update item i join part p on p.item = i.id set i.stock = p.id ; multi-table ; multi-table",
                "select id from item where stock > 3 for update ; locking-read ; locking-read",
                "select id from item where id = 3 lock in share mode ; locking-read ; locking-read",
                "select 1 || 0 ; pipes ; pipes",
                "select \"text\" ; double-quotes ; double-quotes",
                "select 'it\\'s', 'a\\%' ; escapes ; escapes",
                "select instr(name, 'x') from item ; bytewise-function ; bytewise-function",
                "select instr(code, 'x') from item ; - ; -",
                "select concat(name, 'x'), concat(code, 'x') from item ; - ; concat-null",
                "select length(code) from item ; - ; byte-length",
                "select id = 3 from item ; - ; boolean-value",
                "select now(), current_timestamp ; clock ; -",
                "select row_count() ; affected-rows ; affected-rows",
                "select sql_calc_found_rows id from item ; affected-rows ; affected-rows",
                "select last_insert_id() ; last-insert-id ; last-insert-id",
                "select x'41', 0x41, b'1' ; bit-literal ; bit-literal",
                "select @n := @n + 1 from item ; user-variables ; user-variables",
                "select id from item where code regexp '^a' ; regular-case regular-expression ; padding regular-expression",
                "select stock - 5 from item ; - ; unsigned-subtraction",
                "select avg(stock) from item ; aggregate-digits ; aggregate-digits",
                "select group_concat(id) from item ; group-concat-order ; group-concat-order",
                "select group_concat(id order by id) from item ; - ; -",
                "select padded, id from thing ; char-result ; char-result",
                "select * from thing ; char-result driver-value negative-time ; char-result driver-value",
                "select t.* from thing t ; char-result driver-value negative-time ; char-result driver-value",
                "with q as (select id from thing) select * from q ; - ; -",
                "select max(padded), (select padded from thing limit 0) from thing ; char-result ; char-result",
                "select id from thing where padded in (select padded from thing) ; - ; -",
                "select flags from thing ; driver-value ; driver-value",
                "select cast(word as binary), char(65) from thing ; driver-value ; -",
                "select small from floats ; float-digits ; float-digits",
                "select hour(time), time from thing ; negative-time ; -",
                "select id from item where made = '2024-02-30' ; invalid-date ; -",
                "select id from item where made between '2024-02-01' and 'x' ; invalid-date ; -",
                "select id from item where made in ('2024-02-29', '20240131', '24-1-5') ; - ; -",
                "select id from thing where at < '2024-01-31 24:00:00' ; invalid-date ; -",
                "select id from thing where at < '2024-01-31T23:59:59.5' ; - ; -",
                "select id from thing where at < '2024-01-31T23:59:59.000Z' ; - ; -",
                "select id from thing where at < '2024-01-31T23:59:59+02:00' ; invalid-date ; -",
                "select id from item where made like '2024%' ; - ; -",
                "select id from thing where kind > 'a' ; enum-comparison ; -",
                "select q.id from (select id, kind as k from thing) q where q.k > 'a' ; enum-comparison ; -",
                "select k from (select id from thing union select 1) q (k) where k > 1 ; - ; -",
                "select a from (select id, kind from thing) q (i, a) where a > 'a' ; enum-comparison ; -",
                "with q as (select i.* from item i) select id from q where state > 'a' ; enum-comparison ; -",
                "with q (i, a) as (select id, kind from thing), r as (select * from q) select i from r where a > 'a' ; enum-comparison ; -",
                "select concat(q.r, 'x') from (select ratio as r from thing) q ; float-text ; -",
                "select concat(q.r, 'x') from (select id as r, ratio from thing) q ; - ; -",
                "select concat(q.id, 'x') from (select ratio + 1 as id from thing) q ; - ; -",
                "select id from kinds_view where sort > 'a' ; enum-comparison ; -",
                "select sort, next from kinds_view where next > 1 ; - ; -",
                "select id from item i where exists (select 1 from thing i where i.kind > 'a') and i.stock = 1 ; enum-comparison ; -",
                "select id from thing where exists (select 1 from part p where p.item = thing.id and kind > 'a') ; enum-comparison ; -",
                "select i.id from item i union all select i.id from thing i where i.kind > 'a' ; enum-comparison ; -",
                "select id, 5 /*!50700 + 1 */ from part ; version-comment ; version-comment",
                "select /*!40001 SQL_NO_CACHE */ id from part /*!99999 where id = 1 */ ; - ; -",
                "select concat(stamped), length(stamped) from log ; timestamp-text ; byte-length",
                "select concat(date_add(l.stamped, interval 1 day)) from log l ; timestamp-text ; -",
                "select left(stamped, 10), substring(stamped, 1, 19), date(stamped) from log ; - ; -",
                "select substring(stamped, 1, 20) from log ; timestamp-text ; -",
                "select id from log where stamped like '2024-%' ; - ; -",
                "update log set note = note + 1 where id = 1 ; - ; -",
                "select id from (select * from thing) q ; - ; -",
                "select padded from (select * from thing) q ; char-result ; char-result",
                "select p from (select coalesce(padded, 'x') as p from thing) q ; char-result ; char-result",
                "with q as (select padded from thing union select 'x') select padded from q ; char-result ; char-result",
                "select id from log where stamped like '%:00' ; timestamp-text ; -",
                "select id from log where concat(max(stamped), '') = ? ; timestamp-text ; -",
                "select coalesce(stamped, '') from log ; driver-value timestamp-text ; -",
                "select case when id = 1 then stamped else 'none' end from log ; driver-value timestamp-text ; -",
                "select if(stamped is null, 'a', 'b'), stamped = 'x' from log ; invalid-date ; boolean-value",
                "select json_object('a', made), json_object('b', stamped) from item, log ; timestamp-text ; -",
                "select stamped from log union select 'none' ; driver-value timestamp-text ; -",
                "update log set note = stamped ; timestamp-text ; -",
                "insert into log (id, note) select id, stamped from log ; timestamp-text ; -",
                "update thing set word = ratio, word = at, id = ratio ; float-text fraction-text half-rounding ; -",
                "update thing set doc = ? ; json-text ; -",
                "update thing set id = 1.5e0 ; half-rounding ; -",
                "select stock from item union select id from part ; union-types ; -",
                "select stock from item union select id from part order by 1 ; union-types ; -",
                "select stock from item union all select stock from item order by 1 ; - ; -",
                "select id from item union select id from part order by 1 ; - ; -",
                "select id, price from item union select id, 1 from part ; root-digits ; root-digits",
                "select id from item where name like '%\\\\\\\\%' ; collation escaped-pattern escapes padding ; case escapes",
                "select id from item where name like '%|%' ; collation padding ; case",
                "update item set stock = 1 where name = 5 ; text-in-change ; text-and-number",
                "delete from item where name + 0 < 5 ; collation text-in-change ; text-order",
                "insert into part (id, item) select id, stock from item where code > 5 ; text-in-change ; text-and-number",
                "select cast(at as decimal(20, 6)) from thing ; microseconds ; -",
                "select cast(flags as char) from thing ; bit-text ; bit-text char-cast",
                "select json_remove(doc, '$.a'), cast('1' as json) from thing ; json-text ; -",
                "select lower(hash), left(body, 2) from file ; argument-type ; -",
                "select t.id from thing t join log l on t.kind = l.level ; enum-comparison ; -",
                "select timediff(at, at) from thing ; negative-time ; -",
                "select id from item where name in (select code from item) ; collation collation-conflict padding ; case padding",
                "select id from thing where kind between 'a' and 'z' ; enum-comparison ; -",
                "select id from thing where kind like 'NE%' ; member-case ; member-case",
                "select id from thing where kind like 'ne%' ; - ; -",
                "select max(kind) from thing ; argument-type ; -",
                "select 'true' = true from item ; boolean-literal connection-collation ; boolean-literal boolean-value connection-collation",
                "select id from item where stock = true ; - ; -",
                "select id from item where code regexp 'a' ; regular-case regular-expression ; padding regular-expression",
                "select id from item where name regexp 'a' ; collation padding regular-expression ; case regular-expression",
                "select lpad(word, 5, '') from thing ; empty-padding ; empty-padding",
                "select lpad(word, 5, 'x') from thing ; - ; -",
                "select version(), current_user from thing ; server-information ; server-information",
                "select id from thing where match (word) against ('x') ; full-text ; full-text",
                "select instr('FooBar', 'bar') ; bytewise-function ; bytewise-function",
                "select find_in_set(id, '1,2') from item ; - ; -",
                "select regexp_replace(name, '[0-9]', '') from item ; - ; -",
                "select greatest('10', 9) ; argument-type ; -",
                "select id from item where hex(id) = 'c' ; connection-collation ; connection-collation",
                "select nullif('a', 'A') ; connection-collation ; connection-collation",
                "select 1 << 40 from item ; bit-width ; -",
                "select 1 << 3 from item ; - ; -",
                "select -1 | 0 ; negative-bits ; negative-bits",
                "select pi() ; root-digits ; root-digits",
                "select at + 0 from thing ; microseconds ; date-and-number",
                "select doc->'$.a' from thing ; json-text ; -",
                "select round(small) from floats ; argument-type half-rounding ; -",
                "select round(2.5e0) ; half-rounding ; -",
                "select id from thing where flags = b'1' ; - ; -",
                "update thing set flags = b'1' ; - ; -",
                "insert into thing (id, flags) values (1, b'1') ; - ; -",
                "insert into item (id, name) values (1, x'41') ; bit-literal ; bit-literal",
                "select id from item where id = 3 order by stock limit 1 ; - ; -",
                "select a.id from part a where item = 3 order by id limit 3 ; - ; -",
                "select id from item union all select id from part order by id limit 3 ; order-ties ; order-ties",
                "select group_concat(name order by name) from item ; collation group-concat-order ; group-concat-order null-order text-order",
                "select id from item use index (name) ; hints ; hints",
                "select /*+ no_index(item) */ id from item ; hints ; hints",
                "select straight_join id from item ; hints ; hints"
            })
    void findsDifferences(String sql, String dolphin, String postgresql) {
        assertThat(rules(sql, DOLPHIN, false)).as("dolphin").isEqualTo(expected(dolphin));
        assertThat(rules(sql, POSTGRESQL, false)).as("PostgreSQL").isEqualTo(expected(postgresql));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                // statement; by default; with the settings of MySQL; with these, and literals of bytes
                "select 1 || 0 ; pipes ; - ; -",
                "select \"text\" ; double-quotes ; - ; -",
                "select \"a\\nb\" ; double-quotes escapes ; escapes ; escapes",
                "select 'it\\'s', 'a\\\\b', '\\n\\r\\t\\b\\Z\\\"', 'a\\%' ; escapes ; - ; -",
                "select 'a\\x41' ; escapes ; escapes ; escapes",
                "select 'a\\0' ; escapes ; escapes ; escapes",
                "select padded from thing ; char-result ; - ; -",
                "insert into file (id, body, hash) values (1, x'41', 0x4142) ; - ; - ; -",
                "insert into file (id, body) values (1, b'1') ; - ; - ; -",
                "insert into file (id, hash) values (1, b'1000001') ; bit-literal ; bit-literal ; -",
                "insert into file (id, hash) values (1, 0x123) ; bit-literal ; bit-literal ; -",
                "update file set uuid = x'0041' ; bit-literal ; bit-literal ; -",
                "select id from file where uuid = x'4142' or body = x'41' ; bit-literal ; bit-literal ; -",
                "select id from file where uuid = x'0041' ; bit-literal ; bit-literal ; bit-literal",
                "select id from file where uuid = 0x100 ; bit-literal ; bit-literal ; bit-literal",
                "select id from file where uuid = x'1001' ; bit-literal ; bit-literal ; -",
                "select id from file where flag = b'1' ; - ; - ; bit-literal",
                "update file set flag = b'1' ; - ; - ; -"
            })
    void findsDifferencesBySettings(String sql, String byDefault, String likeMySql, String withBytes) {
        assertThat(words(find(sql, DOLPHIN, false, DEFAULTS))).isEqualTo(expected(byDefault));
        assertThat(words(find(sql, DOLPHIN, false, SessionModes.ofDolphin("sql_mode_strict", "off"))))
                .isEqualTo(expected(likeMySql));
        assertThat(words(find(
                        sql,
                        DOLPHIN,
                        false,
                        SessionModes.ofDolphin("sql_mode_strict, treat_bxconst_as_binary", "off"))))
                .isEqualTo(expected(withBytes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select id, max(stock) from item group by made ; group-by",
                "select stock, max(id) from item ; group-by",
                "select stock, max(made) from item group by id ; -",
                "select year(made), max(id) from item group by year(made) ; -",
                "select year(made) y, max(id) from item group by y ; -",
                "select any_value(id), max(stock) from item group by made ; -",
                "update item set stock = 300 where id = 1 ; not-strict",
                "delete from item where id = 1 ; -"
            })
    void findsWhatOnlyALooseSqlModeAccepts(String sql, String expected) {
        assertThat(rules(sql, DOLPHIN, true)).isEqualTo(expected(expected));
    }

    @Test
    void namesColumnAndPosition() {
        assertThat(find("select id\n from item where made > 20240131", POSTGRESQL, false))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("item.made");
                    assertThat(finding.line()).isEqualTo(2);
                    assertThat(finding.column()).isEqualTo(18);
                });
    }

    @Test
    void aLiteralWithTrailingBlanksMakesPaddingADifference() {
        assertThat(find("select id from item where name = 'a '", DOLPHIN, false))
                .anyMatch(finding -> finding.rule() == BehaviourRule.PADDING && finding.level() == Level.DIFFERS);
    }

    @Test
    void aLockOfListedKeysIsOnlyNoted() {
        assertThat(find("select id from item where id in (3, 4) for update", DOLPHIN, false))
                .extracting(RuleFinding::level)
                .containsOnly(Level.NOTE);
    }

    @Test
    void aLockOfOneRowIsOnlyNoted() {
        assertThat(find("select id from item where id = 3 for update", DOLPHIN, false))
                .extracting(RuleFinding::level)
                .containsExactly(Level.NOTE);
        assertThat(find("select id from item where id > 3 for update", DOLPHIN, false))
                .extracting(RuleFinding::level)
                .containsExactly(Level.DIFFERS);
    }

    /** A row of the table of cases names each rule, so that none is without a test. */
    @Test
    void everyRuleHasACase() throws Exception {
        CsvSource[] cases = {
            BehaviourRulesTest.class
                    .getDeclaredMethod("findsDifferences", String.class, String.class, String.class)
                    .getAnnotation(CsvSource.class),
            BehaviourRulesTest.class
                    .getDeclaredMethod("findsWhatOnlyALooseSqlModeAccepts", String.class, String.class)
                    .getAnnotation(CsvSource.class)
        };
        Set<BehaviourRule> without = EnumSet.allOf(BehaviourRule.class);
        for (CsvSource source : cases) {
            for (String row : source.value()) {
                String words = row.substring(row.indexOf(';'));
                without.removeIf(rule -> (words + " ").contains(" " + rule.word() + " "));
            }
        }
        assertThat(without).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theReferenceHasEveryRule(BehaviourRule rule) throws IOException {
        List<String> rows = new ArrayList<>(Files.readAllLines(Path.of("../docs/reference/application-rules.md")));
        rows.addAll(Files.readAllLines(Path.of("../docs/reference/application-rules-opengauss.md")));
        assertThat(rows).contains(rule.documentRow());
    }
}
