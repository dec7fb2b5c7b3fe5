package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.translate.TargetStep;
import io.gaussferry.ddl.translate.TargetStep.Naming;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects whose names come from those of tables get a free one, and are found under the one that they have. */
class DerivedNamesTest {

    private static PlannedStatements known() {
        return new PlannedStatements(false)
                .with(
                        "CREATE TABLE parent (id INT PRIMARY KEY)",
                        "CREATE TABLE t (id INT PRIMARY KEY, e ENUM('a','b'), n INT, p INT, UNIQUE KEY x (n),"
                                + " CONSTRAINT c CHECK (n > 0), CONSTRAINT f FOREIGN KEY (p) REFERENCES parent (id))");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ALTER TABLE t DROP KEY x                             | DROP INDEX "shop"."given"
                    ALTER TABLE t RENAME KEY x TO y                      | ALTER INDEX "shop"."given" RENAME TO "free"
                    ALTER TABLE t ADD KEY y (p, n)                       | CREATE INDEX "given" ON "shop"."t" ("p", "n")
                    CREATE TABLE u (id INT PRIMARY KEY, n INT, KEY x (n)) | CREATE INDEX "given" ON "shop"."u" ("n")
                    ALTER TABLE t DROP PRIMARY KEY                       | ALTER TABLE "shop"."t" DROP CONSTRAINT "given"
                    ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (id, n) | ALTER TABLE "shop"."t" ADD CONSTRAINT "given" PRIMARY KEY ("id", "n")
                    ALTER TABLE t DROP CHECK c                           | ALTER TABLE "shop"."t" DROP CONSTRAINT "given"
                    ALTER TABLE t DROP FOREIGN KEY f                     | ALTER TABLE "shop"."t" DROP CONSTRAINT "given"
                    ALTER TABLE t ADD CONSTRAINT g FOREIGN KEY (n) REFERENCES parent (id) | ALTER TABLE "shop"."t" ADD CONSTRAINT "given" FOREIGN KEY ("n") REFERENCES "shop"."parent" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
                    ALTER TABLE t RENAME COLUMN e TO z                   | ALTER TABLE "shop"."t" RENAME CONSTRAINT "given" TO "free"
                    RENAME TABLE t TO u                                  | ALTER INDEX "shop"."given" RENAME TO "free"
                    """)
    void aStatementNamesTheObjectAsTheTargetDoes(String statement, String expected) {
        List<String> named = ((Follow) known().plan(statement))
                .steps().stream()
                        .map(TargetStep::naming)
                        .filter(Objects::nonNull)
                        .map(naming -> naming.statement().apply(List.of("given", "free")))
                        .toList();
        assertThat(named).contains(expected);
    }

    @Test
    void aFreeNameIsChosenAmongAllRelationsOfTheSchema() {
        Naming naming = steps("ALTER TABLE t ADD KEY y (n)").get(0).naming();
        assertThat(Objects.requireNonNull(naming).query())
                .contains("(0, 't_y'), (1, 't_y_", "NOT EXISTS", "n.nspname = 'shop' AND c.relname = w.name");
    }

    @Test
    void aTableThatGoesToAnotherSchemaHasNamesThatNothingHasThere() {
        List<String> steps = new PlannedStatements(false)
                                .with("CREATE TABLE t (id INT PRIMARY KEY, n INT, KEY x (n))")
                                .plan("RENAME TABLE t TO archive.t")
                        instanceof Follow follow
                ? follow.steps().stream().map(TargetStep::sql).toList()
                : List.of();
        assertThat(steps)
                .containsExactly(
                        "ALTER TABLE \"shop\".\"t\" RENAME TO \"gaussferry renamed 0 \"",
                        "ALTER INDEX \"shop\".\"t_pkey\" RENAME TO \"gaussferry renamed 0 _pkey\"",
                        "ALTER INDEX \"shop\".\"t_x\" RENAME TO \"gaussferry renamed 0 _x\"",
                        "CREATE SCHEMA \"archive\"",
                        "ALTER TABLE \"shop\".\"gaussferry renamed 0 \" SET SCHEMA \"archive\"",
                        "ALTER TABLE \"archive\".\"gaussferry renamed 0 \" RENAME TO \"t\"",
                        "ALTER INDEX \"archive\".\"gaussferry renamed 0 _pkey\" RENAME TO \"t_pkey\"",
                        "ALTER INDEX \"archive\".\"gaussferry renamed 0 _x\" RENAME TO \"t_x\"");
    }

    @ParameterizedTest
    @CsvSource({"CREATE TABLE u (id INT PRIMARY KEY)", "RENAME TABLE t TO u", "ALTER TABLE t RENAME TO u"})
    void anObjectThatKeepsTheNameHoldsTheStatement(String statement) {
        assertThat(steps(statement).stream().flatMap(step -> step.guards().stream()))
                .anySatisfy(guard -> {
                    assertThat(guard.otherwise()).isEqualTo(Otherwise.HOLD);
                    assertThat(guard.reason())
                            .isEqualTo("The name shop.u is taken on the target: rename or drop the object there.");
                });
    }

    @Test
    void aTableThatIsLeftOutLeavesItsNameFirst() {
        List<String> sql = ((Follow) new PlannedStatements(false)
                        .with("CREATE TABLE t (id INT PRIMARY KEY)", "CREATE TABLE shadow (id INT PRIMARY KEY, n INT)")
                        .plan("RENAME TABLE t TO t_elsewhere, shadow TO t"))
                .steps().stream().map(TargetStep::sql).toList();
        assertThat(sql)
                .containsSubsequence(
                        "ALTER TABLE \"shop\".\"t\" RENAME TO \"gaussferry renamed 0 \"",
                        "ALTER TABLE \"shop\".\"shadow\" RENAME TO \"t\"",
                        "DROP TABLE IF EXISTS \"shop\".\"gaussferry renamed 0 \"");
    }

    @Test
    void anIndexDoesNotTakeTheNameThatAnotherTableGetsLater() {
        List<String> sql = ((Follow) known().plan("RENAME TABLE t TO u, parent TO u_x"))
                .steps().stream().map(TargetStep::sql).toList();
        assertThat(sql).noneMatch(step -> step.startsWith("ALTER INDEX") && step.endsWith("RENAME TO \"u_x\""));
        assertThat(sql).anyMatch(step -> step.startsWith("ALTER INDEX \"shop\".\"t_x\" RENAME TO \"u_x_"));
    }

    private static List<TargetStep> steps(String statement) {
        return ((Follow) known().plan(statement)).steps();
    }
}
