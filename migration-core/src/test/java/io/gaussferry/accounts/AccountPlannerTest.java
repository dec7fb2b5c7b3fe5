package io.gaussferry.accounts;

import static io.gaussferry.accounts.AccountsOfSource.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.accounts.GrantScope.Databases;
import io.gaussferry.accounts.GrantScope.Everything;
import io.gaussferry.accounts.GrantScope.Relation;
import io.gaussferry.accounts.RolePlan.Withheld;
import io.gaussferry.model.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One role for each user name; nothing is granted that MySQL would refuse to one of its accounts. */
class AccountPlannerTest {

    private static final GrantScope SHOP = new Databases("shop");

    private final AccountsOfSource source = new AccountsOfSource();

    @Test
    void grantsOnlyTheCommonPrivilegesOfTheAccountsOfOneName() {
        source.account("ada@%")
                .account("ada@localhost")
                .grant("SELECT", SHOP, "ada@%")
                .grant("SELECT", new Relation(new TableId("shop", "item")), "ada@localhost")
                .grant("DELETE", SHOP, "ada@localhost");
        RolePlan role = source.plan().roles().get(0);
        assertThat(granted(source.plan()))
                .containsExactly(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"", "GRANT SELECT ON \"shop\".\"item\" TO \"ada\"");
        assertThat(role.withheld())
                .extracting(withheld -> withheld.grant().sql("ada") + ": " + withheld.reason())
                .containsExactlyInAnyOrder(
                        "GRANT SELECT ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\": not all accounts of this name have it, only ada@%",
                        "GRANT DELETE ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\": not all accounts of this name have it, only"
                                + " ada@localhost");
        assertThat(role.accounts()).hasToString("[ada@%, ada@localhost]");
    }

    @Test
    void unitesThePrivilegesOnRequestAndNamesThem() {
        source.account("ada@%")
                .account("ada@localhost")
                .grant("SELECT", SHOP, "ada@%")
                .grant("DELETE", SHOP, "ada@localhost");
        AccountPlan plan = source.plan(HostPolicy.UNITED);
        assertThat(granted(plan))
                .containsExactlyInAnyOrder(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"",
                        "GRANT SELECT ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\"",
                        "GRANT DELETE ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\"");
        assertThat(plan.roles().get(0).withheld()).isEmpty();
        assertThat(plan.gaps())
                .extracting(Gap::subject)
                .containsExactly("DELETE ON ALL TABLES IN SCHEMA \"shop\"", "SELECT ON ALL TABLES IN SCHEMA \"shop\"");
    }

    @Test
    void grantsDefaultRolesAndWithholdsOthers() {
        source.role("reader@%")
                .role("writer@%")
                .role("empty@%")
                .account("ada@%")
                .grant("SELECT", SHOP, "reader@%")
                .grant("INSERT", SHOP, "writer@%")
                .member("reader@%", "ada@%", true)
                .member("writer@%", "ada@%", false)
                .member("empty@%", "ada@%", true);
        AccountPlan plan = source.plan();
        assertThat(plan.roles()).extracting(RolePlan::name).containsExactly("reader", "writer", "ada");
        assertThat(plan.roles()).extracting(RolePlan::canLogin).containsExactly(false, false, true);
        RolePlan ada = plan.roles().get(2);
        assertThat(ada.grants()).extracting(grant -> grant.sql("ada")).containsExactly("GRANT \"reader\" TO \"ada\"");
        assertThat(ada.withheld())
                .extracting(Withheld::reason)
                .containsExactly("ada@% activates it with SET ROLE; on the target it would always be active");
        assertThat(plan.gaps())
                .extracting(Gap::toString)
                .containsExactly("empty@%: account: not created: it has no privilege on the migrated databases");
    }

    @ParameterizedTest
    @CsvSource({
        "@localhost, SELECT, the anonymous user has no equivalent",
        "gaussferry@%, SELECT, Gaussferry uses an account of this name",
        "web-1@%, SELECT, the target refuses this name of a role: choose another one",
        "root@localhost, SUPER, 'an administrator of the server, who has every privilege: a person decides'",
        "root@localhost, GRANT OPTION, 'an administrator of the server, who has every privilege: a person decides'"
    })
    void namesAccountsThatItDoesNotCreate(String account, String privilege, String reason) {
        source.account(account).grant("SELECT", new Everything(), account).grant(privilege, new Everything(), account);
        AccountPlan plan = source.plan();
        assertThat(plan.roles()).isEmpty();
        assertThat(plan.gaps())
                .extracting(Gap::toString)
                .containsExactly(account + ": account: not created: " + reason);
    }

    @Test
    void ignoresTheServersOwnAccounts() {
        source.account("mysql.sys@localhost").grant("SELECT", new Everything(), "mysql.sys@localhost");
        assertThat(source.plan()).isEqualTo(new AccountPlan(List.of(), List.of()));
    }

    @Test
    void namesPropertiesWithoutAnEquivalent() {
        source.account("ada@%", true, "auth_socket", List.of("max_questions 5"))
                .requiresTls("bob@%")
                .grant("SELECT", SHOP, "ada@%")
                .grant("SELECT", SHOP, "bob@%")
                .proxy("root@", "@")
                .proxy("ada@%", "bob@%")
                .mandatoryRoles("reader");
        AccountPlan plan = source.plan();
        assertThat(plan.gaps())
                .extracting(gap -> gap.account() + ": " + gap.subject())
                .containsExactly(
                        "ada@%: PROXY on bob@%",
                        "ada@%: authentication by auth_socket",
                        "ada@%: locked",
                        "ada@%: max_questions 5",
                        "bob@%: REQUIRE SSL",
                        "bob@%: client certificate",
                        "server: mandatory_roles reader");
        assertThat(plan.roles()).extracting(RolePlan::canLogin).containsExactly(false, true);
        assertThat(plan.roles().get(0).addresses()).isEmpty();
        assertThat(plan.roles().get(1).addresses())
                .extracting(ClientAddress::requiresTls)
                .containsExactly(true);
    }

    @Test
    void givesARoleOfTheSameNameToTheAccountItself() {
        source.role("ada@%")
                .account("ada@localhost")
                .grant("SELECT", SHOP, "ada@%")
                .member("ada@%", "ada@localhost", true);
        assertThat(granted(source.plan()))
                .containsExactly(
                        "GRANT USAGE ON SCHEMA \"shop\" TO \"ada\"",
                        "GRANT SELECT ON ALL TABLES IN SCHEMA \"shop\" TO \"ada\"");
    }
}
