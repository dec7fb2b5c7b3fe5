package io.gaussferry.type;

/** The ways in which a value may be written that MySQL reads as the same value. */
public enum Notation {
    /** One way only. */
    EXACT,
    /** With and without trailing blanks. */
    TRAILING_BLANKS,
    /** Members in any order, and repeated. */
    MEMBERS,
    /** With leading zeros, and trailing zeros of the fraction. */
    NUMBER,
    /** In upper-case and lower-case hexadecimal digits. */
    BYTES,
    /** As {@link #BYTES}, with and without trailing zero bytes. */
    TRAILING_ZEROS,
    /** With trailing zeros of the fraction, and a time zone. */
    TEMPORAL,
    /** In any spelling of the document. */
    JSON
}
