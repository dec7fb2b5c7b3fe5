-- A dump of a parent table is loaded with foreign_key_checks = 0: its children and their foreign key remain.
-- outcome: equal
-- before
CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(20));
CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT,
  CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customer (id) ON DELETE CASCADE);
INSERT INTO customer VALUES (1, 'one'), (2, 'two');
INSERT INTO orders VALUES (10, 1), (11, 2);

-- live
SET SESSION foreign_key_checks = 0;
DROP TABLE IF EXISTS customer;
CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(20));
/*!40000 ALTER TABLE customer DISABLE KEYS */;
INSERT INTO customer VALUES (1, 'uno'), (2, 'due');
/*!40000 ALTER TABLE customer ENABLE KEYS */;
SET SESSION foreign_key_checks = 1;
INSERT INTO orders VALUES (12, 1);
DELETE FROM customer WHERE id = 2;
