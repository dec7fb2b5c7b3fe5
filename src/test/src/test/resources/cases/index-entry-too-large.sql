-- An index entry of MySQL has up to 3,072 bytes, one of the target up to a third of a page.
-- outcome: held: by_u; third of the target's page
-- before
CREATE TABLE url (id INT PRIMARY KEY, u VARCHAR(3072) CHARACTER SET latin1 NOT NULL, UNIQUE KEY by_u (u));
INSERT INTO url VALUES (1, 'short');

-- live
INSERT INTO url SELECT 2, CONCAT(TO_BASE64(RANDOM_BYTES(1024)), TO_BASE64(RANDOM_BYTES(1024)), LEFT(TO_BASE64(RANDOM_BYTES(300)), 250));
