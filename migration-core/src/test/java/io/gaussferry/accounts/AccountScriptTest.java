package io.gaussferry.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.accounts.GrantScope.Column;
import io.gaussferry.accounts.GrantScope.Databases;
import io.gaussferry.accounts.GrantScope.Relation;
import io.gaussferry.accounts.GrantScope.Routine;
import io.gaussferry.model.TableId;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statements of the script. AccountsIT executes scripts. */
class AccountScriptTest {

    private static final GrantScope SHOP = new Databases("shop");

    private final AccountsOfSource source = new AccountsOfSource().account("ada@10.1.%");

    private String script() {
        return new AccountScript(
                        source.plan(), AccountsOfSource.objects(), AccountsOfSource.RULES, "night", "ferry", "gf")
                .text();
    }

    @Test
    void createsRolesWithoutPasswords() {
        source.grant("SELECT", SHOP, "ada@10.1.%");
        assertThat(script())
                .contains(
                        "IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'ada') THEN\n"
                                + "    CREATE ROLE \"ada\" LOGIN PASSWORD DISABLE;",
                        "-- ALTER ROLE \"ada\" PASSWORD '<choose one>';",
                        "-- host    \"gf\" \"ada\" 10.1.0.0/16 sha256");
    }

    @Test
    void joinsPrivilegesOnOneObject() {
        TableId item = new TableId("shop", "item");
        source.grant("SELECT", new Relation(item), "ada@10.1.%")
                .grant("DELETE", new Relation(item), "ada@10.1.%")
                .grant("UPDATE", new Column(item, "name"), "ada@10.1.%")
                .grant("UPDATE", new Column(item, "price"), "ada@10.1.%");
        assertThat(script())
                .contains("\nGRANT SELECT, DELETE, UPDATE (\"name\", \"price\") ON \"shop\".\"item\" TO \"ada\";\n");
    }

    @Test
    void grantsOnFutureTablesAndTheirSequences() {
        source.grant("INSERT", SHOP, "ada@10.1.%");
        assertThat(script())
                .contains(
                        "\nALTER DEFAULT PRIVILEGES FOR ROLE \"ferry\" IN SCHEMA \"shop\" GRANT INSERT ON TABLES TO \"ada\";\n",
                        "\nALTER DEFAULT PRIVILEGES FOR ROLE \"ferry\" IN SCHEMA \"shop\" GRANT USAGE ON SEQUENCES TO \"ada\";\n",
                        "SELECT 'INSERT' AS held, 'USAGE' AS needed");
    }

    @Test
    void grantsOnViewsAndRoutinesIfTheyExist() {
        source.grant("SELECT", new Relation(new TableId("shop", "dear")), "ada@10.1.%")
                .grantable("EXECUTE", new Routine(new TableId("shop", "price_of")), "ada@10.1.%");
        assertThat(script())
                .contains(
                        "c.relname = 'dear') THEN\n    GRANT SELECT ON \"shop\".\"dear\" TO \"ada\";",
                        "('shop', 'price_of')) LOOP\n"
                                + "    EXECUTE concat('REVOKE EXECUTE ON ', 'FUNCTION', ' ', routine.signature, ' FROM PUBLIC');\n"
                                + "    EXECUTE concat('GRANT EXECUTE ON ', 'FUNCTION', ' ', routine.signature, ' TO \"ada\" WITH GRANT OPTION');\n");
    }

    @Test
    void hasNoWordThatPreventsTheDriverFromDividingIt() {
        source.grant("INSERT", SHOP, "ada@10.1.%");
        assertThat(script()).contains("DECLARE", "FUNCTION").doesNotContainPattern("(?i)\\s(declare|function)\\s");
    }

    @Test
    void takesRoutinesFromPublicThatNoRoleMayExecute() {
        source.grant("SELECT", SHOP, "ada@10.1.%");
        assertThat(script()).contains("REVOKE EXECUTE ON ").doesNotContain("GRANT EXECUTE");
    }

    @Test
    void keepsALineBreakInANameWithinItsComment() {
        source.account("eve\nDROP TABLE x; --@%").grant("SELECT", SHOP, "eve\nDROP TABLE x; --@%");
        assertThat(script()).contains("-- eve?DROP TABLE x; --@%: account: not created");
    }

    @ParameterizedTest
    @CsvSource({
        "Create_tmp_table_priv, CREATE TEMPORARY TABLES",
        "Grant_priv, GRANT OPTION",
        "Repl_slave_priv, REPLICATION SLAVE",
        "Show_db_priv, SHOW DATABASES",
        "Create_view_priv, CREATE VIEW",
        "Super_priv, SUPER"
    })
    void readsTheNamesOfColumns(String column, String privilege) {
        assertThat(GrantTableReader.ofColumn(column)).isEqualTo(privilege);
    }

    @Test
    void readsSets() {
        assertThat(GrantTableReader.ofSet("Select,Create View,Grant"))
                .isEqualTo(Set.of("SELECT", "CREATE VIEW", "GRANT OPTION"));
        assertThat(GrantTableReader.ofSet("")).isEmpty();
    }
}
