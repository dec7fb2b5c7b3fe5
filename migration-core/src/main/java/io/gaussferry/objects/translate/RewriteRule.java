package io.gaussferry.objects.translate;

/** The rules that change an object's SQL. Each is listed in the report of the objects that it changed. */
public enum RewriteRule {
    BODY("the body is written in PL/pgSQL: labels, loops, conditions and assignments in its syntax"),
    NAMES("names are quoted, in the case of their definition, and qualified with their schema"),
    STRINGS("strings are written with single quotes and without MySQL's escapes"),
    CHARACTER_SET("character sets are left out: the target has one, UTF-8"),
    COLLATION("a collation is left out: the target has no equal one, so comparisons follow its default"),
    VARIABLE_COLLATION(
            "variables and literals are compared by the collation that MySQL has stored with the object, or the nearest one"),
    LETTER_CASE(
            "LOWER and UPPER of columns with a collation convert by the target's default collation: by the others only ASCII letters are converted"),
    SEARCHES(
            "INSTR, LOCATE, POSITION and FIND_IN_SET compare each part of a string with other characters than ASCII by the"
                    + " collation, as MySQL does"),
    DISTINCT_STRINGS(
            "COUNT(DISTINCT) of a string has a constant as a second argument: without it the target compares bytes"),
    ALL_OCCURRENCES("REGEXP_REPLACE names the first position and all occurrences: the target replaces one by default"),
    QUOTED_NULL("QUOTE of NULL is the string NULL, as in MySQL"),
    ENUMS(
            "variables of type ENUM are strings, which are checked when they are assigned; ORDER BY and arithmetic use the members' numbers"),
    ENUM_LITERALS(
            "string literals that are stored in columns of type ENUM have the spelling of the member, which the target requires"),
    ARGUMENTS(
            "arguments are checked in the body, because the target changes those that do not fit with a warning only; a JSON document gets the"
                    + " form that MySQL prints"),
    ARGUMENT_TYPES(
            "arguments of routines that expect dates and times are converted to them: the target finds no routine for another type"),
    DIGITS("quotients and averages have the decimals of MySQL, and ROUND of floating-point numbers rounds as in MySQL"),
    FLOATING(
            "numbers with an exponent are floating-point numbers, which CAST and FORMAT round as in MySQL, whose remainders have a fraction, and which become strings with the digits of MySQL"),
    BITS(
            "operands of bit operators and of BIT_AND, BIT_OR and BIT_XOR are unsigned numbers of 64 bits, as in MySQL; a number that is"
                    + " assigned to a BIT is written as bits; on dolphin a variable of type BIT is a number"),
    PRINTED_TIMES(
            "dates and times that become strings have the fractional digits of their type, and no offset of a time zone, as in MySQL"),
    FORMATS(
            "FORMAT prints a rounded number, and %f of DATE_FORMAT is MICROSECOND: the target's are wrong for some negative numbers, large ones and"
                    + " times"),
    UNSIGNED(
            "unsigned numbers are signed next to negative ones in CASE, IF, IFNULL and COALESCE, and in GREATEST and LEAST: the target makes 0"
                    + " of a negative one"),
    TIME_DIFFERENCES(
            "TIMESTAMPDIFF in units up to a week is computed from seconds: the target's is wrong by a year for less than a day across New"
                    + " Year, and by a day for fractional digits"),
    TIME_PARTS("HOUR, MINUTE, SECOND and MICROSECOND of a negative time are positive, as in MySQL"),
    LIMITS("a variable of LIMIT that is negative or NULL has the meaning of MySQL: all rows, or none"),
    SET_VALUES(
            "a SET that is stored in a column of type SET is a string: each column has a type of its own on the target, which has no conversion"),
    BYTES(
            "literals of bytes that are stored in columns of bytes are written with UNHEX: the target reads them as bits"),
    NUMBERS("hexadecimal and binary literals in arithmetic are written as numbers"),
    IGNORED_ERRORS("INSERT IGNORE of one row leaves it out if it refers to a missing row, as in MySQL"),
    IGNORED_DUPLICATES(
            "INSERT IGNORE of a query is ON DUPLICATE KEY UPDATE NOTHING: the target fails for a duplicate key"),
    ASSIGNMENTS(
            "an assignment of an UPDATE that reads a column which the same UPDATE has assigned before has the assigned value, as in MySQL"),
    DELETES("a DELETE that names its table apart from those that it reads has them after USING"),
    DIVISIONS("a division by zero fails where MySQL's strict mode refuses it"),
    TABLES("CREATE TABLE AS, and DROP TABLE of such a table, are part of the caller's transaction: MySQL commits"),
    CREATED_ROWS(
            "CREATE TABLE AS with variables creates an empty table and inserts the rows: the target finds no variables in it"),
    TEMPORARY_TABLES("temporary tables have the schema pg_temp, so that no ordinary table of that name is meant"),
    OPERATORS("&&, ||, ! and <=> are written as AND, OR, NOT and IS NOT DISTINCT FROM, and ^ as # where it is a power"),
    CHAR_BLANKS(
            "a CHAR column or variable in a function of strings is written without the blanks at its end, which the target's functions include"),
    ROLLUP("GROUP BY … WITH ROLLUP is written as GROUP BY ROLLUP"),
    RECURSIVE_STRINGS(
            "CAST AS CHAR(n) in the first query of a recursive one has no length, because those of the next query have none"),
    PRECEDENCE(
            "operations are in parentheses where an operator of the target binds less: DIV, MOD, ~, the bit operators, and a comparison"
                    + " that IS tests"),
    CLOCK("the present time is truncated to its digits, as in MySQL: the target rounds it"),
    VERSION_COMMENTS("the content of version comments, /*! … */, is part of the SQL, as in MySQL"),
    HINTS("hints for MySQL's optimizer, priorities such as LOW_PRIORITY, and ORDER BY NULL are left out"),
    LOCKS("LOCK IN SHARE MODE is written as FOR SHARE"),
    VARIABLES(
            "variables that are named like a column have another name, because the target would not decide between them"),
    DECLARED_TYPES(
            "parameters and results are assigned to variables, because the target ignores their length and scale"),
    SELECT_INTO("SELECT INTO keeps the variables if there is no row, and fails for a second row, as in MySQL"),
    FETCH("FETCH keeps the variables if there is no row, as in MySQL"),
    HANDLERS("handlers are exception blocks around each statement that they apply to"),
    ERROR_CODES("error codes are written as the target's SQLSTATEs"),
    WARNINGS("handlers for SQLWARNING are left out: the target raises no such conditions"),
    SIGNALS("SIGNAL is written as RAISE; MYSQL_ERRNO is left out"),
    ATOMIC_CALLS("an error undoes all that a call has changed: MySQL keeps the changes before the failed statement"),
    GROUP_SPELLING(
            "of strings that a collation equates, GROUP BY, DISTINCT, UNION, MIN and MAX may return another one: MySQL does not define which"),
    TRANSACTIONS("START TRANSACTION is written as COMMIT, which it implies"),
    CALLERS_TRANSACTION(
            "a procedure that returns rows is part of the caller's transaction: START TRANSACTION and COMMIT are left out,"
                    + " and ROLLBACK in a handler undoes what the body has changed"),
    SESSION_SETTINGS("settings that only MySQL has are not set"),
    ROW_COUNTS(
            "ROW_COUNT() is a variable, which each statement sets: the target's function counts the rows that triggers change, too"),
    INSERTED_NUMBERS(
            "a trigger or function that inserts rows restores the value of LAST_INSERT_ID() at its end, as MySQL does"),
    USER_VARIABLES("user variables require enable_set_variable_b_format, which the routine sets"),
    DYNAMIC_SQL(
            "SQL of PREPARE that is known but for its values is executed with EXECUTE, in the target's SQL; a value that would"
                    + " change the SQL is refused"),
    RESULT_SET("a procedure that returns rows is a function, so that every driver receives them"),
    SQL_MODE("the routine sets dolphin.sql_mode to the modes with which it was created"),
    SQL_SECURITY("SQL SECURITY is written as on the target; DEFINER is the account that creates the object"),
    CASCADED_ROWS(
            "the trigger's function returns at once for a row that the action of a foreign key changes: MySQL fires no trigger for"
                    + " it; such a row is known by its parent, which is gone"),
    TRIGGER_FUNCTION("a trigger's body is a function, and its name has the order of execution"),
    EVENT_PROCEDURE(
            "an event's body is a procedure, which the event calls; the event is disabled until ALTER EVENT enables it"),
    EVENT_TIME_ZONE("an event's body has the event's time zone"),
    EVENT_INTERVAL("an event's interval in weeks or quarters is written in days or months"),
    VIEW_TYPES("computed columns of a view are converted to the type that MySQL computes");

    private final String description;

    RewriteRule(String description) {
        this.description = description;
    }

    /** Returns a description for the report. */
    public String description() {
        return description;
    }
}
