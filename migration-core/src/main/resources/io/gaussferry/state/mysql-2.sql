-- the name of the last run of reverse replication; the target stores it first
CREATE TABLE IF NOT EXISTS gaussferry.reverse_run (
    pipeline varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    name varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
) ENGINE = InnoDB;
