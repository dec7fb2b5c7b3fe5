package io.gaussferry.accounts;

import static io.gaussferry.accounts.AccountsOfSource.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.accounts.GrantScope.Column;
import io.gaussferry.accounts.GrantScope.Databases;
import io.gaussferry.accounts.GrantScope.Everything;
import io.gaussferry.accounts.GrantScope.Relation;
import io.gaussferry.accounts.GrantScope.Routine;
import io.gaussferry.accounts.MigratedObjects.Kind;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The privileges of one account on the target: those of MySQL on the migrated databases, and none more. */
class AccountMappingTest {

    private static final GrantScope SHOP = new Databases("shop");
    private static final TableId ITEM = new TableId("shop", "item");

    private final AccountsOfSource source = new AccountsOfSource().account("ada@%");

    @Test
    void grantsPrivilegesOnADatabaseOnItsSchema() {
        source.grant("SELECT", SHOP, "ada@%").grantable("DROP", SHOP, "ada@%");
        assertThat(granted(source.plan()))
                .containsExactlyInAnyOrder(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"",
                        "GRANT SELECT ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\"",
                        "GRANT DROP ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\" WITH GRANT OPTION",
                        "GRANT TRUNCATE ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\" WITH GRANT OPTION");
        assertThat(source.plan().gaps()).isEmpty();
    }

    @Test
    void grantsPrivilegesOnObjects() {
        source.grant("INSERT", new Relation(ITEM), "ada@%")
                .grant("SELECT", new Column(ITEM, "name"), "ada@%")
                .grant("SELECT", new Relation(new TableId("shop", "dear")), "ada@%")
                .grant("EXECUTE", new Routine(new TableId("shop", "price_of")), "ada@%");
        assertThat(granted(source.plan()))
                .containsExactlyInAnyOrder(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"",
                        "GRANT INSERT ON \"shop\".\"item\" TO \"ada\"",
                        "GRANT SELECT (\"name\") ON \"shop\".\"item\" TO \"ada\"",
                        "GRANT SELECT ON \"shop\".\"dear\" TO \"ada\"",
                        "GRANT EXECUTE ON FUNCTION \"shop\".\"price_of\"(…) TO \"ada\"");
    }

    @Test
    void namesGrantsOnMissingObjects() {
        source.grant("SELECT", SHOP, "ada@%")
                .grant("INSERT", new Relation(new TableId("shop", "gone")), "ada@%")
                .grant("EXECUTE", new Routine(new TableId("shop", "gone")), "ada@%")
                .grant("CREATE", new Relation(ITEM), "ada@%")
                .grant("ALTER ROUTINE", new Routine(new TableId("shop", "price_of")), "ada@%");
        assertThat(source.plan().gaps())
                .extracting(Gap::subject)
                .containsExactly(
                        "ALTER ROUTINE on routine shop.price_of",
                        "CREATE on shop.item",
                        "EXECUTE on routine shop.gone",
                        "INSERT on shop.gone");
    }

    @Test
    void usesOnlyTheMostSpecificPatternOfADatabase() {
        source.grant("SELECT", new Databases("app%"), "ada@%")
                .grant("INSERT", new Databases("app\\_%"), "ada@%")
                .grant("DELETE", new Databases("a%"), "ada@%");
        assertThat(granted(source.plan()))
                .containsExactlyInAnyOrder(
                        "GRANT USAGE ON SCHEMA \"app_1\" TO \"ada\"",
                        "GRANT INSERT ON ALL TABLES IN SCHEMA \"app_1\" TO \"ada\"");
    }

    @Test
    void readsPatternsLiterallyWithPartialRevokes() {
        source.grant("SELECT", new Databases("app%"), "ada@%")
                .grant("INSERT", new Databases("app_1"), "ada@%")
                .literalDatabases();
        assertThat(granted(source.plan()))
                .containsExactlyInAnyOrder(
                        "GRANT USAGE ON SCHEMA \"app_1\" TO \"ada\"",
                        "GRANT INSERT ON ALL TABLES IN SCHEMA \"app_1\" TO \"ada\"");
    }

    @Test
    void grantsGlobalPrivilegesOnEachSchemaButThoseThatAreRevokedThere() {
        source.grant("SELECT", new Everything(), "ada@%")
                .grant("DELETE", new Everything(), "ada@%")
                .grant("PROCESS", new Everything(), "ada@%")
                .revoke("DELETE", "app_1", "ada@%");
        assertThat(granted(source.plan()))
                .containsExactlyInAnyOrder(
                        "GRANT USAGE ON SCHEMA \"app_1\" TO \"ada\"",
                        "GRANT SELECT ON ALL TABLES IN SCHEMA \"app_1\" TO \"ada\"",
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"",
                        "GRANT DELETE ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\"",
                        "GRANT SELECT ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\"");
        assertThat(source.plan().gaps())
                .extracting(Gap::subject)
                .containsExactly("PROCESS on *.*", "privileges on *.*");
    }

    @Test
    void grantsCreateOnTheSchemaAndNamesTheRightsThatItAdds() {
        source.grant("CREATE", SHOP, "ada@%").grant("CREATE VIEW", SHOP, "ada@%");
        assertThat(granted(source.plan()))
                .containsExactlyInAnyOrder(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"", "GRANT CREATE ON SCHEMA \"shop\" TO \"ada\"");
        assertThat(source.plan().gaps()).extracting(Gap::subject).containsExactly("CREATE on shop.*");
    }

    @Test
    void grantsNoCreateForViewsAlone() {
        source.grant("SELECT", SHOP, "ada@%").grant("CREATE VIEW", SHOP, "ada@%");
        assertThat(granted(source.plan())).noneMatch(sql -> sql.contains("CREATE"));
        assertThat(source.plan().gaps()).extracting(Gap::subject).containsExactly("CREATE VIEW on shop.*");
    }

    @Test
    void grantsPresentAndFutureRoutines() {
        source.grant("EXECUTE", SHOP, "ada@%");
        assertThat(granted(source.plan()))
                .containsExactly(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"",
                        "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA \"shop\" TO \"ada\"");
    }

    @Test
    void grantsEachTableWhereDatabasesShareASchema() {
        TableRenames merged = new TableRenames(List.of(TableRename.parse("app_1.*", "shop.$1")));
        MigratedObjects objects = new MigratedObjects(
                Map.of(ITEM, Kind.TABLE, new TableId("app_1", "user"), Kind.TABLE), Set.of(), merged);
        SourcePrivileges privileges = source.grant("SELECT", SHOP, "ada@%")
                .grant("CREATE", SHOP, "ada@%")
                .privileges();
        AccountPlan plan =
                new AccountPlanner(privileges, objects, AccountsOfSource.RULES, HostPolicy.COMMON, List.of()).plan();
        assertThat(granted(plan))
                .containsExactly(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"", "GRANT SELECT ON \"shop\".\"item\" TO \"ada\"");
        assertThat(plan.gaps()).extracting(Gap::subject).contains("CREATE on shop.*", "future tables on shop.*");
    }
}
