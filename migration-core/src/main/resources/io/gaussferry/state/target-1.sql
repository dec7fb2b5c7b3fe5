-- The tables of schema gaussferry. Every row belongs to a pipeline.

-- progress of replication: a row for each applier, updated in the transaction that applies.
-- The fill factor leaves space for updates in place.
CREATE TABLE IF NOT EXISTS gaussferry.progress (
    pipeline TEXT NOT NULL,
    applier INTEGER NOT NULL,
    epoch BIGINT NOT NULL,
    gtid_set TEXT NOT NULL,
    low_water BIGINT NOT NULL,
    low_water_file TEXT NOT NULL,
    low_water_offset BIGINT NOT NULL,
    low_water_created BIGINT NOT NULL,
    source_uuid TEXT NOT NULL,
    source_naming TEXT NOT NULL,
    transactions BIGINT NOT NULL,
    updated_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    ahead TEXT,
    fingerprint TEXT,
    PRIMARY KEY (pipeline, applier)
) WITH (fillfactor = 10);

-- the initial copy: its state, its tables, the views of the source that it read, and the ranges of rows
CREATE TABLE IF NOT EXISTS gaussferry.copy (
    pipeline TEXT NOT NULL PRIMARY KEY,
    epoch BIGINT NOT NULL,
    state TEXT NOT NULL,
    copied_rows BIGINT NOT NULL,
    updated_at TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
CREATE TABLE IF NOT EXISTS gaussferry.copy_table (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    created BOOLEAN NOT NULL,
    complete BOOLEAN NOT NULL,
    definition TEXT NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.copy_view (
    pipeline TEXT NOT NULL,
    number INTEGER NOT NULL,
    low TEXT NOT NULL,
    low_file TEXT NOT NULL,
    low_offset BIGINT NOT NULL,
    low_created BIGINT NOT NULL,
    high TEXT NOT NULL,
    source_uuid TEXT NOT NULL,
    source_naming TEXT NOT NULL,
    fingerprint TEXT,
    PRIMARY KEY (pipeline, number)
);
CREATE TABLE IF NOT EXISTS gaussferry.copy_range (
    pipeline TEXT NOT NULL,
    number BIGINT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    after_key TEXT NOT NULL,
    up_to_key TEXT NOT NULL,
    view_number INTEGER NOT NULL,
    copied_rows BIGINT NOT NULL,
    PRIMARY KEY (pipeline, number)
);
CREATE TABLE IF NOT EXISTS gaussferry.copy_placement (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    placed INTEGER NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);

-- tables that are copied while replication runs
CREATE TABLE IF NOT EXISTS gaussferry.table_copy (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    state TEXT NOT NULL,
    has TEXT NOT NULL,
    message TEXT NOT NULL,
    requested_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    changed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);

-- definitions in force, and the statements that changed them
CREATE TABLE IF NOT EXISTS gaussferry.table_history (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    valid_from TEXT NOT NULL,
    definition TEXT NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.database_history (
    pipeline TEXT NOT NULL,
    database_name TEXT NOT NULL,
    collation_name TEXT NOT NULL,
    PRIMARY KEY (pipeline, database_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.definition_change (
    pipeline TEXT NOT NULL,
    gtid TEXT NOT NULL,
    result TEXT NOT NULL,
    binlog_file TEXT NOT NULL,
    binlog_offset BIGINT NOT NULL,
    executed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    database_name TEXT NOT NULL,
    statement TEXT NOT NULL,
    session TEXT NOT NULL,
    target_sql TEXT NOT NULL,
    note TEXT NOT NULL,
    changed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, gtid)
);
CREATE TABLE IF NOT EXISTS gaussferry.definition_version (
    pipeline TEXT NOT NULL,
    gtid TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    definition_before TEXT,
    definition_after TEXT,
    PRIMARY KEY (pipeline, gtid, schema_name, table_name)
);

-- definitions on which the shards of one target table agree
CREATE TABLE IF NOT EXISTS gaussferry.shard_change (
    shards TEXT NOT NULL,
    table_name TEXT NOT NULL,
    number INTEGER NOT NULL,
    definition_before TEXT,
    definition_after TEXT,
    pipeline TEXT NOT NULL,
    database_name TEXT NOT NULL,
    gtid TEXT NOT NULL,
    PRIMARY KEY (shards, table_name, number)
);
CREATE TABLE IF NOT EXISTS gaussferry.shard_position (
    shards TEXT NOT NULL,
    table_name TEXT NOT NULL,
    pipeline TEXT NOT NULL,
    database_name TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (shards, table_name, pipeline, database_name)
);

-- changes that the target refused, and the decisions of operators
CREATE TABLE IF NOT EXISTS gaussferry.failed_change (
    pipeline TEXT NOT NULL,
    gtid TEXT NOT NULL,
    change_number INTEGER NOT NULL,
    binlog_file TEXT NOT NULL,
    binlog_offset BIGINT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    operation TEXT NOT NULL,
    sqlstate TEXT,
    message TEXT NOT NULL,
    failed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, gtid, change_number)
);
CREATE TABLE IF NOT EXISTS gaussferry.failed_value (
    pipeline TEXT NOT NULL,
    gtid TEXT NOT NULL,
    change_number INTEGER NOT NULL,
    column_number INTEGER NOT NULL,
    column_name TEXT NOT NULL,
    value_before TEXT,
    value_after TEXT,
    PRIMARY KEY (pipeline, gtid, change_number, column_number)
);
CREATE TABLE IF NOT EXISTS gaussferry.quarantine (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    gtid TEXT NOT NULL,
    reason TEXT NOT NULL,
    since TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.skipped_transaction (
    pipeline TEXT NOT NULL,
    gtid TEXT NOT NULL,
    reason TEXT NOT NULL,
    definitions TEXT NOT NULL,
    skipped_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, gtid)
);

-- cutovers: the state, the outcome of each step, and what was forecast, compared and created
CREATE TABLE IF NOT EXISTS gaussferry.cutover (
    pipeline TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    step TEXT NOT NULL,
    operator TEXT NOT NULL,
    host TEXT NOT NULL,
    no_reverse_replication INTEGER NOT NULL,
    verify_mode TEXT NOT NULL,
    started_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    step_since TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    deadline TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    fence_memory TEXT,
    fenced_at TIMESTAMP(6) WITH TIME ZONE,
    gtid_set TEXT,
    binlog_file TEXT,
    binlog_offset BIGINT,
    reason TEXT NOT NULL,
    switched_at TIMESTAMP(6) WITH TIME ZONE
);
CREATE TABLE IF NOT EXISTS gaussferry.cutover_step (
    pipeline TEXT NOT NULL,
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    step TEXT NOT NULL,
    begun_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP(6) WITH TIME ZONE,
    outcome TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (pipeline, id, number)
);
CREATE TABLE IF NOT EXISTS gaussferry.cutover_forecast (
    pipeline TEXT NOT NULL,
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    step TEXT NOT NULL,
    milliseconds BIGINT NOT NULL,
    PRIMARY KEY (pipeline, id, number)
);
CREATE TABLE IF NOT EXISTS gaussferry.cutover_chunk (
    pipeline TEXT NOT NULL,
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    after_key TEXT NOT NULL,
    up_to_key TEXT NOT NULL,
    row_count BIGINT NOT NULL,
    source_digest TEXT NOT NULL,
    target_digest TEXT NOT NULL,
    PRIMARY KEY (pipeline, id, number)
);
CREATE TABLE IF NOT EXISTS gaussferry.cutover_fact (
    pipeline TEXT NOT NULL,
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    fact TEXT NOT NULL,
    PRIMARY KEY (pipeline, id, number)
);
CREATE TABLE IF NOT EXISTS gaussferry.cutover_object (
    pipeline TEXT NOT NULL,
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    statements TEXT NOT NULL,
    undo TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (pipeline, id, number)
);

-- reverse replication: where it started, the tables as of then, its positions, and the decisions of operators
CREATE TABLE IF NOT EXISTS gaussferry.reverse_replication (
    pipeline TEXT NOT NULL PRIMARY KEY,
    lsn BIGINT NOT NULL,
    armed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL
);
CREATE TABLE IF NOT EXISTS gaussferry.reverse_replication_table (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.reverse_replication_relation (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    table_oid BIGINT NOT NULL,
    "excluded" INTEGER NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.reverse_replication_start (
    pipeline TEXT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    lsn BIGINT NOT NULL,
    PRIMARY KEY (pipeline, schema_name, table_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.reverse_position (
    pipeline TEXT NOT NULL PRIMARY KEY,
    reached BIGINT NOT NULL,
    confirmed BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS gaussferry.reverse_exception (
    pipeline TEXT NOT NULL,
    transaction_number BIGINT NOT NULL,
    schema_name TEXT NOT NULL,
    table_name TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (pipeline, transaction_number, schema_name, table_name)
);
CREATE TABLE IF NOT EXISTS gaussferry.reverse_settling (
    pipeline TEXT NOT NULL PRIMARY KEY,
    read_until BIGINT NOT NULL,
    applied_until BIGINT
);

-- rows that prove that the target's log is read; common to all pipelines
CREATE TABLE IF NOT EXISTS gaussferry.probe (
    id INTEGER PRIMARY KEY,
    token TEXT NOT NULL
);
