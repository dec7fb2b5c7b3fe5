package io.gaussferry.type;

import java.math.BigInteger;

/**
 * A literal default in a statement, for one column. Each method reads the literal as MySQL does for one family of types in the session of the
 * statement, and returns the value in MySQL's notation. The implementation throws an exception if the value is uncertain.
 */
public interface StatementLiteral {

    /** Returns the value of an integer column. */
    String integer();

    /** Returns the value of a DECIMAL column. */
    String decimal();

    /** Returns the value of a FLOAT or DOUBLE column. */
    String floating();

    /** Returns the value of a BIT column. */
    BigInteger bits();

    /** Returns the value of a CHAR or VARCHAR column, without trailing blanks beyond its length. */
    String text();

    /** Returns whether TEXT and BLOB columns have literal defaults, as on MariaDB; MySQL refuses or ignores them. */
    boolean isForLargeColumns();

    /** Returns the value of a BINARY or VARBINARY column, which is not padded. */
    byte[] bytes();

    /** Returns the value of a DATE, DATETIME or TIMESTAMP column. */
    String date();

    /** Returns the value of a TIME column. */
    String time();

    /** Returns the value of a YEAR column. */
    String year();

    /** Returns the value of an ENUM column. */
    String member();

    /** Returns the value of a SET column. */
    String members();
}
