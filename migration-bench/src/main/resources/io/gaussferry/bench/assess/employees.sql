CREATE TABLE employees (emp_no INT PRIMARY KEY, birth_date DATE NOT NULL, first_name VARCHAR(14) NOT NULL, last_name VARCHAR(16) NOT NULL, gender ENUM('M','F') NOT NULL, hire_date DATE NOT NULL);
INSERT INTO employees SELECT i, '1950-01-01' + INTERVAL i % 7000 DAY, LEFT(MD5(i), 10), LEFT(MD5(i + 1), 12), 1 + i % 2, '1985-01-01' + INTERVAL i % 5000 DAY FROM numbers WHERE i <= ${0.1};
CREATE TABLE salaries (emp_no INT NOT NULL, salary INT NOT NULL, from_date DATE NOT NULL, to_date DATE NOT NULL, PRIMARY KEY (emp_no, from_date), CONSTRAINT salaries_employee FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE RESTRICT);
INSERT INTO salaries SELECT 1 + i % ${0.1}, 40000 + i % 60000, '1985-01-01' + INTERVAL i DIV ${0.1} YEAR, '1986-01-01' + INTERVAL i DIV ${0.1} YEAR FROM numbers WHERE i <= ${0.75};
CREATE TABLE titles (emp_no INT NOT NULL, title VARCHAR(50) NOT NULL, from_date DATE NOT NULL, to_date DATE, PRIMARY KEY (emp_no, title, from_date), KEY by_title (title));
INSERT INTO titles SELECT i, ELT(1 + i % 4, 'Engineer', 'Senior Engineer', 'Staff', 'Assistant Engineer'), '1990-01-01', NULL FROM numbers WHERE i <= ${0.15};
