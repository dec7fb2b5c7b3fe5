package io.gaussferry.preflight.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamesCheckTest {

    private static final String LONG = "n".repeat(63);

    @Test
    void truncatesAtCharacterBoundary() {
        assertThat(NamesCheck.truncated("a".repeat(64))).isEqualTo("a".repeat(63));
        assertThat(NamesCheck.truncated("a".repeat(62) + "é")).isEqualTo("a".repeat(62));
        assertThat(NamesCheck.truncated("😀".repeat(16))).isEqualTo("😀".repeat(15));
    }

    @Test
    void findsLongAndClashingNames() {
        assertThat(codes(List.of("shop"), table("shop", LONG, "id"), table("shop", LONG + "x", "id")))
                .containsExactlyInAnyOrder(FindingCode.SOURCE_NAME_CLASH, FindingCode.SOURCE_NAME_TOO_LONG);
        assertThat(codes(List.of("shop"), table("shop", LONG, "id"), table("shop2", LONG, "id")))
                .isEmpty();
    }

    @Test
    void findsNamesReservedByTheTarget() {
        assertThat(codes(List.of("gaussferry", "pg_x", "shop"), table("shop", "t", "id", "ctid")))
                .containsExactlyInAnyOrder(
                        FindingCode.SOURCE_SCHEMA_RESERVED,
                        FindingCode.SOURCE_SCHEMA_RESERVED,
                        FindingCode.SOURCE_COLUMN_RESERVED);
    }

    /** openGauss adds hidden columns to those of PostgreSQL; with dolphin, a name in upper case is the same one. */
    @Test
    void findsHiddenColumnsOfOpenGauss() {
        TableDefinition table = table("shop", "t", "tablebucketid", "xc_node_id", "gs_tuple_uid", "XMIN", "oid");
        assertThat(codes(List.of("shop"), table))
                .containsOnly(FindingCode.SOURCE_COLUMN_RESERVED)
                .hasSize(3);
        TargetProfile dolphin = new TargetProfile(TargetProfile.Product.OPENGAUSS, "6.0.2", "B", true);
        assertThat(codes(dolphin, List.of("shop"), table)).hasSize(4);
    }

    private static List<FindingCode> codes(List<String> schemas, TableDefinition... tables) {
        return codes(new TargetProfile(TargetProfile.Product.OPENGAUSS, "6.0.2", "PG", false), schemas, tables);
    }

    private static List<FindingCode> codes(TargetProfile target, List<String> schemas, TableDefinition... tables) {
        Findings findings = new Findings();
        new NamesCheck(schemas, List.of(tables), target).run(findings);
        return findings.list().stream().map(Finding::code).toList();
    }

    private static TableDefinition table(String schema, String name, String... columns) {
        return new TableDefinition(
                new TableId(schema, name),
                Arrays.stream(columns)
                        .map(column -> new ColumnDefinition(
                                column, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false))
                        .toList(),
                List.of());
    }
}
