package io.gaussferry.preflight.mysql;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableFilter;
import io.gaussferry.model.TablePattern;
import io.gaussferry.model.TableRename;
import io.gaussferry.model.TableRenames;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The source's settings, account and table patterns: each wrong one stops a migration, or lets it lose changes. */
class SourceChecksTest {

    /** A server on which the check finds nothing. */
    private static final Map<String, String> GOOD = Map.ofEntries(
            Map.entry("log_bin", "ON"),
            Map.entry("binlog_format", "ROW"),
            Map.entry("binlog_error_action", "ABORT_SERVER"),
            Map.entry("binlog_row_image", "FULL"),
            Map.entry("binlog_row_metadata", "FULL"),
            Map.entry("binlog_order_commits", "ON"),
            Map.entry("binlog_expire_logs_seconds", "2592000"),
            Map.entry("server_id", "1"),
            Map.entry("gtid_mode", "ON"),
            Map.entry("enforce_gtid_consistency", "ON"),
            Map.entry("log_replica_updates", "ON"),
            Map.entry("lower_case_table_names", "0"),
            Map.entry("sql_mode", "STRICT_TRANS_TABLES"),
            Map.entry("max_allowed_packet", "67108864"),
            Map.entry("sync_binlog", "1"),
            Map.entry("innodb_flush_log_at_trx_commit", "1"));

    private static final String GLOBAL =
            "GRANT SELECT, RELOAD, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO `m`@`%`";

    private final ScriptedConnection source = new ScriptedConnection();
    private String version = "8.0.33";
    private List<String> schemas = List.of("shop");
    private TableFilter tables = TableFilter.ALL;
    private TableRenames renames = TableRenames.NONE;
    private String url = "jdbc:mysql://localhost:3306";

    private List<Finding> run(Map<String, String> variables, Function<SourceServer, Check> check) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        variables.forEach((name, value) -> rows.add(row(name, value)));
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<@Nullable Object>[] array = rows.toArray(new List[0]);
        source.answer("SELECT VERSION()", row(version))
                .answer("SELECT VERSION(), @@version_comment", row(version, "", "/usr/"))
                .answer("FROM information_schema.schemata", row("mysql"), row("shop"), row("other"));
        ScriptedConnection server = source;
        if (!variables.isEmpty()) {
            server.answer("SHOW GLOBAL VARIABLES", array).answer("SHOW GLOBAL VARIABLES LIKE 'aurora");
        }
        SourceSettings settings = new SourceSettings(
                url, "m", "", schemas, tables, renames, 4711, 1 << 20, 1 << 20, SourceTimeouts.DEFAULT);
        Findings findings = new Findings();
        check.apply(SourceServer.of(server.connection(), settings)).run(findings);
        return findings.list();
    }

    private List<FindingCode> settings(String... changes) throws SQLException {
        Map<String, String> variables = new TreeMap<>(GOOD);
        for (String change : changes) {
            String[] parts = change.split("=", 2);
            if (parts.length == 2) {
                variables.put(parts[0], parts[1]);
            } else {
                variables.remove(parts[0]);
            }
        }
        return run(variables, SourceSettingsCheck::new).stream()
                .map(Finding::code)
                .toList();
    }

    @Test
    void acceptsSuitableServer() throws SQLException {
        assertThat(settings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            log_bin=OFF                          | SOURCE_BINLOG_OFF
            binlog_format=STATEMENT              | SOURCE_BINLOG_FORMAT
            binlog_format=row                    | -
            binlog_error_action=IGNORE_ERROR     | SOURCE_BINLOG_ERROR_ACTION
            binlog_row_image=MINIMAL             | SOURCE_BINLOG_ROW_IMAGE
            binlog_row_metadata=MINIMAL          | SOURCE_BINLOG_ROW_METADATA
            binlog_row_metadata                  | SOURCE_BINLOG_NO_ROW_METADATA
            binlog_order_commits=OFF             | SOURCE_COMMITS_UNORDERED
            server_id=0                          | SOURCE_SERVER_ID
            server_id=4711                       | SOURCE_SERVER_ID
            gtid_mode=ON_PERMISSIVE              | SOURCE_GTID_MODE
            enforce_gtid_consistency=WARN        | SOURCE_GTID_CONSISTENCY
            log_replica_updates=OFF              | SOURCE_REPLICA_UPDATES
            lower_case_table_names=1             | SOURCE_LOWER_CASE_NAMES
            sql_mode=ANSI,PAD_CHAR_TO_FULL_LENGTH| SOURCE_PAD_CHAR
            max_allowed_packet=4194304           | SOURCE_MAX_ALLOWED_PACKET
            sync_binlog=0                        | SOURCE_NOT_DURABLE
            innodb_flush_log_at_trx_commit=2     | SOURCE_NOT_DURABLE
            binlog_expire_logs_seconds=3600      | SOURCE_BINLOG_RETENTION
            """)
    void reportsUnsuitableSetting(String change, String expected) throws SQLException {
        assertThat(settings(change))
                .isEqualTo(expected.equals("-") ? List.of() : List.of(FindingCode.valueOf(expected)));
    }

    /** 5.7 counts days, 8.0 both, and 0 of both means that nothing is purged. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, ON, false",
        "0, 1, ON, false",
        "0, 30, ON, false",
        "3600, 30, ON, true",
        "3600, 0, OFF, false",
    })
    void computesRetention(String seconds, String days, String purges, boolean isShort) throws SQLException {
        assertThat(settings(
                        "binlog_expire_logs_seconds=" + seconds,
                        "expire_logs_days=" + days,
                        "binlog_expire_logs_auto_purge=" + purges))
                .isEqualTo(isShort ? List.of(FindingCode.SOURCE_BINLOG_RETENTION) : List.of());
    }

    @Test
    void reportsTransactionsInTwoPhases() throws SQLException {
        source.answer("Com_xa_prepare", row("Com_xa_prepare", "3"));
        assertThat(settings()).containsExactly(FindingCode.SOURCE_XA);
    }

    @ParameterizedTest
    @CsvSource({"5.6.51, SOURCE_VERSION", "5.7.8, -", "9.9.0, -", "10.0.1, SOURCE_VERSION_UNTESTED"})
    void knowsVersionsOfMySql(String full, String expected) throws SQLException {
        version = full;
        assertThat(settings()).isEqualTo(expected.equals("-") ? List.of() : List.of(FindingCode.valueOf(expected)));
    }

    private List<FindingCode> account(String... grants) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String grant : grants) {
            rows.add(row(grant));
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<@Nullable Object>[] array = rows.toArray(new List[0]);
        source.answer("SHOW GRANTS", array);
        return run(Map.of(), SourceAccountCheck::new).stream()
                .map(Finding::code)
                .toList();
    }

    @Test
    void acceptsAccountWithPrivileges() throws SQLException {
        assertThat(account(GLOBAL)).isEmpty();
        assertThat(account("GRANT ALL PRIVILEGES ON *.* TO `m`@`%`")).isEmpty();
    }

    /** Tables that an account cannot read are invisible: they would be missing without a message. */
    @Test
    void requiresEveryDatabase() throws SQLException {
        String others = GLOBAL.replace("SELECT, ", "");
        assertThat(account(others, "GRANT SELECT ON `shop`.* TO `m`@`%`")).isEmpty();
        assertThat(account(others, "GRANT SELECT ON `sh%`.* TO `m`@`%`")).isEmpty();
        assertThat(account(others)).containsExactly(FindingCode.SOURCE_PRIVILEGE_SELECT);
        assertThat(account(others, "GRANT SELECT (`a`) ON `shop`.`t` TO `m`@`%`"))
                .containsExactly(FindingCode.SOURCE_PRIVILEGE_SELECT);
        assertThat(account(GLOBAL, "REVOKE SELECT ON `shop`.* FROM `m`@`%`"))
                .as("a partial revoke")
                .containsExactly(FindingCode.SOURCE_PRIVILEGE_SELECT);
    }

    @Test
    void reportsDatabaseThatDoesNotExist() throws SQLException {
        schemas = List.of("shop", "shpo");
        assertThat(account(GLOBAL)).containsExactly(FindingCode.SOURCE_SCHEMA_NOT_FOUND);
        schemas = List.of("none*");
        assertThat(account(GLOBAL)).containsExactly(FindingCode.SOURCE_SCHEMA_NOT_FOUND);
    }

    @Test
    void reportsPatternThatAccountCannotSee() throws SQLException {
        schemas = List.of("sh*");
        assertThat(account(GLOBAL.replace("SELECT, ", ""), "GRANT SELECT ON `shop`.* TO `m`@`%`"))
                .containsExactly(FindingCode.SOURCE_PRIVILEGE_SELECT_NOT_GLOBAL);
    }

    @Test
    void asksForGrantsOfActiveRoles() throws SQLException {
        source.answer("CURRENT_ROLE()", row("`reader`@`%`"));
        assertThat(account(GLOBAL)).isEmpty();
        assertThat(source.executed()).contains("SHOW GRANTS FOR CURRENT_USER() USING `reader`@`%` []");
    }

    @Test
    void reportsMissingPrivilegesOfReplication() throws SQLException {
        assertThat(account("GRANT SELECT ON *.* TO `m`@`%`"))
                .containsExactly(
                        FindingCode.SOURCE_PRIVILEGE_RELOAD,
                        FindingCode.SOURCE_PRIVILEGE_REPLICATION_SLAVE,
                        FindingCode.SOURCE_PRIVILEGE_REPLICATION_CLIENT);
        assertThat(account(GLOBAL.replace("RELOAD", "FLUSH_TABLES"))).isEmpty();
    }

    @Test
    void reportsConnectionAcrossNetwork() throws SQLException {
        url = "jdbc:mysql://db.example:3306";
        assertThat(account(GLOBAL)).containsExactly(FindingCode.SOURCE_NOT_ENCRYPTED);
        source.answer("Ssl_cipher", row("Ssl_cipher", "TLS_AES_256_GCM_SHA384"));
        assertThat(account(GLOBAL)).containsExactly(FindingCode.SOURCE_CERTIFICATE_NOT_VERIFIED);
        url = "jdbc:mysql://db.example:3306?sslMode=VERIFY_IDENTITY";
        assertThat(account(GLOBAL)).isEmpty();
    }

    /** Without TLS the server sends its public key only if the driver may ask for it. */
    @Test
    void reportsPasswordThatNeedsServersCache() throws SQLException {
        source.answer("SHOW CREATE USER", row("CREATE USER `m`@`%` IDENTIFIED WITH 'caching_sha2_password' AS '…'"));
        assertThat(account(GLOBAL)).containsExactly(FindingCode.SOURCE_ACCOUNT_PUBLIC_KEY);
        url = "jdbc:mysql://localhost:3306?allowPublicKeyRetrieval=TRUE";
        assertThat(account(GLOBAL)).isEmpty();
        source.answer("SHOW CREATE USER", row("CREATE USER `m`@`%` IDENTIFIED WITH 'mysql_native_password' AS '…'"));
        assertThat(account(GLOBAL)).containsExactly(FindingCode.SOURCE_ACCOUNT_NATIVE_PASSWORD);
    }

    private List<String> unused() throws SQLException {
        source.answer("SELECT table_schema, table_name FROM information_schema.tables", row("shop", "orders"));
        return run(Map.of(), TableFilterCheck::new).stream()
                .map(finding -> finding.problem().replaceAll(" of the source.*| in gaussferry.*", ""))
                .toList();
    }

    private static List<TablePattern> patterns(String... patterns) {
        return Arrays.stream(patterns).map(TablePattern::parse).toList();
    }

    @Test
    void reportsPatternsThatMatchNothing() throws SQLException {
        tables = new TableFilter(patterns("shop.orders", "shop.Orders"), patterns("*.log_*"));
        assertThat(unused()).containsExactly("No table", "No table");
        tables = new TableFilter(patterns("shop.*"), patterns());
        assertThat(unused()).isEmpty();
    }

    /** The first rule that matches a table applies: one after it has no effect. */
    @Test
    void reportsRenameBehindAnother() throws SQLException {
        renames = new TableRenames(
                List.of(TableRename.parse("shop", "new"), TableRename.parse("shop.orders", "shop.sales")));
        assertThat(unused()).hasSize(1);
        renames = new TableRenames(
                List.of(TableRename.parse("shop.orders", "shop.sales"), TableRename.parse("shop", "new")));
        assertThat(unused()).as("the database's rule, with one table only").hasSize(1);
    }
}
