package io.gaussferry.preflight.table;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.TableBuilder;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two keys that the source distinguishes and the target does not stop the copy at the second row. */
class KeyProbesTest {

    private static TableDefinition keyed(String collation) {
        return TableBuilder.table("t")
                .collated("name", "varchar(20)", collation)
                .unique("by_name", "name")
                .build();
    }

    private static List<ValueProbe> probes(TableDefinition table, TargetProfile target) throws SQLException {
        ScriptedConnection empty = new ScriptedConnection().answer("SELECT version()", row("PostgreSQL 18.0"));
        return new KeyProbes(empty.connection(), new Conversion(target, ConversionRules.defaults())).about(table);
    }

    /**
     * Compatibility B ignores trailing blanks in any collation. Collations of MySQL 8.0 respect them, and those of MariaDB with "nopad" in
     * their names.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            utf8mb4_bin                    | B  | false
            utf8mb4_general_ci             | B  | false
            latin1_swedish_ci              | B  | false
            utf8mb4_0900_bin               | B  | true
            utf8mb4_0900_as_cs             | B  | true
            utf8mb4_nopad_bin              | B  | true
            utf8mb4_unicode_nopad_ci       | B  | true
            utf8mb4_uca1400_nopad_as_cs    | B  | true
            utf8mb4_uca1400_as_cs          | B  | false
            utf8mb4_0900_ai_ci             | PG | false
            utf8mb4_nopad_bin              | PG | false
            """)
    void probesCollationsThatRespectTrailingBlanks(String collation, String mode, boolean expected)
            throws SQLException {
        TargetProfile target = mode.equals("B") ? Columns.OPENGAUSS_B : Columns.OPENGAUSS_PG;
        assertThat(probes(keyed(collation), target)).hasSize(expected ? 1 : 0);
    }

    @Test
    void groupsByValueWithoutBlanks() throws SQLException {
        assertThat(probes(keyed("utf8mb4_0900_bin"), Columns.OPENGAUSS_B))
                .singleElement()
                .satisfies(probe -> {
                    assertThat(probe.from())
                            .isEqualTo(
                                    "`shop`.`t` WHERE `name` IS NOT NULL GROUP BY"
                                            + " CAST(RTRIM(CONVERT(`name` USING utf8mb4)) AS BINARY) HAVING COUNT(*) > 1 LIMIT 1");
                    assertThat(probe.what()).contains("trailing blanks");
                });
    }

    /** Dolphin's only collation that ignores case treats more strings as equal than most of MySQL's do. */
    @ParameterizedTest
    @CsvSource({"utf8mb4_general_ci, false", "utf8mb4_0900_ai_ci, true", "utf8mb4_unicode_ci, true"})
    void probesCollationsWithFewerEqualStrings(String collation, boolean expected) throws SQLException {
        List<ValueProbe> probes = probes(keyed(collation), Columns.DOLPHIN);
        assertThat(probes).hasSize(expected ? 1 : 0);
        probes.forEach(probe -> assertThat(probe.from()).contains("COLLATE utf8mb4_general_ci"));
    }

    /** A row with NULL in its key equals no other, and a number is compared as it is. */
    @Test
    void probesAllPartsOfKey() throws SQLException {
        TableDefinition table = TableBuilder.table("t")
                .nullable("shop", "int")
                .collated("name", "varchar(200)", "utf8mb4_0900_as_cs")
                .unique("by_name", "shop", "name(10)")
                .build();
        assertThat(probes(table, Columns.OPENGAUSS_B))
                .singleElement()
                .extracting(ValueProbe::from)
                .asString()
                .contains("WHERE `shop` IS NOT NULL AND `name` IS NOT NULL GROUP BY `shop`,")
                .contains("RTRIM(CONVERT(LEFT(`name`, 10) USING utf8mb4))");
    }

    @Test
    void ignoresIndexesThatAreNotUnique() throws SQLException {
        TableDefinition table = TableBuilder.table("t")
                .collated("name", "varchar(20)", "utf8mb4_0900_as_cs")
                .index("by_name", false, "name")
                .build();
        assertThat(probes(table, Columns.OPENGAUSS_B)).isEmpty();
    }
}
