package io.gaussferry.type;

/** The optional metadata of a column in a TABLE_MAP event, besides its name: {@code Optional_metadata_field_type} in MySQL's {@code rows_event.h}. */
public enum TableMapField {
    NONE,
    /** Whether it is unsigned. */
    SIGN,
    /** Its collation; that of bytes is {@code binary}. */
    CHARACTER_SET,
    /** Its members and their collation, for ENUM and SET each. */
    MEMBERS
}
