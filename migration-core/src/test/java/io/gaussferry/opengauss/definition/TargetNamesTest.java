package io.gaussferry.opengauss.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetNamesTest {

    private static TableDefinition table(String schema, String table, String column) {
        return new TableDefinition(
                new TableId(schema, table),
                List.of(new ColumnDefinition(column, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), true)),
                List.of());
    }

    @Test
    void namesOfSixtyThreeBytesAreKept() {
        TargetNames.require(table("s".repeat(63), "t".repeat(63), "ü".repeat(31) + "c"));
        assertThat(TargetNames.shortened("i".repeat(63))).isEqualTo("i".repeat(63));
    }

    @Test
    void longerOnesOfTablesAndColumnsAreRefused() {
        assertThatThrownBy(() -> TargetNames.require(table("s".repeat(64), "t", "c")))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("The name of the database")
                .hasMessageContaining("64 bytes");
        assertThatThrownBy(() -> TargetNames.require(table("s", "t".repeat(64), "c")))
                .hasMessageContaining("The name of the table");
        assertThatThrownBy(() -> TargetNames.require(table("s", "t", "ü".repeat(32))))
                .hasMessageContaining("The name of the column");
    }

    @Test
    void longerOnesOfIndexesEndInAHash() {
        String shortened = TargetNames.shortened("ü".repeat(64) + "1");
        assertThat(shortened).startsWith("üüü").matches("ü+_[0-9a-f]+");
        assertThat(shortened.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(63);
        assertThat(shortened).isNotEqualTo(TargetNames.shortened("ü".repeat(64) + "2"));
    }
}
