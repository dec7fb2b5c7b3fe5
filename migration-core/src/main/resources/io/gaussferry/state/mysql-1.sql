-- The tables of database gaussferry in MySQL. Names are compared exactly.

-- progress of reverse replication: a row for each applier, updated in the transaction that applies
CREATE TABLE IF NOT EXISTS gaussferry.progress (
    pipeline varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    applier int NOT NULL,
    epoch bigint NOT NULL,
    low_water bigint NOT NULL,
    low_water_file varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    low_water_offset bigint NOT NULL,
    source_id varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    transactions bigint NOT NULL,
    commits bigint NOT NULL,
    updated_at datetime(6) NOT NULL,
    PRIMARY KEY (pipeline, applier)
) ENGINE = InnoDB;

-- the owners of each fence of the server, and the state of the server before the first of them
CREATE TABLE IF NOT EXISTS gaussferry.fence (
    cutover varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    pipeline varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    kind varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    memory mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    settled int NOT NULL,
    raised_at datetime(6) NOT NULL
) ENGINE = InnoDB;
