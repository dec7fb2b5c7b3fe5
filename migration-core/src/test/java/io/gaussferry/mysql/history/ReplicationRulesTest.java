package io.gaussferry.mysql.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TablePattern;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicationRulesTest {

    /** All tables of shop and app_…, except shop.log. */
    private static final SourceSettings SETTINGS = new SourceSettings(
            "jdbc:mysql://h/",
            "u",
            "p",
            List.of("shop", "app_*"),
            new TableFilter(List.of(TablePattern.parse("*.*")), List.of(TablePattern.parse("shop.log"))),
            TableRenames.NONE,
            1,
            2_000,
            1_000,
            SourceTimeouts.DEFAULT);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // ignores only tables that are not replicated
                "REPLICATE_IGNORE_TABLE      | mysql.rds_history,other.t  | false",
                "REPLICATE_IGNORE_TABLE      | shop.log                   | false",
                "REPLICATE_WILD_IGNORE_TABLE | mysql.rds%                 | false",
                "REPLICATE_WILD_IGNORE_TABLE | oth%.%                     | false",
                "REPLICATE_REWRITE_DB        | (old,new),(a,b)            | false",
                // ignores a replicated table
                "REPLICATE_IGNORE_TABLE      | mysql.rds_history,shop.t   | true",
                "REPLICATE_IGNORE_TABLE      | app_1.t                    | true",
                "REPLICATE_WILD_IGNORE_TABLE | shop.audit                 | true",
                "REPLICATE_WILD_IGNORE_TABLE | app%.t                     | true",
                "REPLICATE_WILD_IGNORE_TABLE | app\\_1.%                  | true",
                "REPLICATE_REWRITE_DB        | (a,b),(shop,new)           | true",
                "REPLICATE_REWRITE_DB        | (old,app_2)                | true",
                // servers that store names in lower case compare them in lower case
                "REPLICATE_IGNORE_TABLE      | SHOP.t                     | true",
                // a statement for shop is dropped in a session whose database is other
                "REPLICATE_IGNORE_DB         | other                      | true",
                "REPLICATE_IGNORE_DB         | mysql                      | true",
                // drops everything except the named objects
                "REPLICATE_DO_DB             | shop                       | true",
                "REPLICATE_DO_TABLE          | shop.t                     | true",
                "REPLICATE_WILD_DO_TABLE     | shop.%                     | true",
            })
    void detectsRulesThatCanAffectReplicatedTables(String kind, String names, boolean concerns) {
        assertThat(new ReplicationRules.Rule("", kind, names).concerns(SETTINGS))
                .isEqualTo(concerns);
    }
}
