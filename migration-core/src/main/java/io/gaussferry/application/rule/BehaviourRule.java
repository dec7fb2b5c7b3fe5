package io.gaussferry.application.rule;

import io.gaussferry.objects.translate.RewriteRule;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A difference in behaviour. Each rule has its reason, and the source of that. */
public enum BehaviourRule {
    CASE(
            Level.DIFFERS,
            Target.ANY,
            "strings that are equal for one side's collation are different for the other's: case, accents",
            "MySQL, Case Sensitivity in String Searches; collations.md"),
    COLLATION(
            Level.NOTE,
            Target.ANY,
            "both collations ignore case, and treat some characters differently",
            "collations.md"),
    CONNECTION_COLLATION(
            Level.NOTE,
            Target.ANY,
            "strings without a column, such as those of CAST, are compared by the connection's collation, which ignores case by default in MySQL",
            "MySQL, Connection Character Sets and Collations; measured on openGauss 6.0.2"),
    PADDING(
            Level.NOTE,
            Target.ANY,
            "one side ignores trailing blanks in comparisons, the other does not",
            "MySQL, Unicode Character Sets (pad attributes); collations.md"),
    TEXT_ORDER(
            Level.DIFFERS,
            Target.ANY,
            "strings are sorted by MySQL's collation, and by bytes on the target",
            "MySQL, Case Sensitivity in String Searches; collations.md"),
    TEXT_AND_NUMBER(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "MySQL compares a string and a number as floating-point numbers: '1x' equals 1, 'x' equals 0; PostgreSQL refuses it",
            "MySQL, Type Conversion in Expression Evaluation"),
    NUMBER_AND_TEXT(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "MySQL converts a string without digits to 0 where a number is compared; PostgreSQL refuses it",
            "MySQL, Type Conversion in Expression Evaluation"),
    DATE_AND_NUMBER(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "MySQL treats a date as a number, such as 20240131, where it meets a number",
            "MySQL, Type Conversion in Expression Evaluation"),
    YEAR_AND_NUMBER(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a YEAR is compared with a number outside of 1901 to 2155, which dolphin takes for another year",
            "MySQL, The YEAR Type; types.md"),
    MEMBER_CASE(
            Level.DIFFERS,
            Target.ANY,
            "a string names a member of an ENUM or SET in another case, or with blanks at its end: it is equal in MySQL only",
            "MySQL, The ENUM Type; types.md"),
    JSON_COMPARISON(
            Level.DIFFERS,
            Target.ANY,
            "a value of a JSON document is compared by MySQL's JSON order, and as another type on the target",
            "MySQL, The JSON Data Type (Comparison and Ordering of JSON Values)"),
    ZERO_DATE(
            Level.DIFFERS, Target.ANY, "the target has no date 0000-00-00, or depends on dolphin.sql_mode", "types.md"),
    DIVISION(
            Level.DIFFERS,
            Target.ANY,
            "the quotient has other digits: MySQL adds 4 to those of the dividend, openGauss computes 16 or more, PostgreSQL divides integers"
                    + " without a remainder",
            "MySQL, Arithmetic Operators; PostgreSQL, Mathematical Functions"),
    ZERO_DIVISOR(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "a divisor of 0 makes NULL in a query of MySQL, and an error on PostgreSQL",
            "MySQL, Server SQL Modes (ERROR_FOR_DIVISION_BY_ZERO)"),
    GROUP_BY(
            Level.DIFFERS,
            Target.ANY,
            "a column is neither grouped nor aggregated: the value of any row of the group is returned, or the target refuses it",
            "MySQL, MySQL Handling of GROUP BY"),
    LIMIT(
            Level.DIFFERS,
            Target.ANY,
            "LIMIT without ORDER BY: each side returns or changes other rows",
            "MySQL, LIMIT Query Optimization"),
    ORDER_TIES(
            Level.NOTE,
            Target.ANY,
            "LIMIT, or a window function such as ROW_NUMBER, with an ORDER BY that leaves the order of some rows open",
            "MySQL, LIMIT Query Optimization"),
    NULL_ORDER(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "MySQL sorts NULL before other values, PostgreSQL after them",
            "MySQL, Working with NULL Values; PostgreSQL, Sorting Rows"),
    ENUM_ORDER(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "MySQL sorts an ENUM by the position of its members; on PostgreSQL it is a string",
            "MySQL, The ENUM Type; types.md"),
    ON_DUPLICATE_KEY(
            Level.NOTE,
            Target.ANY,
            "the number of affected rows of an updated row is 1, and 2 in MySQL",
            "MySQL, INSERT … ON DUPLICATE KEY UPDATE Statement"),
    REPLACE(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "PostgreSQL has no REPLACE; openGauss deletes and inserts as MySQL does",
            "MySQL, REPLACE Statement; measured on openGauss 6.0.2"),
    IGNORE(
            Level.DIFFERS,
            Target.ANY,
            "MySQL changes or skips rows with any error; the target skips a row that is a duplicate or has NULL in a NOT NULL column",
            "MySQL, Server SQL Modes (IGNORE); guides/objects.md"),
    ASSIGNMENT_ORDER(
            Level.DIFFERS,
            Target.ANY,
            "UPDATE uses a column after assigning it: MySQL uses the new value, the target the old one",
            "MySQL, UPDATE Statement; PostgreSQL, UPDATE",
            RewriteRule.ASSIGNMENTS),
    MULTI_TABLE(
            Level.NOTE,
            Target.ANY,
            "a row that several rows of the other table match is changed with any one of them",
            "MySQL, UPDATE Statement"),
    NOT_STRICT(
            Level.NOTE,
            Target.ANY,
            "without strict sql_mode MySQL changes values that do not fit; the target refuses them",
            "MySQL, Server SQL Modes (strict mode)"),
    LOCKING_READ(
            Level.DIFFERS,
            Target.ANY,
            "MySQL locks the gaps between rows, so that no other session inserts a row that the query would find; the target locks rows only",
            "MySQL, InnoDB Locking (gap locks); PostgreSQL, Explicit Locking"),
    VERSION_COMMENT(
            Level.DIFFERS,
            Target.ANY,
            "MySQL executes the content of a version comment, /*! … */, and the target ignores it",
            "MySQL, Comments",
            RewriteRule.VERSION_COMMENTS),
    PIPES(
            Level.DIFFERS,
            Target.ANY,
            "|| is OR in MySQL, and concatenates on the target",
            "MySQL, Server SQL Modes (PIPES_AS_CONCAT)",
            RewriteRule.OPERATORS),
    POWER(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "^ is a bitwise exclusive OR in MySQL, and a power on the target",
            "MySQL, Bit Functions and Operators; PostgreSQL, Mathematical Functions",
            RewriteRule.OPERATORS),
    PRECEDENCE(
            Level.DIFFERS,
            Target.ANY,
            "an operator binds less on the target than in MySQL: DIV, MOD, ~, !, &, |, << and >> next to others, or a comparison that IS tests",
            "MySQL, Operator Precedence; PostgreSQL, Operator Precedence; measured on openGauss 6.0.2",
            RewriteRule.PRECEDENCE),
    DOUBLE_QUOTES(
            Level.DIFFERS,
            Target.ANY,
            "text in double quotes is a string in MySQL, and a name on the target",
            "MySQL, Server SQL Modes (ANSI_QUOTES)",
            RewriteRule.STRINGS),
    ESCAPES(
            Level.DIFFERS,
            Target.ANY,
            "the target does not decode backslash escapes in strings",
            "MySQL, String Literals; PostgreSQL, String Constants",
            RewriteRule.STRINGS),
    BYTEWISE_FUNCTION(
            Level.DIFFERS,
            Target.ANY,
            "the function ignores case in MySQL, and distinguishes it on the target",
            "MySQL, String Functions and Operators"),
    CONCAT_NULL(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "CONCAT with NULL is NULL in MySQL; PostgreSQL leaves out the NULL",
            "MySQL, String Functions and Operators; PostgreSQL, String Functions"),
    CHAR_BLANKS(
            Level.DIFFERS,
            Target.ANY,
            "a CHAR column has its trailing blanks in functions of the target; MySQL removes them when it reads the column",
            "MySQL, The CHAR and VARCHAR Types; PostgreSQL, Character Types"),
    FLOAT_TEXT(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a FLOAT or DOUBLE as a string has other digits: opengauss-jdbc has its sessions print 17 of them",
            "PostgreSQL, Client Connection Defaults (extra_float_digits)"),
    HALF_ROUNDING(
            Level.NOTE,
            Target.DOLPHIN,
            "MySQL rounds half of a FLOAT or DOUBLE to the even number, the target may round it away from zero",
            "MySQL, Rounding Behavior"),
    LETTERS(
            Level.NOTE,
            Target.ANY,
            "UPPER and LOWER change only the letters A to Z of a column with a collation on openGauss, and of others in a database with"
                    + " LC_CTYPE C",
            "PostgreSQL, Locale Support; measured on openGauss 6.0.2",
            RewriteRule.LETTER_CASE),
    DISTINCT_COUNT(
            Level.DIFFERS,
            Target.DOLPHIN,
            "COUNT(DISTINCT …) of strings counts different bytes, also where the collation treats them as equal",
            "MySQL, Aggregate Function Descriptions; measured on openGauss 6.0.2",
            RewriteRule.DISTINCT_STRINGS),
    COLLATION_CONFLICT(
            Level.DIFFERS,
            Target.DOLPHIN,
            "columns with different collations are compared: MySQL prefers a binary one, the target may refuse it for a row",
            "MySQL, Collation Coercibility in Expressions; measured on openGauss 6.0.2"),
    ARGUMENT_TYPE(
            Level.DIFFERS,
            Target.DOLPHIN,
            "the function reads a value of this type in another way, such as the number of a member, or a date without hyphens",
            "measured on openGauss 6.0.2"),
    FRACTION_TEXT(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a time with fractional digits has no trailing zeros as a string, and all of its digits in MySQL",
            "MySQL, Fractional Seconds in Time Values; measured on openGauss 6.0.2"),
    TIMESTAMP_TEXT(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a TIMESTAMP as a string ends in the offset of the session's time zone, such as +00",
            "MySQL, Date and Time Data Types; measured on openGauss 6.0.2"),
    UNION_TYPES(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a UNION of an unsigned number with a number of another type is a string, which is sorted by its characters, and loses those of"
                    + " BIGINT UNSIGNED that a smaller type cannot hold",
            "MySQL, UNION Clause; measured on openGauss 6.0.2"),
    ESCAPED_PATTERN(
            Level.DIFFERS,
            Target.DOLPHIN,
            "LIKE reads \\\\ and \\% after the wildcard % in another way, if the column's collation ignores case",
            "MySQL, String Comparison Functions and Operators; measured on openGauss 6.0.2"),
    TEXT_IN_CHANGE(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a change reads strings as numbers: the first one that is no number ends it, also in rows that another condition excludes",
            "MySQL, Type Conversion in Expression Evaluation; measured on openGauss 6.0.2"),
    MICROSECONDS(
            Level.DIFFERS,
            Target.DOLPHIN,
            "the microseconds of a DATETIME or TIME lose the zeros after the decimal point: 0.001 is 100000",
            "MySQL, Date and Time Functions; measured on openGauss 6.0.2"),
    SET_COMPARISON(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a SET is compared by its string in MySQL; the target refuses < and >, and compares with an ENUM by number",
            "MySQL, The SET Type; measured on openGauss 6.0.2"),
    NEGATIVE_BITS(
            Level.NOTE,
            Target.ANY,
            "the result of |, ^, << and >> of a negative number is unsigned in MySQL, and negative on the target",
            "MySQL, Bit Functions and Operators; measured on openGauss 6.0.2"),
    ROOT_DIGITS(
            Level.NOTE,
            Target.ANY,
            "roots, powers and deviations have other digits, and so have FORMAT, and CASE or LEAST of numbers with and without fractions",
            "MySQL, Mathematical Functions; measured on openGauss 6.0.2"),
    QUOTED_NULL(
            Level.NOTE,
            Target.DOLPHIN,
            "QUOTE of NULL is the string NULL in MySQL, and NULL on the target",
            "MySQL, String Functions and Operators; measured on openGauss 6.0.2"),
    INVALID_TIME(
            Level.NOTE,
            Target.DOLPHIN,
            "a string that is no date or time is NULL in MySQL, and 0000-00-00 or 00:00:00 on the target",
            "MySQL, Cast Functions and Operators; measured on openGauss 6.0.2"),
    FIND_IN_SET(
            Level.NOTE,
            Target.DOLPHIN,
            "FIND_IN_SET returns the number of the member in the type of a SET column, and on the target its position in the value",
            "MySQL, String Functions and Operators; measured on 8.0.33"),
    TIME_OF_DAY(
            Level.NOTE,
            Target.DOLPHIN,
            "DATE_FORMAT of a TIME of a day or more has the hour of the day in MySQL, and all hours on the target",
            "MySQL, Date and Time Functions; measured on openGauss 6.0.2"),
    BIT_WIDTH(
            Level.DIFFERS,
            Target.DOLPHIN,
            "MySQL computes with 64 unsigned bits: on the target << loses the bits beyond the column's type, and | keeps the sign",
            "MySQL, Bit Functions and Operators; measured on openGauss 6.0.2"),
    BIT_TEXT(
            Level.DIFFERS,
            Target.ANY,
            "a BIT column as a string, or in HEX, has all of its bits on the target, and no leading zeros in MySQL",
            "MySQL, Bit-Value Type; measured on openGauss 6.0.2"),
    FLOAT_REMAINDER(
            Level.DIFFERS,
            Target.DOLPHIN,
            "the remainder of a FLOAT or DOUBLE is computed from its whole part",
            "MySQL, Arithmetic Operators; measured on openGauss 6.0.2"),
    JSON_TEXT(
            Level.NOTE,
            Target.DOLPHIN,
            "JSON functions print numbers with other digits, such as 1 for 1.0, and other blanks",
            "MySQL, The JSON Data Type; measured on openGauss 6.0.2"),
    CHAR_CAST(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "CAST AS CHAR makes a string of one character, and CHAR(n) one with blanks at its end; MySQL makes a string of any length",
            "MySQL, Cast Functions and Operators; PostgreSQL, Character Types"),
    BYTE_LENGTH(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "LENGTH counts bytes in MySQL, and characters on PostgreSQL",
            "MySQL, String Functions and Operators; PostgreSQL, String Functions"),
    BOOLEAN_VALUE(
            Level.DIFFERS,
            Target.POSTGRESQL,
            "a condition as a value is 1 or 0 in MySQL, and a boolean on PostgreSQL",
            "MySQL, Comparison Functions and Operators; PostgreSQL, Boolean Type"),
    CLOCK(
            Level.NOTE,
            Target.DOLPHIN,
            "the present time is rounded to seconds, and truncated in MySQL: it may be half a second in the future",
            "objects.md",
            RewriteRule.CLOCK),
    AFFECTED_ROWS(
            Level.DIFFERS,
            Target.ANY,
            "ROW_COUNT() counts the rows that match, not only those whose values change; FOUND_ROWS() is not available",
            "MySQL, Information Functions; objects.md"),
    LAST_INSERT_ID(
            Level.NOTE,
            Target.ANY,
            "LAST_INSERT_ID() depends on AUTO_INCREMENT columns, which the target has after the cutover",
            "MySQL, Information Functions"),
    BIT_LITERAL(
            Level.DIFFERS,
            Target.ANY,
            "x'41', 0x41 and b'1' are strings of bytes in MySQL, and bits on the target; with treat_bxconst_as_binary in dolphin.sql_mode"
                    + " they are bytes, also where MySQL reads a number",
            "MySQL, Hexadecimal Literals; PostgreSQL, Bit-String Constants; measured on openGauss 6.0.2",
            RewriteRule.BYTES),
    USER_VARIABLES(
            Level.DIFFERS,
            Target.ANY,
            "a variable is assigned within an expression: the order of evaluation is not defined",
            "MySQL, User-Defined Variables"),
    REGULAR_EXPRESSION(
            Level.NOTE,
            Target.ANY,
            "regular expressions are ICU's in MySQL 8, and POSIX's on the target",
            "MySQL, Regular Expressions; PostgreSQL, Pattern Matching"),
    UNSIGNED_SUBTRACTION(
            Level.NOTE,
            Target.POSTGRESQL,
            "MySQL refuses a negative difference of unsigned numbers; PostgreSQL computes it",
            "MySQL, Server SQL Modes (NO_UNSIGNED_SUBTRACTION)"),
    AGGREGATE_DIGITS(
            Level.NOTE,
            Target.ANY,
            "AVG has 4 more digits than its column in MySQL, and 16 on the target",
            "MySQL, Aggregate Function Descriptions"),
    GROUP_CONCAT_ORDER(
            Level.NOTE,
            Target.ANY,
            "GROUP_CONCAT without ORDER BY joins the values in any order, and MySQL cuts the result at group_concat_max_len",
            "MySQL, Aggregate Function Descriptions"),
    CHAR_RESULT(
            Level.DIFFERS,
            Target.ANY,
            "a CHAR column is returned with blanks at its end: dolphin.sql_mode has pad_char_to_full_length by default",
            "MySQL, The CHAR and VARCHAR Types; measured on openGauss 6.0.2"),
    DRIVER_VALUE(
            Level.DIFFERS,
            Target.ANY,
            "opengauss-jdbc returns another value: BINARY and VARBINARY as characters such as \\x41, and BIT as binary digits, so that getInt of 5 is 101;"
                    + " getString of a TIMESTAMP ends in the time zone's offset",
            "measured with opengauss-jdbc 6.0.2"),
    FLOAT_DIGITS(
            Level.NOTE,
            Target.ANY,
            "MySQL returns 6 digits of a FLOAT, the target up to 9",
            "MySQL, Floating-Point Types; measured on openGauss 6.0.2"),
    TIME_DIFFERENCE(
            Level.DIFFERS,
            Target.DOLPHIN,
            "TIMESTAMPDIFF in units up to a week is wrong by a year for less than a day across New Year, and by a day for fractional digits",
            "MySQL, Date and Time Functions; measured on openGauss 6.0.2",
            RewriteRule.TIME_DIFFERENCES),
    NEGATIVE_TIME(
            Level.NOTE,
            Target.DOLPHIN,
            "a negative TIME loses its sign in opengauss-jdbc, and its HOUR is negative on the target",
            "MySQL, The TIME Type; measured on openGauss 6.0.2"),
    INVALID_DATE(
            Level.DIFFERS,
            Target.DOLPHIN,
            "a date is compared with a string that is no date: MySQL refuses it or compares strings, the target finds no rows",
            "MySQL, Type Conversion in Expression Evaluation; measured on openGauss 6.0.2"),
    ENUM_COMPARISON(
            Level.DIFFERS,
            Target.DOLPHIN,
            "<, > and BETWEEN of an ENUM and a string compare strings in MySQL, and positions of members on the target",
            "MySQL, The ENUM Type; measured on openGauss 6.0.2"),
    BOOLEAN_LITERAL(
            Level.DIFFERS,
            Target.ANY,
            "TRUE and FALSE are 1 and 0 in MySQL, and equal the strings true and false on the target",
            "MySQL, Boolean Literals; measured on openGauss 6.0.2"),
    REGULAR_CASE(
            Level.DIFFERS,
            Target.DOLPHIN,
            "REGEXP ignores case on the target, also where the column's collation does not",
            "MySQL, Regular Expressions; measured on openGauss 6.0.2"),
    EMPTY_PADDING(
            Level.DIFFERS,
            Target.ANY,
            "LPAD and RPAD with an empty string are empty in MySQL, and the first argument on the target",
            "MySQL, String Functions and Operators; measured on openGauss 6.0.2"),
    SERVER_INFORMATION(
            Level.DIFFERS,
            Target.ANY,
            "the function names the server or the account: VERSION() is not a version of MySQL, USER() has no host",
            "MySQL, Information Functions; measured on openGauss 6.0.2"),
    FULL_TEXT(
            Level.DIFFERS,
            Target.ANY,
            "MATCH … AGAINST finds words by MySQL's full-text index, and other rows in another order on the target",
            "MySQL, Full-Text Search Functions; measured on openGauss 6.0.2"),
    EQUAL_STRINGS(
            Level.NOTE,
            Target.ANY,
            "DISTINCT, GROUP BY, UNION, MIN and MAX return any of the strings that the collation treats as equal",
            "MySQL, SELECT Statement; measured on openGauss 6.0.2"),
    HINTS(
            Level.NOTE,
            Target.ANY,
            "hints for MySQL's optimizer have no effect on the target, or another one",
            "MySQL, Controlling the Query Optimizer");

    /** The consequence of a rule for the grade. */
    public enum Level {
        /** Rows, values or locks differ, for some values or rows. */
        DIFFERS,
        /** A difference that few applications depend on; the statement is graded without it. */
        NOTE
    }

    /** The targets of a rule. */
    public enum Target {
        ANY,
        DOLPHIN,
        /** PostgreSQL, and openGauss without dolphin. */
        POSTGRESQL
    }

    private final Level level;
    private final Target target;
    private final String description;
    private final String source;
    private final @Nullable RewriteRule remedy;

    BehaviourRule(Level level, Target target, String description, String source) {
        this(level, target, description, source, null);
    }

    BehaviourRule(Level level, Target target, String description, String source, @Nullable RewriteRule remedy) {
        this.level = level;
        this.target = target;
        this.description = description;
        this.source = source;
        this.remedy = remedy;
    }

    /** Returns its name in reports, such as {@code text-order}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns its consequence. */
    public Level level() {
        return level;
    }

    /** Returns the difference. */
    public String description() {
        return description;
    }

    /** Returns the row of the reference. */
    public String documentRow() {
        String scope = switch (target) {
            case ANY -> "all";
            case DOLPHIN -> "openGauss";
            case POSTGRESQL -> "without dolphin";
        };
        return "| `" + word() + "` | " + (level == Level.DIFFERS ? "differs" : "note") + " | " + scope + " | "
                + description.replace("|", "\\|") + (remedy == null ? "" : ". The rewrite removes the difference")
                + " | "
                + source + " |";
    }

    /** Returns whether it applies to a target. */
    boolean appliesTo(boolean dolphin) {
        return switch (target) {
            case ANY -> true;
            case DOLPHIN -> dolphin;
            case POSTGRESQL -> !dolphin;
        };
    }

    /** Returns the rewrite that removes the difference; null for none. */
    public @Nullable RewriteRule remedy() {
        return remedy;
    }
}
