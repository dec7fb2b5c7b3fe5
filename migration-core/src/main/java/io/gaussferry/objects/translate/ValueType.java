package io.gaussferry.objects.translate;

/** The types of an expression's values, as far as MySQL's comparisons and assignments depend on them. */
enum ValueType {
    TEXT,
    ENUM,
    SET,
    NUMBER,
    NULL,
    UNKNOWN;

    /** Returns the type of a value that is one of two. */
    ValueType or(ValueType other) {
        if (this == other || other == NULL) {
            return this;
        }
        if (this == NULL) {
            return other;
        }
        boolean areStrings = (this == TEXT || this == ENUM) && (other == TEXT || other == ENUM);
        return areStrings ? TEXT : UNKNOWN;
    }
}
