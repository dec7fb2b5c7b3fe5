package io.gaussferry.mysql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.Partitioning.Partition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MisplacedRowsTest {

    private static Optional<List<String>> queries(
            MySqlType type, String method, String expression, Partition... partitions) {
        return MisplacedRows.queries(new TableDefinition(
                new TableId("shop", "t"),
                List.of(new ColumnDefinition("n", type, false, "", 0, 0, 0, null, List.of(), true)),
                List.of(),
                new TableExtras(
                        "",
                        null,
                        new Partitioning(method, expression, List.of(partitions), false),
                        Map.of(),
                        List.of(),
                        List.of(),
                        Map.of())));
    }

    private static String query(String partition, String belongs) {
        return "`shop`.`t` PARTITION (`" + partition + "`) WHERE CASE WHEN " + belongs
                + " THEN 0 ELSE 1 END = 1 LIMIT 1";
    }

    @Test
    void buildsConditionsForRanges() {
        assertThat(queries(
                        MySqlType.INT,
                        "RANGE",
                        "`n`",
                        new Partition("p0", "-10"),
                        new Partition("p1", "20"),
                        new Partition("p2", "MAXVALUE")))
                .contains(List.of(
                        query("p0", "(`n` IS NOT NULL AND `n` < -10) OR `n` IS NULL"),
                        query("p1", "(`n` IS NOT NULL AND `n` >= -10 AND `n` < 20)"),
                        query("p2", "(`n` IS NOT NULL AND `n` >= 20)")));
        assertThat(queries(MySqlType.DATE, "RANGE", "to_days(`n`)", new Partition("p0", "739251")))
                .contains(List.of(
                        query("p0", "(to_days(`n`) IS NOT NULL AND to_days(`n`) < 739251) OR to_days(`n`) IS NULL")));
    }

    @Test
    void buildsConditionsForLists() {
        assertThat(queries(
                        MySqlType.DATE,
                        "LIST COLUMNS",
                        "`n`",
                        new Partition("a", "'2026-01-01','2026-01-02'"),
                        new Partition("b", "NULL")))
                .contains(List.of(query("a", "`n` IN ('2026-01-01', '2026-01-02')"), query("b", "`n` IS NULL")));
    }

    @Test
    void buildsNoQueryIfThePartitionOfARowIsUncertain() {
        assertThat(queries(MySqlType.INT, "HASH", "`n`", new Partition("p0", null)))
                .isEmpty();
        assertThat(queries(MySqlType.VARCHAR, "RANGE COLUMNS", "`n`", new Partition("p0", "'m'")))
                .isEmpty();
        assertThat(queries(MySqlType.INT, "RANGE", "(`n` DIV 10)", new Partition("p0", "10")))
                .isEmpty();
        assertThat(queries(MySqlType.INT, "RANGE", "`n`", new Partition("p0", null)))
                .isEmpty();
        assertThat(queries(MySqlType.INT, "RANGE", "`n`", new Partition("p0", "10 OR 1 = 1")))
                .isEmpty();
    }
}
