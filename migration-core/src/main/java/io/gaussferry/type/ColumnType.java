package io.gaussferry.type;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.value.AddressCodec.Form;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.TargetProfile;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column: its form in row images, its type and literals on both servers, and every other property in which types differ. Each family of
 * MySQL's types is a class. A property that every type must define is abstract. A property that only some types have is safe by default: the value or
 * the order is unknown, the values may have changed.
 *
 * <p>A type is created where a table is prepared, not for a value: codecs and encoders exist once per column. Immutable.
 */
public abstract sealed class ColumnType
        permits AddressType,
                BinaryType,
                BitType,
                FloatingType,
                JsonType,
                MemberType,
                NumberType,
                TemporalType,
                TextType {

    /** Maximum number of UTF-8 bytes of a character. */
    static final int LONGEST_CHARACTER = 4;

    /** Maximum size in bytes of a number, a date or a time, also in textual format: DECIMAL(65). */
    static final int LONGEST_SCALAR = 40;

    /** Size in a page of a reference to a value stored elsewhere; shorter values are stored in the row. */
    static final int REFERENCE = 18;

    /** Size in a page of the length of a short value. */
    private static final int LENGTH = 1;

    /** The column's definition. */
    final ColumnDefinition column;

    ColumnType(ColumnDefinition column) {
        this.column = column;
    }

    /** Returns the type of a column. A new type is registered here. */
    public static ColumnType of(ColumnDefinition column) {
        return switch (column.type()) {
            case TINYINT -> new IntegerType(column, 1);
            case SMALLINT -> new IntegerType(column, 2);
            case MEDIUMINT -> new IntegerType(column, 3);
            case INT -> new IntegerType(column, 4);
            case BIGINT -> new IntegerType(column, 8);
            case DECIMAL -> new DecimalType(column);
            case FLOAT -> new FloatingType(column, true);
            case DOUBLE -> new FloatingType(column, false);
            case BIT -> new BitType(column);
            case CHAR, VARCHAR, TEXT -> new TextType(column);
            case BINARY, VARBINARY, BLOB -> new BytesType(column);
            case DATE -> new DateType(column);
            case TIME -> new TimeType(column);
            case DATETIME -> new DateTimeType(column);
            case TIMESTAMP -> new TimestampType(column);
            case YEAR -> new YearType(column);
            case ENUM -> new EnumType(column);
            case SET -> new SetType(column);
            case JSON -> new JsonType(column);
            case GEOMETRY -> new GeometryType(column);
            case VECTOR -> new VectorType(column);
            case UUID -> new AddressType(column, Form.UUID);
            case INET4 -> new AddressType(column, Form.INET4);
            case INET6 -> new AddressType(column, Form.INET6);
        };
    }

    /** Returns the type of its values in row images of a current server. */
    public abstract WireType wireType();

    /** Returns whether row images with values of a wire type may be those of the column. */
    boolean fits(WireType wire) {
        return wire.code() == wireType().code();
    }

    /**
     * Returns the codec of the column in the row images of one table map.
     *
     * @param wire type of the column in the images
     * @param target the target of the values
     * @param rules rules for values that the target cannot store
     * @param usage counts the use of the rules
     * @throws SchemaMismatchException if the type in the binlog differs from the schema
     * @throws UnsupportedColumnException if the column cannot be migrated
     */
    public final ValueCodec codec(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        if (!fits(wire)) {
            throw new SchemaMismatchException(column, wire);
        }
        return decoder(wire, target, rules, usage);
    }

    /**
     * Returns the codec of the column for the initial copy, where only selected values are written.
     *
     * @throws UnsupportedColumnException if the column cannot be migrated
     */
    public final ValueCodec codec(TargetProfile target, ConversionRules rules, ColumnUsage usage) {
        return decoder(wireType(), target, rules, usage);
    }

    /** Returns the codec for a wire type that fits the column. */
    abstract ValueCodec decoder(WireType wire, TargetProfile target, ConversionRules rules, ColumnUsage usage);

    /** Returns the encoder for row images; empty if values of this type of the target cannot be converted to the column's. */
    public abstract Optional<ValueEncoder> encoder(TargetType type, TargetProfile target);

    /** Returns the type of the target's column, as in CREATE TABLE. */
    public abstract String targetType(TargetProfile target, ConversionRules rules);

    /**
     * Returns the collation of the target's column; empty for the target's default, which compares bytes.
     *
     * @param sourceCollation the column's collation at the source; null for a column without one
     */
    public Optional<TargetCollation> collation(
            @Nullable String sourceCollation, TargetProfile target, ConversionRules rules) {
        return Optional.empty();
    }

    /**
     * Returns the condition that limits the target's column to values of the column where the target's type does not.
     *
     * @param quotedColumn the column's quoted name
     */
    public Optional<String> check(TargetProfile target, ConversionRules rules, String quotedColumn) {
        return Optional.empty();
    }

    /** Returns the rules for those of its values that the target may not be able to store. */
    public abstract Set<Rule> rules(TargetProfile target, ConversionRules rules);

    /** Returns the maximum size of a value in a row's page on the target, in bytes. Longer values of variable length are stored outside of it. */
    public abstract long rowBytes();

    /**
     * Returns the maximum size of a value in an index entry of the target, in bytes.
     *
     * @param prefixLength the indexed characters or bytes; 0 for the whole value
     */
    public long indexBytes(int prefixLength) {
        return LONGEST_SCALAR;
    }

    /** Returns the maximum size of a value in the target's textual format, in bytes; empty if it is not limited. */
    public OptionalLong textBytes() {
        return OptionalLong.empty();
    }

    /** Returns the size in a row's page of a value of variable length with up to this number of bytes. */
    static long variable(long bytes) {
        return Math.min(REFERENCE, LENGTH + bytes);
    }

    /** Returns the range of its integers; that of BIGINT for a type other than an integer. */
    public IntegerRange range() {
        return IntegerRange.of(Long.SIZE, column.unsigned());
    }

    /**
     * Returns whether every value of the column with a former definition is preserved, for the column and for an expression of plain functions. Ignores NULL
     * values in a column that becomes NOT NULL.
     */
    public boolean preserves(ColumnDefinition former) {
        return hasTypeOf(former) && column.declaration().equals(former.declaration());
    }

    /** Returns whether another column has the same type and character set. */
    final boolean hasTypeOf(ColumnDefinition other) {
        return column.type() == other.type() && Objects.equals(column.characterSet(), other.characterSet());
    }

    /** Returns MySQL's value for existing rows of a new column that is NOT NULL and has no default, as SQL; empty if it is not known. */
    public Optional<String> implicitDefault() {
        return Optional.empty();
    }

    /** Returns whether no setting of a session changes how its values are read. */
    public boolean isReadAlike() {
        return false;
    }

    /** Returns how an index of MySQL may cover a part of its values. */
    public IndexPrefix indexPrefix() {
        return IndexPrefix.NONE;
    }

    /**
     * Returns a literal that MySQL reads independently of the session's {@code sql_mode} and character set. TIMESTAMP requires a session in UTC.
     *
     * @param text the value: numbers and dates as MySQL prints them, bytes as hexadecimal digits, BIT as binary digits, strings unchanged
     */
    public String sourceLiteral(String text) {
        return SqlLiterals.string(text);
    }

    /** Returns a value, as for {@link #sourceLiteral}, as the target reads it. */
    public String targetText(String text) {
        return text;
    }

    /**
     * Returns an expression of MySQL for a value whose own expression has no type or another one: it is compared as the column's values are, and by the
     * column's index.
     *
     * @param collation the column's collation; null for none
     */
    public String compared(String value, @Nullable String collation) {
        return value;
    }

    /** Returns where the order of its values is known. */
    public KeyOrdering keyOrdering() {
        return KeyOrdering.UNKNOWN;
    }

    /** Returns whether a column of the target has the same order of values. */
    public boolean isOrderedLike(String targetType, ConversionRules rules) {
        return false;
    }

    /** Returns whether the target's value finds the row at the source; false where a conversion rule may have changed it. */
    public boolean isFoundByTargetValue(TargetProfile target, ConversionRules rules) {
        return false;
    }

    /** Returns an expression of MySQL to assign a value from a row of literals, each of which has a type of its own. */
    public String assigned(String value) {
        return value;
    }

    /** Returns the condition that a column of MySQL is identical to a literal, where equality is not. */
    public String isIdentical(String quotedColumn, CharSequence literal) {
        return quotedColumn + " = " + literal;
    }

    /** Returns the ways in which a value may be written. */
    public abstract Notation notation();

    /**
     * Converts a literal default.
     *
     * @param text the value in MySQL's notation of defaults: {@code 0x…} for BINARY and VARBINARY, {@code b'…'} for BIT
     */
    public DefaultLiteral defaultLiteral(String text, TargetProfile target, ConversionRules rules) {
        return DefaultLiteral.quoted(text);
    }

    /**
     * Returns MySQL's notation of a literal default in a statement; empty if a session that is not strict ignores the default.
     *
     * @param literal the literal, which throws an exception if its value is uncertain
     */
    public abstract Optional<String> declaredDefault(StatementLiteral literal);

    /**
     * Judges whether an existing column of the target can store every value unchanged.
     *
     * @param labels the members of the target's type; empty if it has none
     */
    public abstract Judgement judge(TypeName type, Set<String> labels, TargetProfile target);

    /**
     * Returns the values, apart from NULL, that the target's column takes and MySQL's column does not; empty if both sides take the same values.
     *
     * @param pair the column as both sides define it
     * @param characters the characters of the character sets
     */
    public abstract List<ValueGap> gaps(ColumnPair pair, CharacterClasses characters);

    /**
     * Returns the writer of literals for MySQL.
     *
     * @param wire type of the column in the images
     */
    public abstract ImageLiteral imageLiteral(WireType wire);

    /**
     * Converts the values of a column whose declaration changes to this one, as MySQL does.
     *
     * @return the new value, as SQL of the target; empty if it is not known
     */
    public Optional<String> convert(ValueChange change) {
        return column.type() == change.former().type()
                        && column.length() == change.former().length()
                ? change.same()
                : Optional.empty();
    }

    /**
     * Returns whether all values of a former column of the same type fit, without conversion. Of the others, MySQL pads, rounds or truncates some; a strict
     * session refuses to truncate.
     */
    public boolean takesAll(ValueChange change) {
        return change.isSameSize();
    }

    /** Returns usual values as MySQL prints them, the most usual one first; empty if the type has none. */
    public List<String> samples() {
        return List.of();
    }

    /**
     * Returns a value for a generated row, as for {@link #sourceLiteral}; empty if the type has none. The first rows of the column have different values.
     *
     * @param row the number of the row, from 1
     * @param now the present time
     */
    public Optional<String> generated(int row, LocalDateTime now) {
        return Optional.empty();
    }

    /** Returns the values that a comparison with a literal distinguishes, as MySQL prints them; empty if they are not known. */
    public List<String> boundaries(String literal) {
        return List.of();
    }

    /** Returns the column's optional metadata in the binlog. */
    public abstract TableMapField tableMapField();

    /** Returns the wire type of a TEXT or BLOB: only the size of its length distinguishes the four types of each, which have very different limits. */
    final WireType largeWireType() {
        int bytes = 1;
        while (bytes < 4 && (column.length() == 0 || column.length() >= 1L << 8 * bytes)) {
            bytes++;
        }
        return new WireType(WireType.BLOB, bytes);
    }

    /** Returns the maximum length of a TEXT or BLOB in bytes, determined by the size of its length. */
    final long longestLarge() {
        return (1L << 8 * largeWireType().metadata()) - 1;
    }

    /** Returns the decimal type of the target with the column's digits. */
    final String numeric() {
        return "numeric(" + column.precision() + "," + column.scale() + ")";
    }

    /** Returns how comparisons treat the type's values. */
    public ValueFamily family() {
        return ValueFamily.OTHER;
    }
}
