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
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Named accounts are locked, and their sessions ended: for servers on which other databases must still be written to. It holds nobody
 * else, which the check before a cutover says. An account that several pipelines lock is unlocked by the last that releases it.
 */
public final class LockedAccountsFence implements Fence {

    private static final String REMEDY =
            "grant the account of gaussferry.cutover CREATE USER, PROCESS, CONNECTION_ADMIN"
                    + " (SUPER before 8.0), and SELECT on mysql.user";

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final SourceLink link;
    private final FenceBook book;
    private final List<SourceAccount> accounts;

    /** A fence of the source at the end of this link, against these accounts. */
    public LockedAccountsFence(SourceLink link, List<SourceAccount> accounts) {
        this.link = link;
        this.book = new FenceBook(link, "LOCK_ACCOUNTS", true);
        this.accounts = List.copyOf(accounts);
    }

    @Override
    public void prepare() throws InterruptedException {
        book.prepare();
    }

    @Override
    public String look(FenceOwner owner) throws InterruptedException {
        return link.ask("look at the accounts that are to be locked", REMEDY, source -> {
            Map<String, String> memory = locked(source);
            for (FenceBook.Entry other : book.others(source, owner)) {
                // it is locked because of that one
                other.memory().forEach((account, before) -> memory.replace(account, before));
            }
            return MemoryText.of(memory);
        });
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
    public void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException {
        book.alone("lock the accounts of the source", source -> {
            book.enter(source, owner, MemoryText.parse(memory), false);
            book.writing(source, () -> alter(source, "LOCK", accounts));
            return true;
        });
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
                .filter(account -> !isLocked(account.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        return open.isEmpty() ? "" : "accounts are not locked any more: " + String.join(", ", open);
    }

    @Override
    public void admitOwn(FenceOwner owner, String memory) {
        // it was never kept out
    }

    @Override
    public void settle(FenceOwner owner, String memory) {
        // an account is locked or not, whatever its owner does
    }

    @Override
    public List<String> neededBy(FenceOwner owner) throws InterruptedException {
        Set<String> own = accounts.stream().map(SourceAccount::toString).collect(Collectors.toSet());
        return link.ask(
                "look whom the accounts are locked for",
                REMEDY,
                source -> book.others(source, owner).stream()
                        .filter(other -> other.memory().keySet().stream().anyMatch(own::contains))
                        .map(other -> other.owner().pipeline())
                        .toList());
    }

    @Override
    public void release(FenceOwner owner, String memory) throws InterruptedException {
        book.alone("unlock the accounts of the source", source -> {
            Map<String, String> before =
                    book.own(source, owner).map(FenceBook.Entry::memory).orElseGet(() -> MemoryText.parse(memory));
            List<FenceBook.Entry> others = book.others(source, owner);
            List<SourceAccount> unlocked = before.entrySet().stream()
                    .filter(account -> !isLocked(account.getValue()))
                    .filter(account ->
                            others.stream().noneMatch(other -> other.memory().containsKey(account.getKey())))
                    .map(account -> SourceAccount.parse(account.getKey()))
                    .toList();
            for (FenceBook.Entry other : others) {
                handOver(source, before, other);
            }
            book.writing(source, () -> alter(source, "UNLOCK", unlocked));
            book.leave(source, owner);
            return true;
        });
    }

    /** A version that wrote no rows may have locked an account first: then another owner knows it as one that was locked always. */
    private void handOver(Connection source, Map<String, String> before, FenceBook.Entry other) throws SQLException {
        Map<String, String> corrected = new TreeMap<>(other.memory());
        before.forEach((account, state) -> {
            if (!isLocked(state)) {
                corrected.replace(account, state);
            }
        });
        book.enter(source, other.owner(), corrected, other.settled());
    }

    private static boolean isLocked(String state) {
        return state.equals("Y");
    }

    private static void alter(Connection source, String action, List<SourceAccount> accounts) throws SQLException {
        try (Statement statement = source.createStatement()) {
            for (SourceAccount account : accounts) {
                statement.execute("ALTER USER " + account.quoted() + " ACCOUNT " + action);
            }
        }
    }
}
