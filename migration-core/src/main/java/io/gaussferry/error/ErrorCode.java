package io.gaussferry.error;

/**
 * The stable code of a failure: scripts and alerts may depend on it, and {@code docs/reference/errors.md} explains it. A name never changes
 * its meaning.
 */
public enum ErrorCode {
    /** A server of the source does not respond. */
    SOURCE_UNREACHABLE(ErrorCategory.RETRY),
    /** A server of the source does not yet have transactions that the target has. */
    SOURCE_LAGS(ErrorCategory.RETRY),
    /** The source's URL leads to another server than the one that is read. */
    SOURCE_REPLACED(ErrorCategory.RETRY),
    /** The connection that reads the binlog was lost. */
    BINLOG_CONNECTION_LOST(ErrorCategory.RETRY),
    /** The connection that reads the target's log was lost, or could not be opened. */
    TARGET_CONNECTION_LOST(ErrorCategory.RETRY),
    /** No server of the target is the primary. */
    TARGET_PRIMARY_MISSING(ErrorCategory.RETRY),
    /** Several servers of the target are primary, or the only one was replaced before. */
    TARGET_PRIMARIES_SEVERAL(ErrorCategory.RETRY),
    /** Commits on the target wait for a standby that is missing. */
    TARGET_COMMITS_HANG(ErrorCategory.RETRY),
    /** The target is another server than before, or was restarted. */
    TARGET_REPLACED(ErrorCategory.RETRY),
    /** The target failed while it executed a batch. */
    TARGET_FAILED(ErrorCategory.RETRY),
    /** A server failed, or refused a request; the message has the server's own one. */
    SERVER_FAILED(ErrorCategory.RETRY),
    /** Other sessions lock a table. */
    TABLE_LOCKED(ErrorCategory.RETRY),
    /** Transactions on the target have been active for too long. */
    TRANSACTIONS_TOO_LONG(ErrorCategory.RETRY),
    /** All connections that pipelines share on the target are in use. */
    CONNECTIONS_EXHAUSTED(ErrorCategory.RETRY),
    /** The target did not acknowledge a commit. */
    COMMIT_UNKNOWN(ErrorCategory.RETRY),
    /** A new run of the pipeline starts. */
    REPLICATION_RESTARTING(ErrorCategory.RETRY),
    /** Replication was at no position of the source when both sides were read. */
    NO_COMMON_POSITION(ErrorCategory.RETRY),
    /** An operation was interrupted. */
    OPERATION_INTERRUPTED(ErrorCategory.RETRY),
    /** Tables were altered before the copy had read them. */
    TABLES_CHANGED_DURING_COPY(ErrorCategory.RETRY),
    /** Another pipeline changes the fences of the source. */
    FENCES_BUSY(ErrorCategory.RETRY),
    /** Another session holds the cutover's lock. */
    CUTOVER_LOCKED(ErrorCategory.RETRY),
    /** The cutover is in another step than expected. */
    CUTOVER_STATE_CHANGED(ErrorCategory.RETRY),
    /** Transactions that have written to the target do not end. */
    TARGET_WRITERS_OPEN(ErrorCategory.RETRY),
    /** A table cannot be AUTO_INCREMENT; a sequence numbers its rows. */
    COUNTER_IMPOSSIBLE(ErrorCategory.RETRY),
    /** The row is missing whose update is read from the target's log. */
    HEARTBEAT_MISSING(ErrorCategory.RETRY),
    /** A server refuses a row. */
    CHANGE_REFUSED(ErrorCategory.DATA),
    /** A change affects another number of rows than at the source. */
    ROW_COUNT_DIFFERS(ErrorCategory.DATA),
    /** The other side cannot hold a value. */
    VALUE_UNCONVERTIBLE(ErrorCategory.DATA),
    /** A value exceeds the limit of its format. */
    VALUE_TOO_LONG(ErrorCategory.DATA),
    /** The binlog's bytes of a row do not match the table's definition. */
    ROW_IMAGE_MALFORMED(ErrorCategory.DATA),
    /** The binlog has another type for a column than the source's definition. */
    COLUMN_DIFFERS(ErrorCategory.DATA),
    /** A column cannot be replicated. */
    COLUMN_UNSUPPORTED(ErrorCategory.DATA),
    /** A foreign key of the target would change rows that the source left unchanged. */
    FOREIGN_KEY_ACTION_DIFFERS(ErrorCategory.DATA),
    /** The target refuses a foreign key. */
    FOREIGN_KEY_REFUSED(ErrorCategory.DATA),
    /** Rows violate a foreign key. */
    FOREIGN_KEYS_VIOLATED(ErrorCategory.DATA),
    /** The target refuses a unique index. */
    INDEX_REFUSED(ErrorCategory.DATA),
    /** The target refuses objects that a cutover creates. */
    OBJECTS_REFUSED(ErrorCategory.DATA),
    /** The target stored fewer rows than were copied. */
    ROWS_DROPPED(ErrorCategory.DATA),
    /** A comparison found differences. */
    SIDES_DIFFER(ErrorCategory.DATA),
    /** Other sessions may have written to the target. */
    TARGET_WRITTEN(ErrorCategory.DATA),
    /** The rows that were changed since the last comparison are no longer known. */
    CHANGED_ROWS_UNKNOWN(ErrorCategory.DATA),
    /** Tables were created or altered after PREPARE. */
    TABLES_CHANGED_AFTER_PREPARE(ErrorCategory.DATA),
    /** The source lacks changes of the target that were skipped. */
    SOURCE_LACKS_SKIPPED_CHANGES(ErrorCategory.DATA),
    /** A defect in Gaussferry. */
    DEFECT(ErrorCategory.FATAL),
    /** The heap is too small. */
    HEAP_TOO_SMALL(ErrorCategory.FATAL),
    /** Another daemon runs the pipeline. */
    PIPELINE_TAKEN_OVER(ErrorCategory.FATAL),
    /** The pipeline's progress no longer exists on the target. */
    PROGRESS_LOST(ErrorCategory.FATAL),
    /** A server of the source refuses the account or a request. */
    SOURCE_REFUSED(ErrorCategory.FATAL),
    /** The identity of a server of the source cannot be verified. */
    SOURCE_UNVERIFIED(ErrorCategory.FATAL),
    /** The server that replication reads is not in the source's URL. */
    SOURCE_NOT_FOLLOWED(ErrorCategory.FATAL),
    /** The source's URL leads to several servers in turn. */
    SOURCE_AMBIGUOUS(ErrorCategory.FATAL),
    /** A server of the source does not have or send all changes. */
    SOURCE_INCOMPLETE(ErrorCategory.FATAL),
    /** A server has another history than the one that the target has. */
    HISTORY_DIFFERS(ErrorCategory.FATAL),
    /** It cannot be verified that a server has the history that the target has. */
    HISTORY_UNVERIFIED(ErrorCategory.FATAL),
    /** The source has purged transactions that the target lacks. */
    BINLOG_PURGED(ErrorCategory.FATAL),
    /** The source's binlog was reset. */
    BINLOG_RESET(ErrorCategory.FATAL),
    /** No event starts at the position of the target. */
    BINLOG_POSITION_MISSING(ErrorCategory.FATAL),
    /** The binlog has an event that cannot be read. */
    BINLOG_DAMAGED(ErrorCategory.FATAL),
    /** The source reports that its binlog lacks events. */
    BINLOG_INCOMPLETE(ErrorCategory.FATAL),
    /** The binlog has an event of a newer MySQL. */
    BINLOG_UNSUPPORTED(ErrorCategory.FATAL),
    /** An event exceeds source.maximum-event-bytes. */
    EVENT_TOO_LARGE(ErrorCategory.FATAL),
    /** A transaction has no GTID. */
    GTID_MISSING(ErrorCategory.FATAL),
    /** Two servers of MariaDB write to the same GTID domain. */
    GTID_OUT_OF_ORDER(ErrorCategory.FATAL),
    /** The source sent a transaction that the target already has. */
    TRANSACTION_REPEATED(ErrorCategory.FATAL),
    /** The binlog has changes that the source has rolled back. */
    TRANSACTION_ROLLED_BACK(ErrorCategory.FATAL),
    /** An event lacks columns of its rows. */
    ROW_IMAGE_INCOMPLETE(ErrorCategory.FATAL),
    /** The source logged a statement instead of row events. */
    STATEMENT_LOGGED(ErrorCategory.FATAL),
    /** A statement cannot be decoded. */
    STATEMENT_UNREADABLE(ErrorCategory.FATAL),
    /** A foreign key changed rows that the binlog does not contain. */
    CASCADE_NOT_LOGGED(ErrorCategory.FATAL),
    /** The source committed an XA transaction whose rows its binlog no longer contains. */
    XA_ROWS_MISSING(ErrorCategory.FATAL),
    /** A statement that changes a definition waits for a decision. */
    DEFINITION_HELD(ErrorCategory.FATAL),
    /** The binlog changes a table whose definition is unknown, or another one. */
    DEFINITION_UNKNOWN(ErrorCategory.FATAL),
    /** The copied rows cannot be brought to one position. */
    COPY_NOT_COMPLETABLE(ErrorCategory.FATAL),
    /** The copy cannot start at a known position. */
    COPY_POSITION_UNKNOWN(ErrorCategory.FATAL),
    /** A table is being copied. */
    TABLE_BEING_COPIED(ErrorCategory.FATAL),
    /** A replicated table does not exist on the target. */
    TARGET_TABLE_MISSING(ErrorCategory.FATAL),
    /** A table was changed on the target after the switch. */
    TARGET_TABLE_CHANGED(ErrorCategory.FATAL),
    /** A server of the target was replaced, and lacks what MySQL has received since. */
    TARGET_OUTDATED(ErrorCategory.FATAL),
    /** The target no longer has the log that reverse replication needs. */
    TARGET_LOG_LOST(ErrorCategory.FATAL),
    /** A transaction of reverse replication came back in parts. */
    REVERSE_ORIGIN_UNCLEAR(ErrorCategory.FATAL),
    /** The source did not receive all changes of the target. */
    REVERSE_REPLICATION_INCOMPLETE(ErrorCategory.FATAL),
    /** The target's log does not have the changed rows. */
    DECODING_INCOMPLETE(ErrorCategory.FATAL),
    /** PRECHECK found conditions that prevent the cutover. */
    CUTOVER_BLOCKED(ErrorCategory.FATAL),
    /** A step of the cutover exceeded its deadline, or was aborted. */
    CUTOVER_STEP_ABORTED(ErrorCategory.FATAL),
    /** Writes would be refused for longer than cutover.maximum-refused. */
    REFUSED_TIME_TOO_LONG(ErrorCategory.FATAL),
    /** The source was written to despite its fence. */
    SOURCE_NOT_FENCED(ErrorCategory.FATAL),
    /** A table of MariaDB is system-versioned. */
    TABLE_SYSTEM_VERSIONED(ErrorCategory.CONFIGURATION),
    /** It cannot be proven that the fence of the source refuses every writer. */
    FENCE_UNPROVABLE(ErrorCategory.CONFIGURATION),
    /** The source's product does not have what the fence needs. */
    FENCE_UNSUPPORTED(ErrorCategory.CONFIGURATION),
    /** Other pipelines have fenced the source by another method. */
    FENCES_DIFFER(ErrorCategory.CONFIGURATION),
    /** The source has prepared XA transactions, which any session could commit. */
    XA_PREPARED(ErrorCategory.FATAL),
    /** The target is no longer at the source's position. */
    TARGET_BEHIND(ErrorCategory.FATAL),
    /** Tables are quarantined, or are to be copied. */
    TABLES_EXCLUDED(ErrorCategory.FATAL),
    /** A hook failed. */
    HOOK_FAILED(ErrorCategory.FATAL),
    /** Nothing may be repaired now. */
    REPAIR_REFUSED(ErrorCategory.FATAL),
    /** A comparison was interrupted. */
    COMPARISON_INTERRUPTED(ErrorCategory.FATAL),
    /** A command was interrupted. */
    COMMAND_INTERRUPTED(ErrorCategory.FATAL),
    /** No daemon responds. */
    DAEMON_UNREACHABLE(ErrorCategory.FATAL),
    /** The daemon refused a request. */
    DAEMON_REFUSED(ErrorCategory.FATAL),
    /** The daemon runs another pipeline. */
    DAEMON_OTHER_PIPELINE(ErrorCategory.FATAL),
    /** No worker of the fleet responds. */
    FLEET_UNREACHABLE(ErrorCategory.FATAL),
    /** A command line has an error. */
    COMMAND_INVALID(ErrorCategory.CONFIGURATION),
    /** A setting has an error. */
    SETTING_INVALID(ErrorCategory.CONFIGURATION),
    /** The configuration file cannot be read. */
    CONFIGURATION_UNREADABLE(ErrorCategory.CONFIGURATION),
    /** A file is not a certificate. */
    CERTIFICATE_UNREADABLE(ErrorCategory.CONFIGURATION),
    /** Files with the application's statements cannot be read. */
    STATEMENTS_UNREADABLE(ErrorCategory.CONFIGURATION),
    /** The signing key cannot be used. */
    SIGNING_KEY_UNUSABLE(ErrorCategory.CONFIGURATION),
    /** The daemon cannot listen on its address. */
    LISTEN_ADDRESS_UNUSABLE(ErrorCategory.CONFIGURATION),
    /** The configuration does not have the daemon's address. */
    DAEMON_ADDRESS_UNKNOWN(ErrorCategory.CONFIGURATION),
    /** The fleet does not run the pipeline. */
    PIPELINE_NOT_IN_FLEET(ErrorCategory.CONFIGURATION),
    /** The workers accept no commands. */
    FLEET_CONTROL_DISABLED(ErrorCategory.CONFIGURATION),
    /** A check at the start found blockers. */
    START_REFUSED(ErrorCategory.CONFIGURATION),
    /** The target is a product that Gaussferry was never run with, and the configuration does not accept it. */
    TARGET_PRODUCT_UNTESTED(ErrorCategory.CONFIGURATION),
    /** A newer Gaussferry has used the tables of schema gaussferry. */
    STATE_NEWER(ErrorCategory.CONFIGURATION),
    /** The definition of an object has ended the transaction in which it was tried. */
    OBJECT_ENDED_TRANSACTION(ErrorCategory.FATAL),
    /** The source's account does not see every routine, trigger and event. */
    OBJECTS_HIDDEN(ErrorCategory.CONFIGURATION),
    /** The pipeline has no progress on the target. */
    NO_PROGRESS(ErrorCategory.CONFIGURATION),
    /** A setting of the source prevents replication. */
    SOURCE_SETTING_WRONG(ErrorCategory.CONFIGURATION),
    /** A setting of the target prevents replication. */
    TARGET_SETTING_WRONG(ErrorCategory.CONFIGURATION),
    /** A table's engine cannot be copied while it is written to. */
    ENGINE_UNSUPPORTED(ErrorCategory.CONFIGURATION),
    /** A name is longer than the target stores. */
    NAME_TOO_LONG(ErrorCategory.CONFIGURATION),
    /** A column has the name of a hidden column of the target. */
    NAME_RESERVED(ErrorCategory.CONFIGURATION),
    /** Tables with one target table have different definitions. */
    TABLES_NOT_MERGEABLE(ErrorCategory.CONFIGURATION),
    /** The selection of tables is not that of the copy. */
    TABLE_SELECTION_CHANGED(ErrorCategory.CONFIGURATION),
    /** A table cannot be copied while replication runs. */
    TABLE_NOT_COPIABLE(ErrorCategory.CONFIGURATION),
    /** A table of the target lacks columns. */
    TARGET_TABLE_DIFFERS(ErrorCategory.CONFIGURATION),
    /** A table of the target has rows that this pipeline did not copy. */
    TARGET_TABLE_NOT_EMPTY(ErrorCategory.CONFIGURATION),
    /** Replication does not wait at this transaction. */
    TRANSACTION_NOT_WAITING(ErrorCategory.CONFIGURATION),
    /** A decision about a transaction is not possible. */
    DECISION_REFUSED(ErrorCategory.CONFIGURATION),
    /** The target is the active side. */
    PIPELINE_SWITCHED(ErrorCategory.CONFIGURATION),
    /** The cutover is finished. */
    CUTOVER_FINISHED(ErrorCategory.CONFIGURATION),
    /** A cutover, a preparation or a rehearsal is running. */
    CUTOVER_RUNNING(ErrorCategory.CONFIGURATION),
    /** A request does not fit the state of the cutover. */
    CUTOVER_NOT_POSSIBLE(ErrorCategory.CONFIGURATION),
    /** Other pipelines have fenced the source. */
    SOURCE_STILL_FENCED(ErrorCategory.CONFIGURATION),
    /** A table's rewrite would delay replication for too long. */
    REWRITE_TOO_SLOW(ErrorCategory.CONFIGURATION),
    /** Reverse replication is not possible. */
    REVERSE_REPLICATION_IMPOSSIBLE(ErrorCategory.CONFIGURATION),
    /** Reverse replication is not armed. */
    REVERSE_REPLICATION_NOT_ARMED(ErrorCategory.CONFIGURATION),
    /** MySQL cannot get a definition of the target. */
    DEFINITION_NOT_RETURNED(ErrorCategory.CONFIGURATION),
    /** Tables of the target were created or changed, and are not replicated. */
    TARGET_TABLES_CHANGED(ErrorCategory.CONFIGURATION),
    /** A source without GTIDs cannot be compared while it is replicated. */
    VERIFICATION_NEEDS_GTIDS(ErrorCategory.CONFIGURATION),
    /** Threads of this process do not end. */
    THREADS_STUCK(ErrorCategory.STUCK);

    private final ErrorCategory category;

    ErrorCode(ErrorCategory category) {
        this.category = category;
    }

    /** Returns the category of a failure with this code, unless the failure has its own: a server's reason may be temporary or permanent. */
    public ErrorCategory category() {
        return category;
    }
}
