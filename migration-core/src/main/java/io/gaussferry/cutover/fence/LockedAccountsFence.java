package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.SourceAccount;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Named accounts are locked, and their sessions ended: for servers on which other databases must still be written to. It holds nobody
 * else, which the check before a cutover says.
 */
public final class LockedAccountsFence implements Fence {

    private static final String REMEDY =
            "grant the account of gaussferry.cutover CREATE USER, PROCESS, CONNECTION_ADMIN"
                    + " (SUPER before 8.0), and SELECT on mysql.user";

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final SourceLink link;
    private final List<SourceAccount> accounts;

    /** A fence of the source at the end of this link, against these accounts. */
    public LockedAccountsFence(SourceLink link, List<SourceAccount> accounts) {
        this.link = link;
        this.accounts = List.copyOf(accounts);
    }

    @Override
    public String look() throws InterruptedException {
        return link.ask("look at the accounts that are to be locked", REMEDY, source -> MemoryText.of(locked(source)));
    }

    private Map<String, String> locked(Connection source) throws SQLException {
        Map<String, String> locked = new TreeMap<>();
        try (PreparedStatement select =
                source.prepareStatement("SELECT account_locked FROM mysql.user WHERE user = ? AND host = ?")) {
            for (SourceAccount account : accounts) {
                select.setString(1, account.user());
                select.setString(2, account.host());
                try (ResultSet row = select.executeQuery()) {
                    if (!row.next()) {
                        throw new GaussferryException(
                                ErrorCategory.CONFIGURATION,
                                "The source has no account " + account + ", which gaussferry.cutover.accounts names.",
                                "write it as the source does (SELECT user, host FROM mysql.user): user@host",
                                null);
                    }
                    locked.put(account.toString(), row.getString(1));
                }
            }
        }
        return locked;
    }

    @Override
    public void raise(String memory, StepControl control) throws InterruptedException {
        link.execute("lock the accounts of the source", REMEDY, statements("LOCK", accounts));
        Set<String> users = accounts.stream().map(SourceAccount::user).collect(Collectors.toSet());
        while (link.ask(
                        "end the sessions of locked accounts",
                        REMEDY,
                        source -> WriterSessions.endSessionsOf(source, users))
                > 0) {
            control.pause(BETWEEN_LOOKS);
        }
    }

    @Override
    public String gap(String memory) throws InterruptedException {
        Map<String, String> now = link.ask("look at the locked accounts", REMEDY, this::locked);
        List<String> open = now.entrySet().stream()
                .filter(account -> !account.getValue().equals("Y"))
                .map(Map.Entry::getKey)
                .toList();
        return open.isEmpty() ? "" : "accounts are not locked any more: " + String.join(", ", open);
    }

    @Override
    public void admitOwn() {
        // it was never kept out
    }

    @Override
    public void release(String memory) throws InterruptedException {
        Map<String, String> before = MemoryText.parse(memory);
        List<SourceAccount> wereOpen = before.entrySet().stream()
                .filter(account -> !account.getValue().equals("Y"))
                .map(account -> SourceAccount.parse(account.getKey()))
                .toList();
        link.execute("unlock the accounts of the source", REMEDY, statements("UNLOCK", wereOpen));
    }

    private static List<String> statements(String action, List<SourceAccount> accounts) {
        List<String> statements = new ArrayList<>();
        for (SourceAccount account : accounts) {
            statements.add("ALTER USER " + account.quoted() + " ACCOUNT " + action);
        }
        return statements;
    }
}
