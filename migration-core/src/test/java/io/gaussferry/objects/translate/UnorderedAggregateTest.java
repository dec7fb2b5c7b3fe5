package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.objects.translate.Translation.Translated;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnorderedAggregateTest {

    private static Set<UnorderedAggregate> of(String aggregate) throws SQLException {
        return ((Translated) TranslatedBody.translate("SELECT " + aggregate + " INTO t FROM item;")).unordered();
    }

    @Test
    void findsStringsOfWhichOneRepresentsTheOthers() throws SQLException {
        assertThat(of("MAX(name)")).containsExactly(UnorderedAggregate.SPELLING);
        assertThat(of("DISTINCT name")).containsExactly(UnorderedAggregate.SPELLING);
        assertThat(of("MAX(price)")).isEmpty();
        assertThat(of("DISTINCT name COLLATE utf8mb4_bin")).isEmpty();
        assertThat(((Translated) TranslatedBody.translate("SELECT name INTO t FROM item GROUP BY name;")).rules())
                .contains(RewriteRule.GROUP_SPELLING);
        assertThat(((Translated) TranslatedBody.translate("SELECT COUNT(*) INTO p FROM item GROUP BY id;")).rules())
                .doesNotContain(RewriteRule.GROUP_SPELLING);
    }

    @Test
    void findsResultsThatDependOnTheOrderOfRows() throws SQLException {
        assertThat(of("GROUP_CONCAT(name)")).containsExactly(UnorderedAggregate.CONCATENATION);
        assertThat(of("GROUP_CONCAT(name ORDER BY name)")).isEmpty();
        assertThat(of("SUM(weight)")).containsExactly(UnorderedAggregate.FLOATING_SUM);
        assertThat(of("SUM(price)")).isEmpty();
        assertThat(of("MAX(weight)")).isEmpty();
    }
}
