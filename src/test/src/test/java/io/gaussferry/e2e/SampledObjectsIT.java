package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Verifies that objects which write tables with many rows are executed on copies with a part of the rows. Guards: {@code SampledProof}. */
class SampledObjectsIT {

    /** More rows than are compared after each execution. */
    private static final int ROWS = 20_500;

    @Test
    void executesObjectsThatWriteLargeTables() throws Exception {
        try (NativeMySqlServer source = OwnServers.start();
                Migration migration = Migration.of("gf_e2e_sampled", source.address())) {
            migration.source(
                    "CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(40), total DECIMAL(12,2) DEFAULT 0)",
                    "CREATE TABLE purchase (id INT AUTO_INCREMENT PRIMARY KEY, customer INT NOT NULL, amount DECIMAL(10,2),"
                            + " state VARCHAR(9), FOREIGN KEY (customer) REFERENCES customer (id))",
                    "CREATE TABLE audit (id BIGINT AUTO_INCREMENT PRIMARY KEY, purchase INT, what VARCHAR(60))",
                    "SET SESSION cte_max_recursion_depth = 100000",
                    "INSERT INTO customer (id, name) WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < "
                            + ROWS + ") SELECT i, CONCAT('c', i) FROM n",
                    // the first purchases refer to customers that are not among the first
                    "INSERT INTO purchase (id, customer, amount, state) SELECT id, " + (ROWS + 1)
                            + " - id, id / 7, IF(id % 3, 'new', 'paid') FROM customer",
                    "CREATE TRIGGER purchased AFTER INSERT ON purchase FOR EACH ROW BEGIN UPDATE customer SET total = total + NEW.amount"
                            + " WHERE id = NEW.customer; INSERT INTO audit (purchase, what) VALUES (NEW.id, 'new'); END",
                    "CREATE PROCEDURE pay(IN p_id INT) BEGIN UPDATE purchase SET state = 'paid' WHERE id = p_id;"
                            + " INSERT INTO audit (purchase, what) SELECT p.id, c.name FROM purchase p JOIN customer c ON c.id = p.customer"
                            + " WHERE p.id = p_id; END",
                    "CREATE PROCEDURE pay_at_once(IN p_id INT) BEGIN START TRANSACTION; UPDATE purchase SET state = 'paid'"
                            + " WHERE id = p_id; COMMIT; END");
            migration.start();
            migration.awaitCaughtUp();
            CommandRun left = ObjectsIT.objects(migration, "verify", "--execute-on-source", "rollback");
            assertThat(ObjectsIT.states(left))
                    .isEqualTo(Map.of("pay", "COMPILES", "pay_at_once", "COMPILES", "purchased", "COMPILES"));
            CommandRun executed = ObjectsIT.objects(migration, "verify", "--execute-on-source", "copy");
            assertThat(ObjectsIT.states(executed))
                    .as(executed.output())
                    .isEqualTo(Map.of(
                            "pay",
                            "EXECUTED",
                            "pay_at_once",
                            Servers.targetForm() == TargetForm.DOLPHIN ? "EXECUTED" : "COMPILES",
                            "purchased",
                            "EXECUTED"));
            assertThat(executed.output()).contains("at most 1000 rows of each table");
            assertThat(ObjectRewritesIT.copies(migration))
                    .as("databases of proofs")
                    .isEmpty();
            migration.assertEqualContent();
        }
    }
}
