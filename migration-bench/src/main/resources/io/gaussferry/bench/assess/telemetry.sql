CREATE TABLE device (id BINARY(16) PRIMARY KEY, name VARCHAR(100) NOT NULL, properties JSON, created TIMESTAMP(3) NOT NULL, KEY by_name (name));
INSERT INTO device SELECT UNHEX(MD5(i)), CONCAT('device ', i), JSON_OBJECT('model', i % 7, 'tags', JSON_ARRAY('a', i)), '2024-01-01 00:00:00' + INTERVAL i SECOND FROM numbers WHERE i <= ${0.1};
CREATE TABLE reading (id BIGINT PRIMARY KEY AUTO_INCREMENT, device BINARY(16) NOT NULL, at DATETIME(3) NOT NULL, temperature FLOAT, humidity DOUBLE, ok BIT(1) NOT NULL, payload VARBINARY(200), KEY by_device (device, at));
INSERT INTO reading SELECT i, UNHEX(MD5(1 + i % ${0.1})), '2024-01-01' + INTERVAL i SECOND, RAND(i) * 40, RAND(i + 1), b'1', REPEAT(UNHEX('0102ff'), 20) FROM numbers WHERE i <= ${0.9};
