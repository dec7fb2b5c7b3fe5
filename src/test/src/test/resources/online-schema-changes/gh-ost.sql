-- What gh-ost 1.1 has the source execute for a table item. It writes changes of the table to its shadow by itself; here triggers do, and the
-- rows in the binlog are the same.
DROP TABLE IF EXISTS `_item_ghc`;
CREATE /* gh-ost */ TABLE `_item_ghc` (
  id bigint auto_increment,
  last_update timestamp not null DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  hint varchar(64) charset ascii not null,
  value varchar(4096) charset ascii not null,
  primary key(id),
  unique key hint_uidx(hint)
) auto_increment=256 comment='5f4dcc3b';
CREATE /* gh-ost */ TABLE `_item_gho` LIKE `item`;
ALTER /* gh-ost */ TABLE `_item_gho` ADD COLUMN price{run} DECIMAL(10,2) NOT NULL DEFAULT 1.50, MODIFY n BIGINT NOT NULL, ADD INDEX by_n{run} (n), MODIFY state ENUM('new','open','done') NOT NULL DEFAULT 'open';
INSERT /* gh-ost */ INTO `_item_ghc` (id, hint, value) VALUES (NULLIF(2, 0), 'state', 'GhostTableMigrated') ON DUPLICATE KEY UPDATE last_update=NOW(), value=VALUES(value);
CREATE TRIGGER changed_i AFTER INSERT ON item FOR EACH ROW REPLACE INTO `_item_gho` (id, n, state, flags) VALUES (NEW.id, NEW.n, NEW.state, NEW.flags);
CREATE TRIGGER changed_u AFTER UPDATE ON item FOR EACH ROW REPLACE INTO `_item_gho` (id, n, state, flags) VALUES (NEW.id, NEW.n, NEW.state, NEW.flags);
CREATE TRIGGER changed_d AFTER DELETE ON item FOR EACH ROW DELETE FROM `_item_gho` WHERE id = OLD.id;
INSERT /* gh-ost */ IGNORE INTO `_item_gho` (id, n, state, flags) (SELECT id, n, state, flags FROM item FORCE INDEX (`PRIMARY`) WHERE id <= 1000 LOCK IN SHARE MODE);
INSERT /* gh-ost */ INTO `_item_ghc` (id, hint, value) VALUES (NULLIF(1, 0), 'heartbeat', '2026-11-22T10:00:00Z') ON DUPLICATE KEY UPDATE last_update=NOW(), value=VALUES(value);
INSERT /* gh-ost */ IGNORE INTO `_item_gho` (id, n, state, flags) (SELECT id, n, state, flags FROM item FORCE INDEX (`PRIMARY`) WHERE id > 1000 LOCK IN SHARE MODE);
CREATE /* gh-ost */ TABLE `_item_del` (id int auto_increment primary key) engine=InnoDB comment='ghost-cut-over-sentry';
DROP /* gh-ost */ TABLE IF EXISTS `_item_del`;
RENAME /* gh-ost */ TABLE `item` TO `_item_del`, `_item_gho` TO `item`;
DROP /* gh-ost */ TABLE IF EXISTS `_item_ghc`;
DROP /* gh-ost */ TABLE IF EXISTS `_item_del`;
