package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.FenceTriggers;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Triggers on the tables of a pipeline in MySQL. While {@code read_only} is on, they refuse the writes of every account except the one that
 * fences. Reverse replication needs {@code super_read_only} to be off; then only these triggers stop the sessions and events of accounts
 * with SUPER or CONNECTION_ADMIN. They have no effect while {@code read_only} is off, so that they exist before the server is fenced, and
 * no moment is left in which such an account could write. They survive a restart of MySQL, and are not written to its binlog. Their number
 * depends on the number of tables only.
 */
final class TableWall {

    private static final Logger LOG = LoggerFactory.getLogger(TableWall.class);

    private static final String REMEDY =
            "grant the account of gaussferry.cutover TRIGGER on the migrated databases; with"
                    + " log_bin_trust_function_creators = 0 it also needs SUPER, or SET_USER_ID on MySQL 8.0";

    private static final List<String> EVENTS = List.of("INSERT", "UPDATE", "DELETE");

    /** ER_LOCK_WAIT_TIMEOUT and ER_LOCK_DEADLOCK. */
    private static final Set<Integer> BLOCKED = Set.of(1205, 1213);

    /** Statements of the application wait for as long behind a trigger that waits for its table. */
    private static final String LIMIT_LOCK_WAIT = "SET SESSION lock_wait_timeout = 1";

    private static final Duration RETRY_DELAY = Duration.ofMillis(300);

    /** Attempts for one table, of about 1.3 s each. */
    private static final int MAX_ATTEMPTS = 20;

    private static final int BYTES_OF_NAME = 8;

    private final SourceLink link;
    private final FenceRegistry registry;

    TableWall(SourceLink link, FenceRegistry registry) {
        this.link = link;
        this.registry = registry;
    }

    /** Returns the start of the names of a pipeline's triggers. */
    private static String prefix(String pipeline) {
        return FenceTriggers.PREFIX + hash(pipeline) + "_";
    }

    private static String hash(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES_OF_NAME));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform provides SHA-256", e);
        }
    }

    /** A trigger of the wall, with its schema and its body. */
    private record Trigger(String schema, String name) {

        String quoted() {
            return quote(schema) + "." + quote(name);
        }
    }

    /** Creates the missing triggers of a pipeline. */
    void build(String pipeline) throws InterruptedException {
        String prefix = prefix(pipeline);
        String body = link.ask("read the account of the fence", REMEDY, source -> body(currentUser(source)));
        List<TableId> tables = link.ask(
                "read the tables of the source",
                REMEDY,
                source -> new MySqlSchemaReader(source, link.settings())
                        .read().definitions().stream().map(TableDefinition::id).toList());
        Map<Trigger, String> existing = existing(prefix);
        for (TableId table : tables) {
            List<String> statements = new ArrayList<>();
            for (String event : EVENTS) {
                Trigger trigger = new Trigger(table.schema(), prefix + hash(table.name()) + "_" + event.charAt(0));
                String known = existing.get(trigger);
                if (body.equals(known)) {
                    continue;
                }
                if (known != null) {
                    statements.add("DROP TRIGGER " + trigger.quoted());
                }
                statements.add("CREATE TRIGGER " + trigger.quoted() + " BEFORE " + event + " ON "
                        + quote(table.schema()) + "." + quote(table.name()) + " FOR EACH ROW " + body);
            }
            if (!statements.isEmpty() && !executed(statements)) {
                throw new GaussferryException(
                        ErrorCode.TABLE_LOCKED,
                        ErrorCategory.FATAL,
                        "The fence could not create its triggers on table " + table
                                + " of the source: a transaction or a query uses the table.",
                        "end long transactions and queries on the table, and start the cutover again",
                        null);
            }
        }
    }

    /** Returns whether a pipeline has triggers. */
    boolean exists(String pipeline) throws InterruptedException {
        return !existing(prefix(pipeline)).isEmpty();
    }

    /** Removes all triggers of a pipeline; returns why some remain, empty if none does. */
    String remove(String pipeline) throws InterruptedException {
        List<String> left = new ArrayList<>();
        for (Trigger trigger : existing(prefix(pipeline)).keySet()) {
            if (!executed(List.of("DROP TRIGGER IF EXISTS " + trigger.quoted()))) {
                left.add(trigger.quoted());
            }
        }
        return left.isEmpty()
                ? ""
                : "triggers of the fence remain because their tables are in use, and refuse nothing while read_only is off;"
                        + " drop them by hand: " + String.join(", ", left);
    }

    private Map<Trigger, String> existing(String prefix) throws InterruptedException {
        return link.ask("read the triggers of the fence", REMEDY, source -> {
            Map<Trigger, String> found = new LinkedHashMap<>();
            Sql.each(
                    source,
                    rows -> found.put(new Trigger(rows.getString(1), rows.getString(2)), rows.getString(3)),
                    "SELECT trigger_schema, trigger_name,"
                            + " action_statement FROM information_schema.triggers WHERE trigger_name LIKE ? ORDER BY 1, 2",
                    FenceTriggers.pattern(prefix));
            return found;
        });
    }

    /** Executes statements on one table; returns false if its users did not let them. */
    private boolean executed(List<String> statements) throws InterruptedException {
        List<String> open = new ArrayList<>(statements);
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            if (registry.exclusively("change the triggers of the fence", source -> tryToExecute(source, open))) {
                return true;
            }
            LOG.info("A table of the source is in use, attempt {} of {}: {}", attempt, MAX_ATTEMPTS, open.get(0));
            Thread.sleep(RETRY_DELAY.toMillis());
        }
        return false;
    }

    /** Executes statements outside the binlog, and removes the completed ones from the list; returns false if one had to wait. */
    private boolean tryToExecute(Connection source, List<String> open) throws SQLException {
        try (Statement statement = source.createStatement()) {
            // a failure closes the session
            statement.execute("SET SESSION sql_log_bin = 0");
            statement.execute(LIMIT_LOCK_WAIT);
            registry.write(source, () -> {
                while (!open.isEmpty()) {
                    statement.execute(open.get(0));
                    open.remove(0);
                }
            });
            statement.execute("SET SESSION sql_log_bin = 1");
            return true;
        } catch (SQLException e) {
            if (!BLOCKED.contains(e.getErrorCode())) {
                throw e;
            }
            Sql.execute(source, "SET SESSION sql_log_bin = 1");
            return false;
        }
    }

    private static String currentUser(Connection source) throws SQLException {
        return SourceLink.rows(source, "SELECT USER()").get(0).get(0);
    }

    /** {@code USER()} is the login, also in code that runs as its definer. */
    private static String body(String login) {
        String account = login.substring(0, login.lastIndexOf('@') + 1);
        return "BEGIN IF @@GLOBAL.read_only AND HEX(LEFT(USER(), " + account.codePointCount(0, account.length())
                + ")) <> '" + HexFormat.of().withUpperCase().formatHex(account.getBytes(StandardCharsets.UTF_8))
                + "' THEN SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1290,"
                + " MESSAGE_TEXT = 'Gaussferry has moved the writers to the target: this table refuses writes'; END IF; END";
    }

    private static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
