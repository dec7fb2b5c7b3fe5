package io.gaussferry.ddl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.ddl.evolve.DefinitionSource;
import io.gaussferry.ddl.plan.DefinitionPlan.Follow;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that names are compared like on a source with {@code lower_case_table_names = 1}. */
class FoldedNamesTest {

    private final List<TableDefinition> known = new ArrayList<>();
    private final DefinitionPlanner planner = new DefinitionPlanner(new FollowSettings(
            new Conversion(new TargetProfile(Product.OPENGAUSS, "openGauss", "PG", false), ConversionRules.defaults()),
            schema -> schema.toLowerCase(Locale.ROOT).equals("shop"),
            table -> table.schema().toLowerCase(Locale.ROOT).equals("shop"),
            name -> name,
            ForeignKeyPolicy.CREATE,
            false,
            true,
            true));

    private final DefinitionSource definitions = new DefinitionSource() {
        @Override
        public Optional<TableDefinition> find(TableId id) {
            return known.stream().filter(table -> table.id().equals(id)).findFirst();
        }

        @Override
        public Collection<TableDefinition> definitions() {
            return known;
        }

        @Override
        public Optional<String> collationOf(String database) {
            return database.equals("shop") ? Optional.of("utf8mb4_0900_ai_ci") : Optional.empty();
        }
    };

    private Follow follow(String statement) {
        Follow plan = (Follow) planner.plan(new StatementContext("shop", statement), definitions);
        plan.changes().forEach(change -> {
            known.remove(change.before());
            Optional.ofNullable(change.after()).ifPresent(known::add);
        });
        return plan;
    }

    @Test
    void resolvesReferencedTablesIgnoringCase() {
        follow("CREATE TABLE Parent (id INT PRIMARY KEY)");
        Follow created = follow("CREATE TABLE child (id INT PRIMARY KEY, p INT,"
                + " CONSTRAINT k FOREIGN KEY (p) REFERENCES PARENT (id) ON DELETE CASCADE)");
        assertThat(created.steps())
                .anySatisfy(step -> assertThat(step.sql()).contains("REFERENCES \"shop\".\"parent\""));
        assertThat(created.notes()).isEmpty();
        Follow altered = follow("ALTER TABLE CHILD ADD COLUMN q INT, ADD CONSTRAINT l FOREIGN KEY (q)"
                + " REFERENCES SHOP.pARENT (id) ON DELETE SET NULL");
        assertThat(altered.notes()).isEmpty();
        assertThat(known.get(1).extras().foreignKeys())
                .extracting(ForeignKeyDefinition::referenced)
                .containsOnly(new TableId("shop", "parent"));
    }

    @Test
    void resolvesDatabasesIgnoringCase() {
        follow("CREATE TABLE t (id INT PRIMARY KEY)");
        assertThat(follow("ALTER DATABASE SHOP CHARACTER SET latin1").databases())
                .extracting(DefinitionPlan.DatabaseChange::name)
                .containsExactly("shop");
        Follow dropped = follow("DROP DATABASE Shop");
        assertThat(dropped.steps())
                .anySatisfy(step -> assertThat(step.sql()).contains("DROP TABLE IF EXISTS \"shop\".\"t\""));
        assertThat(known).isEmpty();
    }
}
