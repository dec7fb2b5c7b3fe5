package io.gaussferry.preflight.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.CollationRule;
import io.gaussferry.model.TableId;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.opengauss.ExistingTables;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollationsCheckTest {

    private static TableDefinition table(String... collations) {
        List<ColumnDefinition> columns = new ArrayList<>();
        Map<String, ColumnAttributes> attributes = new HashMap<>();
        for (String collation : collations) {
            String name = "c" + columns.size();
            columns.add(new ColumnDefinition(
                    name, MySqlType.VARCHAR, false, "varchar(9)", 9, 0, 0, "utf8mb4", List.of(), true));
            attributes.put(name, new ColumnAttributes(null, false, false, false, null, false, "", collation));
        }
        return new TableDefinition(
                new TableId("shop", "t"),
                columns,
                List.of(),
                new TableExtras("", null, null, attributes, List.of(), List.of(), Map.of()));
    }

    private static List<String> problems(TargetProfile target, ConversionRules rules, TableDefinition table)
            throws SQLException {
        Findings findings = new Findings();
        new CollationsCheck(List.of(table), new Conversion(target, rules), ExistingTables.none(), null).run(findings);
        return findings.list().stream().map(Finding::problem).sorted().toList();
    }

    @Test
    void namesColumnsWhoseEqualityDiffers() throws SQLException {
        TableDefinition table = table("utf8mb4_0900_ai_ci", "utf8mb4_0900_ai_ci", "utf8mb4_bin", "utf8mb4_0900_as_cs");

        assertThat(problems(Columns.DOLPHIN, ConversionRules.defaults(), table))
                .containsExactly(
                        "Columns c0, c1 of table shop.t have collation utf8mb4_0900_ai_ci, and get utf8mb4_general_ci on the target.",
                        "Columns c3 of table shop.t have collation utf8mb4_0900_as_cs, and get utf8mb4_bin on the target.");
    }

    @Test
    void countsColumnsWithoutSupportOfTarget() throws SQLException {
        TableDefinition table = table("utf8mb4_general_ci", "utf8mb4_bin");

        assertThat(problems(Columns.POSTGRES, ConversionRules.defaults(), table))
                .containsExactly("1 string column ignores case at the source, and the target compares bytes.");
    }

    @Test
    void isSilentWhereUserChoosesBytes() throws SQLException {
        ConversionRules binary = ChosenRules.of(CollationRule.BINARY);
        TableDefinition table = table("utf8mb4_0900_ai_ci");

        assertThat(problems(Columns.DOLPHIN, binary, table)).isEmpty();
        assertThat(problems(Columns.POSTGRES, binary, table)).isEmpty();
    }
}
