package io.gaussferry.accounts;

import io.gaussferry.accounts.MigratedObjects.Kind;
import io.gaussferry.accounts.SourcePrivileges.Proxy;
import io.gaussferry.accounts.SourcePrivileges.Restriction;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.target.RoleRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Builds the content of grant tables, for a migration of databases {@code shop} and {@code app_1}. */
final class AccountsOfSource {

    static final RoleRules RULES = new RoleRules(
            " PASSWORD DISABLE",
            Pattern.compile("[a-z_]+"),
            Set.of("ALTER", "DROP", "INDEX"),
            Map.of("INSERT", "USAGE"),
            "FUNCTION",
            "sha256");

    private final List<MySqlAccount> accounts = new ArrayList<>();
    private final List<SourceGrant> grants = new ArrayList<>();
    private final List<Restriction> restrictions = new ArrayList<>();
    private final List<RoleMembership> memberships = new ArrayList<>();
    private final List<Proxy> proxies = new ArrayList<>();
    private String mandatoryRoles = "";
    private boolean hasLiteralDatabases;

    /** Adds an account without any property. */
    AccountsOfSource account(String name) {
        return account(name, false, "", List.of());
    }

    AccountsOfSource account(String name, boolean isLocked, String plugin, List<String> limits) {
        accounts.add(new MySqlAccount(name(name), false, isLocked, plugin, false, false, limits));
        return this;
    }

    AccountsOfSource requiresTls(String name) {
        accounts.add(new MySqlAccount(name(name), false, false, "", true, true, List.of()));
        return this;
    }

    AccountsOfSource role(String name) {
        accounts.add(new MySqlAccount(name(name), true, true, "", false, false, List.of()));
        return this;
    }

    AccountsOfSource grant(String privilege, GrantScope scope, String holder) {
        grants.add(new SourceGrant(name(holder), scope, privilege, false));
        return this;
    }

    AccountsOfSource grantable(String privilege, GrantScope scope, String holder) {
        grants.add(new SourceGrant(name(holder), scope, privilege, true));
        return this;
    }

    AccountsOfSource revoke(String privilege, String database, String holder) {
        restrictions.add(new Restriction(name(holder), database, privilege));
        return this;
    }

    AccountsOfSource member(String role, String member, boolean isDefault) {
        memberships.add(new RoleMembership(name(role), name(member), false, isDefault));
        return this;
    }

    AccountsOfSource proxy(String holder, String proxied) {
        proxies.add(new Proxy(name(holder), name(proxied)));
        return this;
    }

    AccountsOfSource mandatoryRoles(String roles) {
        mandatoryRoles = roles;
        return this;
    }

    AccountsOfSource literalDatabases() {
        hasLiteralDatabases = true;
        return this;
    }

    SourcePrivileges privileges() {
        return new SourcePrivileges(
                accounts, grants, restrictions, memberships, proxies, mandatoryRoles, hasLiteralDatabases);
    }

    AccountPlan plan(HostPolicy policy) {
        return new AccountPlanner(privileges(), objects(), RULES, policy, List.of("gaussferry")).plan();
    }

    AccountPlan plan() {
        return plan(HostPolicy.COMMON);
    }

    static MigratedObjects objects() {
        return new MigratedObjects(
                Map.of(
                        new TableId("shop", "item"), Kind.TABLE,
                        new TableId("shop", "dear"), Kind.VIEW,
                        new TableId("app_1", "user"), Kind.TABLE),
                Set.of(new TableId("shop", "price_of")),
                TableRenames.NONE);
    }

    static AccountName name(String text) {
        int at = text.lastIndexOf('@');
        return new AccountName(text.substring(0, at), text.substring(at + 1));
    }

    /** Returns the privileges of the only role, as statements. */
    static List<String> granted(AccountPlan plan) {
        return plan.roles().stream()
                .flatMap(role -> role.grants().stream().map(grant -> grant.sql(role.name())))
                .toList();
    }
}
