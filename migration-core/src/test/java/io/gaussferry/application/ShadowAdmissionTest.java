package io.gaussferry.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.KnownNames;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShadowAdmissionTest {

    private static final TableDefinition ITEM = new TableDefinition(
            new TableId("shop", "item"),
            List.of(new ColumnDefinition("version", MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), true)),
            List.of());

    private static SourceObject object(ObjectKind kind, String name) {
        return new SourceObject(kind, new TableId("shop", name), "", "", StoredSettings.NONE, null, 0, List.of());
    }

    private static Optional<String> refusal(String sql) {
        KnownNames names = new KnownNames(
                List.of(ITEM),
                List.of(object(ObjectKind.FUNCTION, "charge"), object(ObjectKind.VIEW, "charged")),
                TableRenames.NONE,
                true,
                Set.of("sys_exec"));
        StatementContext context = new SourceModes(0, true, 80033).context("shop", sql);
        return new ShadowAdmission(names, List.of(), Set.of(new TableId("shop", "charged")))
                .refusal(StatementParser.tree(context), "shop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select version from item where version > 3 ; -",
                "with i as (select 1 a) select a from i, item ; -",
                "select now(), current_date, count(*) from item ; -",
                "update item set version = 3 ; it is not a query",
                "call charge() ; it is not a query",
                "do charge() ; it is not a query",
                "select version from item into outfile '/tmp/x' ; it stores its result",
                "select version into @v from item ; it stores its result",
                "select version from item for update ; it locks rows",
                "select version from (select * from item lock in share mode) i ; it locks rows",
                "select @v := version from item ; it uses variables of the session",
                "select @@version from item ; it uses variables of the session",
                "select version from item where version = ? ; the values of its parameters are unknown",
                "select charge(version) from item ; it calls a stored or loadable function",
                "select other.f(version) from item ; it calls a stored or loadable function",
                "select `CHARGE`(version) from item ; it calls a stored or loadable function",
                "select sys_exec('x') ; it calls a stored or loadable function",
                "select sleep(10) ; it calls SLEEP",
                "select version from item where get_lock('a', 1) = 1 ; it calls GET_LOCK",
                "select benchmark(1000000, sha2('a', 256)) ; it calls BENCHMARK",
                "select load_file('/etc/passwd') ; it calls LOAD_FILE",
                "select last_insert_id(5) ; it calls LAST_INSERT_ID",
                "select uuid() ; its result depends on UUID",
                "select rand() from item ; its result depends on RAND",
                "select current_user ; its result depends on CURRENT_USER",
                "select user from mysql.user ; it names mysql.user, which is not replicated",
                "select * from charged ; the view shop.charged calls functions"
            })
    void admitsReadsOnly(String sql, String reason) {
        if (reason.equals("-")) {
            assertThat(refusal(sql)).isEmpty();
        } else {
            assertThat(refusal(sql)).hasValueSatisfying(text -> assertThat(text).startsWith(reason));
        }
    }

    @Test
    void recognizesThePresentTime() {
        assertThat(readsClock("select now()")).isTrue();
        assertThat(readsClock("select 'now', version from item")).isFalse();
    }

    private static boolean readsClock(String sql) {
        KnownNames names = new KnownNames(List.of(ITEM), List.of(), TableRenames.NONE, true, Set.of());
        return new ShadowAdmission(names, List.of(), Set.of())
                .readsClock(StatementParser.tree(new StatementContext("shop", sql)), "shop");
    }

    @Test
    void hidesLiteralsOfPlans() {
        String plan = "Index Scan using item_pkey on item  (cost=0.15..8.17 rows=1 width=4)\n"
                + "  Filter: ((name)::text = 'it''s'::text) AND (id = 4711)";
        assertThat(RowValueMarks.hidden(QueryPlans.marked(plan)))
                .contains("(cost=0.15..8.17 rows=1 width=4)", "item_pkey")
                .doesNotContain("it''s", "4711");
    }
}
