#!/bin/bash
# Creates, pays, ships and deletes orders in small transactions, indefinitely.
set -u
export MYSQL_PWD
MYSQL_PWD=$(cat /run/secrets/mysql_password)
statements() {
  while true; do
    cat <<'SQL'
START TRANSACTION;
INSERT INTO orders (customer_id, total) VALUES (1 + FLOOR(RAND() * 1000), ROUND(RAND() * 500, 2));
INSERT INTO orders (customer_id, total) VALUES (1 + FLOOR(RAND() * 1000), ROUND(RAND() * 500, 2));
COMMIT;
UPDATE orders SET status = 'paid' WHERE status = 'open' AND id % 7 = FLOOR(RAND() * 7) ORDER BY id DESC LIMIT 2;
UPDATE orders SET status = 'shipped' WHERE status = 'paid' ORDER BY id LIMIT 2;
DELETE FROM orders WHERE status = 'shipped' ORDER BY id LIMIT 1;
DO SLEEP(0.01);
SQL
  done
}
until statements | mysql -hmysql -uroot shop; do sleep 1; done
