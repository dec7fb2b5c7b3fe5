package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.opengauss.decoding.TargetShapes;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The definitions of many tables are read together, as they are one by one: reverse replication compares them. */
class TargetShapesIT {

    private static final String SCHEMA = "gf_e2e_shapes";

    private static final List<TableId> TABLES = List.of(
            new TableId(SCHEMA, "parent"),
            new TableId(SCHEMA, "child"),
            new TableId(SCHEMA, "Without Key"),
            new TableId(SCHEMA, "divided"),
            new TableId(SCHEMA, "absent"));

    @Test
    void readsManyTablesAsEachAlone() throws Exception {
        Server server = Servers.target();
        server.execute(
                "DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE",
                "CREATE SCHEMA " + SCHEMA,
                "CREATE TABLE " + SCHEMA + ".parent (b INT NOT NULL, a INT, c VARCHAR(20), PRIMARY KEY (a, b))",
                "ALTER TABLE " + SCHEMA + ".parent DROP COLUMN c, ADD COLUMN d NUMERIC(10, 3)",
                "CREATE UNIQUE INDEX z ON " + SCHEMA + ".parent (d)",
                "CREATE INDEX y ON " + SCHEMA + ".parent (b)",
                "CREATE TABLE " + SCHEMA + ".child (id INT PRIMARY KEY, a INT, b INT, UNIQUE (a), FOREIGN KEY (a, b)"
                        + " REFERENCES " + SCHEMA + ".parent (a, b))",
                "CREATE TABLE " + SCHEMA + ".\"Without Key\" (\"the column\" TEXT)",
                "CREATE TABLE " + SCHEMA + ".divided (id INT PRIMARY KEY) PARTITION BY RANGE (id)" + partitions());
        try (Connection target = Servers.sandbox().target().open()) {
            Map<TableId, TargetShape> alone = new HashMap<>();
            for (TableId table : TABLES) {
                alone.putAll(TargetShapes.read(target, List.of(table)));
            }

            assertThat(TargetShapes.read(target, TABLES)).hasSize(4).isEqualTo(alone);
            assertThat(alone.get(TABLES.get(1)))
                    .satisfies(child -> assertThat(child.keys()).hasSize(4))
                    .satisfies(child -> assertThat(child.primaryKey()).containsExactly("id"));
        } finally {
            server.execute("DROP SCHEMA " + SCHEMA + " CASCADE");
        }
    }

    private static String partitions() throws Exception {
        try (Connection target = Servers.sandbox().target().open()) {
            return TargetProducts.detect(target).partitionKinds().isEmpty()
                    ? ""
                    : " (PARTITION p1 VALUES LESS THAN (10), PARTITION p2 VALUES LESS THAN (20))";
        }
    }
}
