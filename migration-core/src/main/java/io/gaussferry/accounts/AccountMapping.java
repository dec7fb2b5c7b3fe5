package io.gaussferry.accounts;

import io.gaussferry.accounts.GrantScope.Column;
import io.gaussferry.accounts.GrantScope.Databases;
import io.gaussferry.accounts.GrantScope.Everything;
import io.gaussferry.accounts.GrantScope.Relation;
import io.gaussferry.accounts.GrantScope.Routine;
import io.gaussferry.accounts.MigratedObjects.Kind;
import io.gaussferry.accounts.SourcePrivileges.Restriction;
import io.gaussferry.model.NamePattern;
import io.gaussferry.model.TableId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Maps the privileges of one account on the migrated databases. Not thread-safe. */
final class AccountMapping {

    private final AccountName account;
    private final SourcePrivileges source;
    private final MigratedObjects objects;
    private final PrivilegeMapping mapping;
    private final Set<TargetGrant> grants = new LinkedHashSet<>();

    /** The privileges of MySQL that the target does not have like that, and where, by privilege and reason. */
    private final Map<Missing, Set<String>> missing = new LinkedHashMap<>();

    private final Set<Gap> gaps = new TreeSet<>();

    private record Missing(String privilege, String reason) {}

    AccountMapping(AccountName account, SourcePrivileges source, MigratedObjects objects, PrivilegeMapping mapping) {
        this.account = account;
        this.source = source;
        this.objects = objects;
        this.mapping = mapping;
        mapServer();
        objects.databases().forEach(this::mapDatabase);
        mapObjects();
        missing.forEach((what, scopes) -> gap(what.privilege() + " on " + String.join(", ", scopes), what.reason()));
    }

    /** Returns the privileges of the account on the target. */
    Set<TargetGrant> grants() {
        return grants;
    }

    /** Returns the privileges without an equivalent. */
    Set<Gap> gaps() {
        return gaps;
    }

    private void gap(String subject, String reason) {
        gaps.add(new Gap(account.toString(), subject, reason));
    }

    /** Privileges that are about the server. */
    private void mapServer() {
        Set<String> global = held(new Everything()).stream()
                .map(SourceGrant::privilege)
                .filter(privilege -> !privilege.equals(SourceGrant.GRANT_OPTION))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> administrative = global.stream()
                .filter(privilege -> !PrivilegeMapping.isOfDatabase(privilege))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!administrative.isEmpty()) {
            gap(
                    String.join(", ", administrative) + " on *.*",
                    "administration of the server: attributes of roles on the target, which a person decides");
        }
        if (global.size() > administrative.size()) {
            gap(
                    "privileges on *.*",
                    "granted on the schemas of this migration only; databases that are created later need grants of their own");
        }
    }

    private List<SourceGrant> held(GrantScope scope) {
        return source.grants().stream()
                .filter(grant -> grant.holder().equals(account) && grant.scope().equals(scope))
                .toList();
    }

    /** Maps the global privileges and those on a database, which add up. */
    private void mapDatabase(String database) {
        Map<String, Boolean> privileges = new TreeMap<>();
        Set<String> restricted = source.restrictions().stream()
                .filter(restriction -> restriction.holder().equals(account)
                        && restriction.database().equals(database))
                .map(Restriction::privilege)
                .collect(Collectors.toSet());
        for (SourceGrant grant : held(new Everything())) {
            if (PrivilegeMapping.isOfDatabase(grant.privilege()) && !restricted.contains(grant.privilege())) {
                privileges.merge(
                        grant.privilege(),
                        grant.isGrantable() && !restricted.contains(SourceGrant.GRANT_OPTION),
                        Boolean::logicalOr);
            }
        }
        patternOf(database)
                .ifPresent(pattern -> held(new Databases(pattern)).forEach(grant -> {
                    if (PrivilegeMapping.isOfDatabase(grant.privilege())) {
                        privileges.merge(grant.privilege(), grant.isGrantable(), Boolean::logicalOr);
                    }
                }));
        privileges.forEach((privilege, isGrantable) -> {
            switch (privilege) {
                case "EXECUTE" -> grantRoutines(database, isGrantable);
                case "CREATE", "CREATE VIEW", "CREATE ROUTINE" ->
                    grantSchemas(database, privilege, privileges.keySet(), isGrantable);
                default -> grantTables(database, privilege, isGrantable);
            }
        });
    }

    /**
     * Returns the account's pattern that decides on a database: MySQL uses the one whose first wildcard is last, and only that.
     */
    private Optional<String> patternOf(String database) {
        return source.grants().stream()
                .filter(grant -> grant.holder().equals(account))
                .map(SourceGrant::scope)
                .filter(Databases.class::isInstance)
                .map(scope -> ((Databases) scope).pattern())
                .distinct()
                .filter(pattern -> pattern(pattern).matches(database))
                .max((one, other) -> Integer.compare(literalLength(one), literalLength(other)));
    }

    private NamePattern pattern(String written) {
        return source.hasLiteralDatabases()
                ? NamePattern.exactly(written.replace("\\", ""))
                : NamePattern.like(written);
    }

    /** Returns the number of characters before the first wildcard; the largest number if there is none. */
    private int literalLength(String written) {
        if (source.hasLiteralDatabases()) {
            return Integer.MAX_VALUE;
        }
        for (int i = 0; i < written.length(); i++) {
            char character = written.charAt(i);
            if (character == '\\') {
                i++;
            } else if (character == '%' || character == '_') {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    private void grantTables(String database, String privilege, boolean isGrantable) {
        Equivalent equivalent = mapping.onTables(privilege);
        note(privilege, equivalent, database + ".*");
        Set<String> own = objects.ownSchemas(database);
        for (String granted : equivalent.privileges()) {
            own.forEach(schema -> grant(new GrantObject.TablesOf(schema), granted, isGrantable));
            for (TableId relation : objects.relations(database)) {
                if (!own.contains(objects.targetOf(relation).schema())) {
                    grant(relation(relation), granted, isGrantable);
                    note(
                            "future tables",
                            Equivalent.none(
                                    "their schema " + objects.targetOf(relation).schema()
                                            + " has tables of several databases, so each table has its own grant"),
                            database + ".*");
                }
            }
        }
    }

    private GrantObject relation(TableId name) {
        return new GrantObject.Relation(objects.targetOf(name), isView(name));
    }

    private boolean isView(TableId name) {
        return objects.kind(name).filter(Kind.VIEW::equals).isPresent();
    }

    private void grantSchemas(String database, String privilege, Set<String> held, boolean isGrantable) {
        Equivalent equivalent = mapping.onSchema(privilege, held);
        note(privilege, equivalent, database + ".*");
        for (String granted : equivalent.privileges()) {
            Set<String> own = objects.ownSchemas(database);
            own.forEach(schema -> grant(new GrantObject.Schema(schema), granted, isGrantable));
            if (own.isEmpty()) {
                note(
                        privilege,
                        Equivalent.none("its schema on the target has tables of several databases"),
                        database + ".*");
            }
        }
    }

    private void grantRoutines(String database, boolean isGrantable) {
        objects.ownSchemas(database)
                .forEach(schema -> grant(new GrantObject.RoutinesOf(schema), "EXECUTE", isGrantable));
        for (TableId routine : objects.routines(database)) {
            grant(new GrantObject.Routine(objects.targetOf(routine)), "EXECUTE", isGrantable);
        }
    }

    /** Maps privileges on single tables, columns and routines. */
    private void mapObjects() {
        for (SourceGrant grant : source.grants()) {
            if (!grant.holder().equals(account) || grant.privilege().equals(SourceGrant.GRANT_OPTION)) {
                continue;
            }
            if (grant.scope() instanceof Relation relation) {
                mapRelation(grant, relation.name(), relation(relation.name()));
            } else if (grant.scope() instanceof Column column) {
                TableId name = column.relation();
                mapRelation(grant, name, new GrantObject.Column(objects.targetOf(name), column.name(), isView(name)));
            } else if (grant.scope() instanceof Routine routine) {
                mapRoutine(grant, routine.name());
            }
        }
    }

    private void mapRelation(SourceGrant grant, TableId name, GrantObject object) {
        if (objects.kind(name).isEmpty()) {
            if (objects.databases().contains(name.schema())) {
                note(
                        grant.privilege(),
                        Equivalent.none("the table does not exist, or is not migrated"),
                        grant.scope().text());
            }
            return;
        }
        Equivalent equivalent = mapping.onTables(grant.privilege());
        note(grant.privilege(), equivalent, grant.scope().text());
        equivalent.privileges().forEach(privilege -> grant(object, privilege, grant.isGrantable()));
    }

    private void mapRoutine(SourceGrant grant, TableId name) {
        if (!objects.databases().contains(name.schema())) {
            return;
        }
        if (!objects.hasRoutine(name)) {
            note(
                    grant.privilege(),
                    Equivalent.none("the routine does not exist"),
                    grant.scope().text());
        } else if (grant.privilege().equals("EXECUTE")) {
            grant(new GrantObject.Routine(objects.targetOf(name)), "EXECUTE", grant.isGrantable());
        } else {
            note(
                    grant.privilege(),
                    mapping.onTables(grant.privilege()),
                    grant.scope().text());
        }
    }

    private void note(String privilege, Equivalent equivalent, String scope) {
        if (!equivalent.gap().isEmpty()) {
            missing.computeIfAbsent(new Missing(privilege, equivalent.gap()), unused -> new LinkedHashSet<>())
                    .add(scope);
        }
    }

    private void grant(GrantObject object, String privilege, boolean isGrantable) {
        object.usedSchema()
                .ifPresent(schema -> grants.add(new TargetGrant(new GrantObject.Schema(schema), "USAGE", false)));
        grants.add(new TargetGrant(object, privilege, isGrantable));
    }
}
