-- What spirit has the source execute for a table item. It writes changes of the table to its shadow by itself; here triggers do, and the rows
-- in the binlog are the same.
DROP TABLE IF EXISTS `_item_new`;
CREATE TABLE `_item_new` LIKE `item`;
ALTER TABLE `_item_new` ADD COLUMN price{run} DECIMAL(10,2) NOT NULL DEFAULT 1.50, MODIFY n BIGINT NOT NULL, ADD INDEX by_n{run} (n), MODIFY state ENUM('new','open','done') NOT NULL DEFAULT 'open';
DROP TABLE IF EXISTS `_item_chkpnt`;
CREATE TABLE `_item_chkpnt` (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, copier_watermark TEXT, checksum_watermark TEXT, binlog_name VARCHAR(255), binlog_pos INT, statement TEXT, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
CREATE TRIGGER changed_i AFTER INSERT ON item FOR EACH ROW REPLACE INTO `_item_new` (id, n, state, flags) VALUES (NEW.id, NEW.n, NEW.state, NEW.flags);
CREATE TRIGGER changed_u AFTER UPDATE ON item FOR EACH ROW REPLACE INTO `_item_new` (id, n, state, flags) VALUES (NEW.id, NEW.n, NEW.state, NEW.flags);
CREATE TRIGGER changed_d AFTER DELETE ON item FOR EACH ROW DELETE FROM `_item_new` WHERE id = OLD.id;
INSERT IGNORE INTO `_item_new` (`id`, `n`, `state`, `flags`) SELECT `id`, `n`, `state`, `flags` FROM `item` FORCE INDEX (PRIMARY) WHERE `id` < 1000;
INSERT INTO `_item_chkpnt` (copier_watermark, checksum_watermark, binlog_name, binlog_pos, statement) VALUES ('{"Key":["id"],"ChunkSize":1000}', '', 'binlog.000001', 4711, 'ALTER TABLE item');
INSERT IGNORE INTO `_item_new` (`id`, `n`, `state`, `flags`) SELECT `id`, `n`, `state`, `flags` FROM `item` FORCE INDEX (PRIMARY) WHERE `id` >= 1000;
ANALYZE TABLE `_item_new`;
RENAME TABLE `item` TO `_item_old`, `_item_new` TO `item`;
DROP TABLE IF EXISTS `_item_old`;
DROP TABLE IF EXISTS `_item_chkpnt`;
