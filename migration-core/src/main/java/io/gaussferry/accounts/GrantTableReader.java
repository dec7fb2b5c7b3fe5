package io.gaussferry.accounts;

import io.gaussferry.accounts.GrantScope.Column;
import io.gaussferry.accounts.GrantScope.Databases;
import io.gaussferry.accounts.GrantScope.Everything;
import io.gaussferry.accounts.GrantScope.Relation;
import io.gaussferry.accounts.GrantScope.Routine;
import io.gaussferry.accounts.SourcePrivileges.Proxy;
import io.gaussferry.accounts.SourcePrivileges.Restriction;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the grant tables of MySQL 5.7 to 9.x and of MariaDB. Only named columns are read: no password, no hash. Reads the tables rather than
 * {@code information_schema}, which shows a reader without the privilege a part of the grants and no error.
 */
final class GrantTableReader {

    private static final String PRIVILEGE_COLUMN = "_priv";
    private static final List<String> LIMITS =
            List.of("max_questions", "max_updates", "max_connections", "max_user_connections");

    /** Names of columns and of members of SET columns that are not those of the privilege. */
    private static final Map<String, String> NAMES = Map.of(
            "GRANT", SourceGrant.GRANT_OPTION,
            "CREATE TMP TABLE", "CREATE TEMPORARY TABLES",
            "SHOW DB", "SHOW DATABASES",
            "REPL SLAVE", "REPLICATION SLAVE",
            "REPL CLIENT", "REPLICATION CLIENT",
            "DELETE VERSIONING ROWS", "DELETE HISTORY");

    private static final Pattern MARIADB = Pattern.compile("(?i).*mariadb.*");

    private final Connection connection;
    private final boolean isMariaDb;
    private final boolean hasRoles;

    GrantTableReader(Connection connection) throws SQLException {
        this.connection = connection;
        String version = Sql.first(connection, row -> row.getString(1), "SELECT VERSION()")
                .orElseThrow();
        this.isMariaDb = MARIADB.matcher(version).matches();
        this.hasRoles = !isMariaDb && ServerVersion.parse(version).isAtLeast(8, 0, 0);
    }

    /** Returns the content of the grant tables; fails if the account may not read them. */
    SourcePrivileges read() throws SQLException {
        List<RoleMembership> memberships = memberships();
        Set<AccountName> granted =
                memberships.stream().map(RoleMembership::role).collect(Collectors.toSet());
        List<SourceGrant> grants = new ArrayList<>();
        addRows(grants, "user", List.of(), row -> new Everything());
        addRows(grants, "db", List.of("Db"), row -> new Databases(row.getString(3)));
        addDynamic(grants);
        addTables(grants);
        addRoutines(grants);
        return new SourcePrivileges(
                accounts(granted),
                grants,
                restrictions(),
                memberships,
                proxies(),
                variable("mandatory_roles"),
                variable("partial_revokes").equals("ON"));
    }

    private interface ScopeReader {
        GrantScope of(ResultSet row) throws SQLException;
    }

    /** Adds the grants of a table with a column for each privilege. */
    private void addRows(List<SourceGrant> grants, String table, List<String> key, ScopeReader scope)
            throws SQLException {
        List<String> privileges = columns(table).stream()
                .filter(column -> column.toLowerCase(Locale.ROOT).endsWith(PRIVILEGE_COLUMN))
                .toList();
        List<String> read = new ArrayList<>(List.of("User", "Host"));
        read.addAll(key);
        int first = read.size() + 1;
        read.addAll(privileges);
        Sql.each(
                connection,
                row -> {
                    Set<String> held = new LinkedHashSet<>();
                    for (int i = 0; i < privileges.size(); i++) {
                        if ("Y".equals(row.getString(first + i))) {
                            held.add(ofColumn(privileges.get(i)));
                        }
                    }
                    add(grants, holder(row), scope.of(row), held);
                },
                select(read, table));
    }

    private static void add(List<SourceGrant> grants, AccountName holder, GrantScope scope, Set<String> privileges) {
        boolean isGrantable = privileges.contains(SourceGrant.GRANT_OPTION);
        for (String privilege : privileges) {
            grants.add(new SourceGrant(holder, scope, privilege, isGrantable));
        }
    }

    private void addDynamic(List<SourceGrant> grants) throws SQLException {
        if (!hasRoles) {
            return;
        }
        Sql.each(
                connection,
                row -> grants.add(
                        new SourceGrant(holder(row), new Everything(), row.getString(3), "Y".equals(row.getString(4)))),
                "SELECT USER, HOST, PRIV, WITH_GRANT_OPTION FROM mysql.global_grants");
    }

    private void addTables(List<SourceGrant> grants) throws SQLException {
        Set<String> grantable = new HashSet<>();
        Sql.each(
                connection,
                row -> {
                    TableId table = new TableId(row.getString(3), row.getString(4));
                    Set<String> held = ofSet(row.getString(5));
                    if (held.contains(SourceGrant.GRANT_OPTION)) {
                        grantable.add(holder(row) + " " + table);
                    }
                    add(grants, holder(row), new Relation(table), held);
                },
                "SELECT User, Host, Db, Table_name, Table_priv FROM mysql.tables_priv");
        Sql.each(
                connection,
                row -> {
                    TableId table = new TableId(row.getString(3), row.getString(4));
                    for (String privilege : ofSet(row.getString(6))) {
                        grants.add(new SourceGrant(
                                holder(row),
                                new Column(table, row.getString(5)),
                                privilege,
                                grantable.contains(holder(row) + " " + table)));
                    }
                },
                "SELECT User, Host, Db, Table_name, Column_name, Column_priv FROM mysql.columns_priv");
    }

    private void addRoutines(List<SourceGrant> grants) throws SQLException {
        Sql.each(
                connection,
                row -> add(
                        grants,
                        holder(row),
                        new Routine(new TableId(row.getString(3), row.getString(4))),
                        ofSet(row.getString(5))),
                "SELECT User, Host, Db, Routine_name, Proc_priv FROM mysql.procs_priv");
    }

    private List<MySqlAccount> accounts(Set<AccountName> granted) throws SQLException {
        List<String> read = new ArrayList<>(List.of("User", "Host"));
        Set<String> present = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        present.addAll(columns("user"));
        for (String column : List.of("account_locked", "password_expired", "is_role", "plugin", "ssl_type")) {
            read.add(present.contains(column) ? column : "NULL");
        }
        LIMITS.forEach(limit -> read.add(present.contains(limit) ? limit : "0"));
        return Sql.list(
                connection,
                row -> {
                    boolean isLocked = "Y".equals(row.getString(3));
                    // CREATE ROLE of MySQL leaves an account that is locked and whose password has expired
                    boolean isRole = "Y".equals(row.getString(5))
                            || isLocked && ("Y".equals(row.getString(4)) || granted.contains(holder(row)));
                    String tls = text(row, 7);
                    List<String> limits = new ArrayList<>();
                    for (int i = 0; i < LIMITS.size(); i++) {
                        if (row.getLong(8 + i) > 0) {
                            limits.add(LIMITS.get(i) + " " + row.getLong(8 + i));
                        }
                    }
                    return new MySqlAccount(
                            holder(row),
                            isRole,
                            isLocked,
                            text(row, 6),
                            !tls.isEmpty(),
                            tls.equals("X509") || tls.equals("SPECIFIED"),
                            limits);
                },
                select(read, "user"));
    }

    private List<Restriction> restrictions() throws SQLException {
        if (columns("user").stream().noneMatch("User_attributes"::equalsIgnoreCase)) {
            return List.of();
        }
        return Sql.list(
                connection,
                row -> new Restriction(holder(row), row.getString(3), row.getString(4)),
                "SELECT u.User, u.Host, r.db, r.privilege FROM mysql.user u, JSON_TABLE(u.User_attributes, '$.Restrictions[*]'"
                        + " COLUMNS (db VARCHAR(64) PATH '$.Database', NESTED PATH '$.Privileges[*]'"
                        + " COLUMNS (privilege VARCHAR(64) PATH '$'))) r");
    }

    private List<RoleMembership> memberships() throws SQLException {
        if (hasRoles) {
            boolean allActive = variable("activate_all_roles_on_login").equals("ON");
            return Sql.list(
                    connection,
                    row -> new RoleMembership(
                            holder(row),
                            new AccountName(row.getString(3), row.getString(4)),
                            "Y".equals(row.getString(5)),
                            allActive || row.getString(6) != null),
                    "SELECT e.FROM_USER, e.FROM_HOST, e.TO_USER, e.TO_HOST, e.WITH_ADMIN_OPTION, d.DEFAULT_ROLE_USER"
                            + " FROM mysql.role_edges e LEFT JOIN mysql.default_roles d ON d.USER = e.TO_USER"
                            + " AND d.HOST = e.TO_HOST AND d.DEFAULT_ROLE_USER = e.FROM_USER"
                            + " AND d.DEFAULT_ROLE_HOST = e.FROM_HOST");
        }
        if (!isMariaDb) {
            return List.of();
        }
        // MariaDB: a role has no host, and an account one default role
        return Sql.list(
                connection,
                row -> new RoleMembership(
                        new AccountName(row.getString(3), ""),
                        holder(row),
                        "Y".equals(row.getString(4)),
                        row.getString(3).equals(row.getString(5))),
                "SELECT m.User, m.Host, m.Role, m.Admin_option, u.default_role FROM mysql.roles_mapping m"
                        + " LEFT JOIN mysql.user u ON u.User = m.User AND u.Host = m.Host");
    }

    private List<Proxy> proxies() throws SQLException {
        return Sql.list(
                connection,
                row -> new Proxy(holder(row), new AccountName(row.getString(3), row.getString(4))),
                "SELECT User, Host, Proxied_user, Proxied_host FROM mysql.proxies_priv");
    }

    /** Returns a global variable; empty if this version does not have it. */
    private String variable(String name) throws SQLException {
        return Sql.first(connection, row -> text(row, 2), "SHOW GLOBAL VARIABLES LIKE '" + name + "'")
                .orElse("");
    }

    /** Returns the columns of a grant table. Reads no row, and fails if the account may not read all of them. */
    private List<String> columns(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM mysql." + table + " WHERE FALSE")) {
            ResultSetMetaData described = none.getMetaData();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= described.getColumnCount(); i++) {
                names.add(described.getColumnName(i));
            }
            return names;
        }
    }

    private static String select(List<String> columns, String table) {
        return columns.stream()
                .map(column -> column.equals("NULL") || column.equals("0") ? column : Identifiers.quoteSource(column))
                .collect(Collectors.joining(", ", "SELECT ", " FROM mysql." + Identifiers.quoteSource(table)));
    }

    private static AccountName holder(ResultSet row) throws SQLException {
        return new AccountName(text(row, 1), text(row, 2));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }

    /** Returns the privilege of a column such as {@code Create_view_priv}. */
    static String ofColumn(String column) {
        return name(
                column.substring(0, column.length() - PRIVILEGE_COLUMN.length()).replace('_', ' '));
    }

    /** Returns the privileges of a SET value such as {@code Select,Create View}. */
    static Set<String> ofSet(String members) {
        return Arrays.stream(members.split(","))
                .filter(member -> !member.isEmpty())
                .map(GrantTableReader::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String name(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        return NAMES.getOrDefault(upper, upper);
    }
}
