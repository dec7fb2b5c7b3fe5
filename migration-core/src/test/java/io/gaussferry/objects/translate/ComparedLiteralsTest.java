package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparedLiteralsTest {

    private static Map<String, Set<String>> of(String query) {
        StatementContext context = StatementContext.ofStored("shop", query, 0, 80_033);
        return ComparedLiterals.of(StatementParser.tree(context).query(), new Literals(context));
    }

    @Test
    void findsWhatColumnsAreComparedWith() {
        assertThat(of("select a from t where t.`State` = 'it''s' and n > 10 or 3 <= m"))
                .containsOnly(
                        Map.entry("state", Set.of("it's")), Map.entry("n", Set.of("10")), Map.entry("m", Set.of("3")));
        assertThat(of("select * from t where s in ('a', 'b') and u like '%x%'"))
                .containsOnly(Map.entry("s", Set.of("a", "b")), Map.entry("u", Set.of("x")));
        assertThat(of("select case s when 'a' then 1 end from t")).containsEntry("s", Set.of("a", "1"));
        assertThat(of("select nullif(s, 'a'), instr(u, 'x') from t"))
                .containsOnly(Map.entry("s", Set.of("a")), Map.entry("u", Set.of("x")));
    }

    @Test
    void findsNothingElse() {
        assertThat(of("select 'a', b + 1 from t where c = d")).isEmpty();
    }
}
