CREATE TABLE country (code CHAR(8) PRIMARY KEY, name CHAR(52) NOT NULL, continent ENUM('Asia','Europe','North America','Africa','Oceania','Antarctica','South America') NOT NULL, area DECIMAL(10,2) NOT NULL, population INT NOT NULL, life_expectancy DECIMAL(3,1));
INSERT INTO country SELECT HEX(i), LEFT(MD5(i), 30), 1 + i % 7, i / 3, i * 10, 50 + i % 40 FROM numbers WHERE i <= ${0.1};
CREATE TABLE city (id INT PRIMARY KEY AUTO_INCREMENT, name CHAR(35) NOT NULL, country_code CHAR(8) NOT NULL, district CHAR(20) NOT NULL, population INT NOT NULL, location DOUBLE, KEY by_country (country_code), CONSTRAINT city_country FOREIGN KEY (country_code) REFERENCES country (code));
INSERT INTO city SELECT i, LEFT(MD5(i), 30), HEX(1 + i % ${0.1}), LEFT(MD5(i + 5), 15), i, RAND(i) FROM numbers WHERE i <= ${0.6};
CREATE TABLE language (country_code CHAR(8) NOT NULL, language CHAR(30) NOT NULL, official ENUM('T','F') NOT NULL, percentage DECIMAL(4,1) NOT NULL, PRIMARY KEY (country_code, language));
INSERT INTO language SELECT HEX(1 + i % ${0.1}), CONCAT('language ', i DIV ${0.1}), 1 + i % 2, i % 100 FROM numbers WHERE i <= ${0.3};
