package io.gaussferry.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The remedy names the cause if the source has a row that the target cannot store. */
class RefusedRowTest {

    @Test
    void explainsRowsAndIndexEntriesThatAreTooLarge() {
        TableDefinition table = city(MySqlType.INT, null);
        assertThat(RefusedRow.remedy(table, new SQLException("row is too big: size 10448, maximum size 8160", "54000")))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("the row is larger than the target's page"));
        assertThat(RefusedRow.remedy(
                        table,
                        new SQLException(
                                "index row size 3088 exceeds btree version 4 maximum 2704 for index \"by_u\"",
                                "54000")))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("drop that index"));
    }

    @Test
    void explainsKeysEqualOnlyByCollation() {
        SQLException violation = new SQLException("violates foreign key constraint", "23503");
        assertThat(RefusedRow.remedy(city(MySqlType.VARCHAR, "utf8mb4"), violation))
                .hasValueSatisfying(
                        remedy -> assertThat(remedy).contains("city_country", "collation", "gaussferry retry"));
        assertThat(RefusedRow.remedy(city(MySqlType.INT, null), violation)).isEmpty();
    }

    private static TableDefinition city(MySqlType type, @Nullable String characterSet) {
        return new TableDefinition(
                        new TableId("shop", "city"),
                        List.of(new ColumnDefinition(
                                "country", type, false, "x", 3, 0, 0, characterSet, List.of(), true)),
                        List.of())
                .withForeignKeys(List.of(new ForeignKeyDefinition(
                        "city_country",
                        List.of("country"),
                        new TableId("shop", "country"),
                        List.of("code"),
                        "CASCADE",
                        "NO ACTION")));
    }
}
