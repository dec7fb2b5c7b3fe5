package io.gaussferry.opengauss.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetNamesTest {

    private static final TargetProfile DOLPHIN = new TargetProfile(TargetProfile.Product.OPENGAUSS, "6.0.2", "B", true);

    private static TableDefinition table(String schema, String table, String column) {
        return new TableDefinition(
                new TableId(schema, table),
                List.of(new ColumnDefinition(column, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), true)),
                List.of());
    }

    @Test
    void namesOfSixtyThreeBytesAreKept() {
        TargetNames.require(table("s".repeat(63), "t".repeat(63), "ü".repeat(31) + "c"), DOLPHIN);
        assertThat(TargetNames.shortened("i".repeat(63))).isEqualTo("i".repeat(63));
    }

    @Test
    void longerOnesOfTablesAndColumnsAreRefused() {
        assertThatThrownBy(() -> TargetNames.require(table("s".repeat(64), "t", "c"), DOLPHIN))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("The name of the database")
                .hasMessageContaining("64 bytes");
        assertThatThrownBy(() -> TargetNames.require(table("s", "t".repeat(64), "c"), DOLPHIN))
                .hasMessageContaining("The name of the table");
        assertThatThrownBy(() -> TargetNames.require(table("s", "t", "ü".repeat(32)), DOLPHIN))
                .hasMessageContaining("The name of the column");
    }

    @Test
    void hiddenColumnsAreRefused() {
        assertThatThrownBy(() -> TargetNames.require(table("s", "t", "Ctid"), DOLPHIN))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("Column \"Ctid\"");
        TargetNames.require(table("s", "t", "oid"), DOLPHIN);
    }

    @Test
    void longerOnesOfIndexesEndInAHash() {
        String shortened = TargetNames.shortened("ü".repeat(64) + "1");
        assertThat(shortened).startsWith("üüü").matches("ü+_[0-9a-f]+");
        assertThat(shortened.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(63);
        assertThat(shortened).isNotEqualTo(TargetNames.shortened("ü".repeat(64) + "2"));
    }

    @Test
    void candidatesDifferAndFit() {
        for (String wanted : List.of("t_pkey", "n".repeat(63), "ü".repeat(31))) {
            List<String> candidates = TargetNames.candidates(wanted);
            assertThat(candidates).startsWith(wanted).doesNotHaveDuplicates().hasSizeGreaterThan(2);
            assertThat(candidates)
                    .allSatisfy(name ->
                            assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(63));
            assertThat(TargetNames.candidates(candidates.get(1)))
                    .as("an object that was renamed twice is still found")
                    .startsWith(candidates.get(1), candidates.get(2));
        }
    }

    @Test
    void derivesNamesAsTheServerDoes() {
        assertThat(TargetNames.primaryKey("t")).isEqualTo("t_pkey");
        assertThat(TargetNames.primaryKey("t".repeat(63))).isEqualTo("t".repeat(58) + "_pkey");
        assertThat(TargetNames.setType("t", "c")).isEqualTo("t_c_set");
        assertThat(TargetNames.setType("t".repeat(60), "c")).isEqualTo("t".repeat(57) + "_c_set");
        assertThat(TargetNames.setType("t".repeat(60), "c".repeat(60)))
                .isEqualTo("t".repeat(29) + "_" + "c".repeat(29) + "_set");
    }

    @Test
    void theCheckOfAnEnumDoesNotTakeTheNameOfTheSourcesCheck() {
        TableDefinition table = table("s", "t", "c");
        assertThat(TargetNames.members(table, "c")).isEqualTo("t_c_check");
        assertThat(TargetNames.members(checked(table, "t_c_check"), "c")).isEqualTo("t_c_members_check");
        assertThat(TargetNames.members(checked(table, "other"), "c")).isEqualTo("t_c_check");
    }

    private static TableDefinition checked(TableDefinition table, String check) {
        return new TableDefinition(
                table.id(),
                table.targetId(),
                table.columns(),
                table.indexes(),
                new TableExtras(
                        "", null, null, Map.of(), List.of(new CheckDefinition(check, "1", true)), List.of(), Map.of()));
    }
}
