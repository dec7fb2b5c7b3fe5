package io.gaussferry.type;

/** The kind of an expression's value. Comparisons treat the types of one family alike. */
public enum ValueFamily {
    TEXT,
    NUMBER,
    DATE,
    ENUM,
    OTHER,
    /** A parameter, NULL, or an expression whose type is not known. */
    UNKNOWN
}
