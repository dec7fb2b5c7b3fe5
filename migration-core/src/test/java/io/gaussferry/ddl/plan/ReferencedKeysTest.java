package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.translate.TargetStep;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests changes of unique keys that foreign keys refer to: on the target a foreign key depends on one unique key, in
 * MySQL on columns.
 */
class ReferencedKeysTest {

    private static final String DROP = "ALTER TABLE \"shop\".\"child\" DROP CONSTRAINT \"child_parent\"";
    private static final String ADD = "ALTER TABLE \"shop\".\"child\" ADD CONSTRAINT \"child_parent\"";

    private static PlannedStatements known() {
        return new PlannedStatements(false)
                .with(
                        "CREATE TABLE parent (id INT PRIMARY KEY, tenant INT NOT NULL)",
                        "CREATE TABLE child (id INT PRIMARY KEY, parent_id INT, CONSTRAINT child_parent FOREIGN KEY (parent_id)"
                                + " REFERENCES parent (id) ON DELETE CASCADE)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP PRIMARY KEY, ADD PRIMARY KEY (id, tenant), ADD UNIQUE KEY only_id (id)",
                "DROP PRIMARY KEY, ADD UNIQUE KEY only_id (id)",
                "DROP PRIMARY KEY, RENAME COLUMN id TO number, ADD UNIQUE KEY only_id (number)",
            })
    void recreatesForeignKeyWhenUniqueKeyChanges(String actions) {
        List<String> steps = steps("ALTER TABLE parent " + actions);
        assertThat(steps).first().asString().contains(DROP);
        assertThat(steps.stream().filter(step -> step.startsWith(ADD))).hasSize(1);
        assertThat(steps).last().asString().contains("VALIDATE CONSTRAINT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE parent ADD UNIQUE KEY also_id (id)",
                "ALTER TABLE parent ADD c INT, MODIFY id BIGINT",
                "ALTER TABLE parent RENAME TO guardian",
            })
    void keepsForeignKeyOtherwise(String statement) {
        assertThat(steps(statement)).noneMatch(step -> step.contains("child_parent"));
    }

    @Test
    void reportsRowsThatTheSourceHasNotCompared() {
        PlannedStatements known = new PlannedStatements(false)
                .with("CREATE TABLE parent (id INT PRIMARY KEY)", "CREATE TABLE child (id INT PRIMARY KEY, p INT)");
        String statement = "ALTER TABLE child ADD CONSTRAINT child_parent FOREIGN KEY (p) REFERENCES parent (id)";
        assertThat(((Follow) known.plan(statement)).notes()).isEmpty();
        assertThat(((Follow) known.planUnchecked(statement)).notes()).anyMatch(note -> note.contains("NOT VALID"));
    }

    private static List<String> steps(String statement) {
        return ((Follow) known().plan(statement))
                .steps().stream().map(TargetStep::sql).toList();
    }
}
