package io.gaussferry.type;

/** How an index may cover a part of a column's values. */
public enum IndexPrefix {
    /** It covers whole values. */
    NONE,
    /** It covers whole values, or the first characters or bytes. */
    OPTIONAL,
    /** It covers the first characters or bytes, which the statement specifies. */
    REQUIRED,
    /** It covers a part of a fixed size. */
    FIXED
}
