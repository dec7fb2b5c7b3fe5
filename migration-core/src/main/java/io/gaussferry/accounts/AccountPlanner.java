package io.gaussferry.accounts;

import io.gaussferry.accounts.RolePlan.Withheld;
import io.gaussferry.target.RoleRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Plans a role for each user name with privileges on the migrated databases. Grants less rather than more: a privilege that not all accounts
 * of a name have, and a role that MySQL activates on request only, is left to the operator.
 */
final class AccountPlanner {

    private static final Set<String> SYSTEM = Set.of("mysql.sys", "mysql.session", "mysql.infoschema", "mariadb.sys");

    /** Privileges on *.* that an administrator has. */
    private static final Set<String> ADMINISTRATION = Set.of("SUPER", "CREATE USER", SourceGrant.GRANT_OPTION);

    private static final Set<String> PASSWORD_PLUGINS =
            Set.of("", "mysql_native_password", "caching_sha2_password", "sha256_password", "mysql_old_password");

    private static final String SEVERAL_HOSTS = "not all accounts of this name have it, only ";

    private final SourcePrivileges source;
    private final MigratedObjects objects;
    private final RoleRules rules;
    private final HostPolicy policy;
    private final Set<String> reserved;
    private final Set<Gap> gaps = new TreeSet<>();

    /** @param reserved the user names of Gaussferry's own accounts, which get no role */
    AccountPlanner(
            SourcePrivileges source,
            MigratedObjects objects,
            RoleRules rules,
            HostPolicy policy,
            Collection<String> reserved) {
        this.source = source;
        this.objects = objects;
        this.rules = rules;
        this.policy = policy;
        this.reserved = Set.copyOf(reserved);
    }

    AccountPlan plan() {
        PrivilegeMapping privileges = new PrivilegeMapping(rules);
        Map<AccountName, AccountMapping> mappings = new LinkedHashMap<>();
        for (MySqlAccount account : source.accounts()) {
            if (isPlanned(account)) {
                mappings.put(account.name(), new AccountMapping(account.name(), source, objects, privileges));
            }
        }
        Set<AccountName> useful = useful(mappings);
        List<RolePlan> roles = new ArrayList<>();
        byUser(useful).forEach((user, accounts) -> roles.add(role(user, accounts, mappings, useful)));
        mappings.forEach((account, mapping) -> {
            if (useful.contains(account)) {
                gaps.addAll(mapping.gaps());
            } else {
                gap(account.toString(), "account", "not created: it has no privilege on the migrated databases");
            }
        });
        addServer();
        // a role before its members
        roles.sort((one, other) -> Boolean.compare(one.canLogin(), other.canLogin()));
        return new AccountPlan(roles, List.copyOf(gaps));
    }

    private void gap(String account, String subject, String reason) {
        gaps.add(new Gap(account, subject, reason));
    }

    private boolean isPlanned(MySqlAccount account) {
        String user = account.name().user();
        if (SYSTEM.contains(user)) {
            return false;
        }
        String reason = "";
        if (user.isEmpty()) {
            reason = "the anonymous user has no equivalent";
        } else if (reserved.contains(user)) {
            reason = "Gaussferry uses an account of this name";
        } else if (!rules.isName(user)) {
            reason = "the target refuses this name of a role: choose another one";
        } else if (isAdministrator(account.name())) {
            reason = "an administrator of the server, who has every privilege: a person decides";
        }
        if (!reason.isEmpty()) {
            gap(account.name().toString(), "account", "not created: " + reason);
        }
        return reason.isEmpty();
    }

    private boolean isAdministrator(AccountName account) {
        return source.grants().stream()
                .anyMatch(grant -> grant.holder().equals(account)
                        && grant.scope() instanceof GrantScope.Everything
                        && ADMINISTRATION.contains(grant.privilege()));
    }

    /** Returns the accounts with privileges, their own or those of a role. */
    private Set<AccountName> useful(Map<AccountName, AccountMapping> mappings) {
        Set<AccountName> useful = new TreeSet<>();
        mappings.forEach((account, mapping) -> {
            if (!mapping.grants().isEmpty()) {
                useful.add(account);
            }
        });
        boolean grown = true;
        while (grown) {
            grown = false;
            for (RoleMembership membership : source.memberships()) {
                grown |= useful.contains(membership.role())
                        && mappings.containsKey(membership.member())
                        && useful.add(membership.member());
            }
        }
        return useful;
    }

    private static Map<String, List<AccountName>> byUser(Set<AccountName> accounts) {
        return accounts.stream().collect(Collectors.groupingBy(AccountName::user, TreeMap::new, Collectors.toList()));
    }

    private RolePlan role(
            String user,
            List<AccountName> accounts,
            Map<AccountName, AccountMapping> mappings,
            Set<AccountName> useful) {
        Map<AccountName, Set<TargetGrant>> held = new LinkedHashMap<>();
        List<Withheld> withheld = new ArrayList<>();
        for (AccountName account : accounts) {
            Set<TargetGrant> grants = new LinkedHashSet<>();
            AccountMapping mapping = mappings.get(account);
            if (mapping != null) {
                grants.addAll(mapping.grants());
            }
            for (RoleMembership membership : source.memberships()) {
                if (!membership.member().equals(account) || !useful.contains(membership.role())) {
                    continue;
                }
                AccountMapping sameName = mappings.get(membership.role());
                if (membership.role().user().equals(user) && sameName != null) {
                    grants.addAll(sameName.grants());
                    continue;
                }
                TargetGrant grant = new TargetGrant(
                        new GrantObject.Role(membership.role().user()), TargetGrant.MEMBER, membership.isGrantable());
                if (membership.isDefault()) {
                    grants.add(grant);
                } else {
                    withheld.add(new Withheld(
                            grant, account + " activates it with SET ROLE; on the target it would always be active"));
                }
            }
            held.put(account, grants);
        }
        List<TargetGrant> granted = unite(user, held, withheld);
        List<MySqlAccount> described = source.accounts().stream()
                .filter(account -> accounts.contains(account.name()))
                .toList();
        described.forEach(this::addProperties);
        boolean canLogin = described.stream().anyMatch(account -> !account.isRole() && !account.isLocked());
        return new RolePlan(
                user,
                canLogin,
                accounts,
                granted,
                withheld,
                described.stream()
                        .filter(account -> !account.isRole() && !account.isLocked())
                        .map(account -> ClientAddress.of(account.name(), account.requiresTls()))
                        .toList());
    }

    /** Returns the privileges of a role; adds those to the withheld ones that only some of its accounts have. */
    private List<TargetGrant> unite(String user, Map<AccountName, Set<TargetGrant>> held, List<Withheld> withheld) {
        Set<TargetGrant> all = new LinkedHashSet<>();
        held.values().forEach(all::addAll);
        List<TargetGrant> granted = new ArrayList<>();
        Map<TargetGrant, String> holders = new HashMap<>();
        for (TargetGrant grant : all) {
            List<AccountName> having = held.entrySet().stream()
                    .filter(account -> account.getValue().stream().anyMatch(one -> one.covers(grant)))
                    .map(Map.Entry::getKey)
                    .toList();
            if (having.size() < held.size()) {
                holders.put(grant, having.stream().map(AccountName::toString).collect(Collectors.joining(", ")));
            }
            if (policy == HostPolicy.UNITED || having.size() == held.size()) {
                granted.add(grant);
            }
        }
        for (TargetGrant grant : withoutCovered(holders.keySet())) {
            String reason = SEVERAL_HOSTS + holders.get(grant);
            if (policy == HostPolicy.COMMON) {
                withheld.add(new Withheld(grant, reason));
            } else {
                gap(user, grant.description(), "granted to the role, though " + reason);
            }
        }
        return withoutCovered(granted);
    }

    private static List<TargetGrant> withoutCovered(Collection<TargetGrant> grants) {
        return grants.stream()
                .filter(grant -> grants.stream().noneMatch(other -> !other.equals(grant) && other.covers(grant)))
                .toList();
    }

    private void addProperties(MySqlAccount account) {
        String name = account.name().toString();
        account.limits()
                .forEach(limit -> gap(
                        name, limit, "the target limits the sessions of a role only: ALTER ROLE … CONNECTION LIMIT"));
        if (account.requiresCertificate()) {
            gap(name, "client certificate", "pg_hba.conf requires it: cert, or clientcert=1");
        }
        if (account.requiresTls()) {
            gap(name, "REQUIRE SSL", "pg_hba.conf requires it: a line with hostssl, and none with host");
        }
        if (!PASSWORD_PLUGINS.contains(account.plugin()) && !account.isRole()) {
            gap(name, "authentication by " + account.plugin(), "pg_hba.conf decides how a role logs in");
        }
        if (account.isLocked() && !account.isRole()) {
            gap(
                    name,
                    "locked",
                    "pg_hba.conf has no line for it; the role has NOLOGIN if all accounts of the name are locked");
        }
    }

    private void addServer() {
        for (SourcePrivileges.Proxy proxy : source.proxies()) {
            boolean isDefault = proxy.holder().user().equals("root")
                    && proxy.proxied().user().isEmpty();
            if (!isDefault) {
                gap(
                        proxy.holder().toString(),
                        "PROXY on " + proxy.proxied(),
                        "no role acts as another one by its login; GRANT of the role gives its privileges");
            }
        }
        if (!source.mandatoryRoles().isEmpty()) {
            gap(
                    "server",
                    "mandatory_roles " + source.mandatoryRoles(),
                    "no role is granted to every account: grant it to each one");
        }
    }
}
