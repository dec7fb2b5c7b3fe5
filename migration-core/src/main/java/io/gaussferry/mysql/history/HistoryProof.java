package io.gaussferry.mysql.history;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TransactionFingerprint;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceHistory;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.binlog.BinlogLookup;
import io.gaussferry.mysql.binlog.BinlogLookup.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves that a server's transactions are those that the target has, and not others with the same GTIDs. GTIDs alone do not
 * reveal a history that was restarted under the same {@code server_uuid} and has grown beyond the former one. The server is asked
 * for the last transactions that the target has, which it sends as to any replica that lacks them.
 */
public final class HistoryProof {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryProof.class);

    private static final String IF_THE_SAME =
            "; only if the history is certainly the same, delete the fingerprint (UPDATE gaussferry.progress SET"
                    + " fingerprint = '' WHERE pipeline = '…' on the target), start, and run gaussferry verify";

    private static final String START_NEW_MIGRATION =
            "start a new migration: the changes with reused numbers have no defined order relative to"
                    + " those that the target has" + IF_THE_SAME;

    private final Connection connection;
    private final SourceSettings server;
    private final SourceIdentity found;
    private final BinlogLookup binlog;

    /**
     * @param connection to the server; not closed
     * @param server its URL names one server
     * @param found the server's identity
     */
    public HistoryProof(Connection connection, SourceSettings server, SourceIdentity found) {
        this.connection = connection;
        this.server = server;
        this.found = found;
        this.binlog = new BinlogLookup(server, found.serverUuid());
    }

    /**
     * Requires that the server's history is the one that the target has. The server is known to have executed all GTIDs of the
     * target.
     *
     * @param progress the transactions of the target
     * @param expected the source that they come from
     * @throws GaussferryException if the history differs, or if there is no proof
     */
    public void require(Progress progress, SourceIdentity expected) throws SQLException {
        if (expected.naming() == Naming.ORDINAL) {
            return; // the reader compares the file
        }
        Gtids gtids = Gtids.read(connection);
        boolean proven = false;
        for (TransactionFingerprint known : progress.fingerprint().transactions()) {
            // the last one decides: the target has no later transactions
            proven = !gtids.purged().contains(known.gtid());
            if (proven) {
                requireSame(known, gtids.executed());
            }
        }
        if (!proven) {
            requireSameFiles(progress, expected);
        }
    }

    private void requireSame(TransactionFingerprint known, GtidSet executed) {
        Optional<TransactionFingerprint> sent =
                binlog.transaction(known.gtid(), executed).map(Transaction::fingerprint);
        if (sent.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.HISTORY_UNVERIFIED,
                    ErrorCategory.RETRY,
                    server + " did not send transaction " + known.gtid() + ", which is needed to verify its history.",
                    "no action needed if its binlog files are being purged: retrying",
                    null);
        }
        if (!sent.get().equals(known)) {
            throw otherHistory(" has another transaction with GTID " + known.gtid()
                    + " than the target: first committed at " + time(sent.get()) + ", the target's at "
                    + time(known));
        }
    }

    /**
     * Compares files if no transaction can be compared: the files of a server are numbered, and each contains its creation time
     * in seconds.
     */
    private void requireSameFiles(Progress progress, SourceIdentity expected) throws SQLException {
        HistoryFingerprint fingerprint = progress.fingerprint();
        BinlogPosition position = progress.lowWater().position();
        boolean sameServer = found.serverUuid().equals(expected.serverUuid());
        if (sameServer && !position.file().isEmpty()) {
            Set<String> files =
                    new SourceHistory(connection, server.toString()).files().keySet();
            if (files.contains(position.file())) {
                requireCreation(position);
                return;
            }
            if (files.stream().anyMatch(file -> isNumberedBelow(file, position.file()))) {
                throw otherHistory(" has binlog files numbered below " + position.file()
                        + ", the last file that the target has applied, but no longer that file");
            }
            if (fingerprint.isEmpty()) {
                return;
            }
            if (files.stream().allMatch(file -> isNumberedBelow(position.file(), file))) {
                LOG.warn(
                        "{} has purged the last transaction that the target has ({}). Its server_uuid and its binlog file numbers"
                                + " match the former history; a history that was restarted and has grown beyond {} would"
                                + " match too",
                        server,
                        fingerprint,
                        position.file());
                return;
            }
        }
        if (!fingerprint.isEmpty()) {
            throw new GaussferryException(
                    ErrorCode.HISTORY_UNVERIFIED,
                    server + " has purged the transactions that would verify its history (" + fingerprint
                            + "), and is not the server that was read before. Its other transactions may differ from those that the"
                            + " target has.",
                    "name a server in gaussferry.source.url that still has them" + IF_THE_SAME,
                    null);
        }
    }

    private void requireCreation(BinlogPosition position) {
        long created = position.created() == 0 ? 0 : binlog.created(position.file());
        if (created != position.created()) {
            throw otherHistory(" has a binlog file " + position.file() + " created at "
                    + Instant.ofEpochSecond(created) + ", but the target has applied a file of that name created at "
                    + Instant.ofEpochSecond(position.created()));
        }
    }

    private GaussferryException otherHistory(String difference) {
        return new GaussferryException(
                ErrorCode.HISTORY_DIFFERS,
                server + difference
                        + ". Its history was restarted (RESET MASTER, RESET BINARY LOGS AND GTIDS, a restored data directory), or it"
                        + " is another server's. The source and the target have diverged.",
                START_NEW_MIGRATION,
                null);
    }

    /** Returns whether the names differ only in their numbers, and the first has the lower one. */
    private static boolean isNumberedBelow(String file, String other) {
        int dot = file.lastIndexOf('.') + 1;
        int otherDot = other.lastIndexOf('.') + 1;
        try {
            return file.substring(0, dot).equals(other.substring(0, otherDot))
                    && Long.parseLong(file.substring(dot)) < Long.parseLong(other.substring(otherDot));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String time(TransactionFingerprint transaction) {
        return Instant.EPOCH.plus(transaction.originMicros(), ChronoUnit.MICROS).toString();
    }

    /**
     * Returns the fingerprint of the server's history up to a position: the last transaction of each series that the binlog still
     * contains.
     *
     * @param executed the transactions that the server has executed up to the position
     */
    public HistoryFingerprint fingerprint(GtidSet executed) throws SQLException {
        if (found.naming() == Naming.ORDINAL) {
            return HistoryFingerprint.NONE;
        }
        Gtids gtids = Gtids.read(connection);
        List<TransactionFingerprint> last = new ArrayList<>();
        for (Gtid gtid : executed.lastOfEachSeries()) {
            if (!gtids.purged().contains(gtid)) {
                binlog.transaction(gtid, gtids.executed())
                        .filter(Transaction::hasContent)
                        .map(Transaction::fingerprint)
                        .ifPresent(last::add);
            }
        }
        // the server's own transactions are the ones that it has executed last
        last.sort((one, other) -> Boolean.compare(isOwn(one), isOwn(other)));
        return HistoryFingerprint.NONE.with(last);
    }

    /** Returns the creation time of a binlog file of the server, in seconds since 1970. */
    public long created(String file) {
        return binlog.created(file);
    }

    private boolean isOwn(TransactionFingerprint transaction) {
        return transaction.gtid().sourceId().toString().equals(found.serverUuid());
    }

    /** The transactions that a server has executed, and those that it has purged from its binlog. */
    private record Gtids(GtidSet executed, GtidSet purged) {

        static Gtids read(Connection connection) throws SQLException {
            SourceDialect dialect = SourceDialect.of(connection);
            // the purged ones last: a transaction that is purged meanwhile is known to be
            GtidSet executed = dialect.counted(connection);
            return new Gtids(executed, dialect.purged(connection));
        }
    }
}
