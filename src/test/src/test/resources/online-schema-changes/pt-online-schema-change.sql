-- What pt-online-schema-change 3.5 has the source execute for a table item. Where {definition} stands it writes what SHOW CREATE TABLE has
-- of the table.
CREATE TABLE `_item_new` {definition};
ALTER TABLE `_item_new` ADD COLUMN price{run} DECIMAL(10,2) NOT NULL DEFAULT 1.50, MODIFY n BIGINT NOT NULL, ADD INDEX by_n{run} (n), MODIFY state ENUM('new','open','done') NOT NULL DEFAULT 'open';
CREATE TRIGGER `pt_osc_item_del` AFTER DELETE ON `item` FOR EACH ROW BEGIN DECLARE CONTINUE HANDLER FOR 1146 begin end; DELETE IGNORE FROM `_item_new` WHERE `_item_new`.`id` <=> OLD.`id`; END;
CREATE TRIGGER `pt_osc_item_upd` AFTER UPDATE ON `item` FOR EACH ROW BEGIN DECLARE CONTINUE HANDLER FOR 1146 begin end; DELETE IGNORE FROM `_item_new` WHERE !(OLD.`id` <=> NEW.`id`) AND `_item_new`.`id` <=> OLD.`id`; REPLACE INTO `_item_new` (`id`, `n`, `state`, `flags`) VALUES (NEW.`id`, NEW.`n`, NEW.`state`, NEW.`flags`); END;
CREATE TRIGGER `pt_osc_item_ins` AFTER INSERT ON `item` FOR EACH ROW BEGIN DECLARE CONTINUE HANDLER FOR 1146 begin end; REPLACE INTO `_item_new` (`id`, `n`, `state`, `flags`) VALUES (NEW.`id`, NEW.`n`, NEW.`state`, NEW.`flags`); END;
INSERT LOW_PRIORITY IGNORE INTO `_item_new` (`id`, `n`, `state`, `flags`) SELECT `id`, `n`, `state`, `flags` FROM `item` FORCE INDEX(`PRIMARY`) WHERE ((`id` >= '1')) AND ((`id` <= '1000')) LOCK IN SHARE MODE /*pt-online-schema-change 4711 copy nibble*/;
INSERT LOW_PRIORITY IGNORE INTO `_item_new` (`id`, `n`, `state`, `flags`) SELECT `id`, `n`, `state`, `flags` FROM `item` FORCE INDEX(`PRIMARY`) WHERE ((`id` >= '1001')) LOCK IN SHARE MODE /*pt-online-schema-change 4711 copy nibble*/;
ANALYZE TABLE `_item_new` /* pt-online-schema-change */;
RENAME TABLE `item` TO `_item_old`, `_item_new` TO `item`;
DROP TRIGGER IF EXISTS `pt_osc_item_del`;
DROP TRIGGER IF EXISTS `pt_osc_item_upd`;
DROP TRIGGER IF EXISTS `pt_osc_item_ins`;
SET FOREIGN_KEY_CHECKS=0;
DROP TABLE IF EXISTS `_item_old`;
