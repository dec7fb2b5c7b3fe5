package io.gaussferry.convert;

import io.gaussferry.convert.text.CopyText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetProfile.Product;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Columns and targets for tests, defined by MySQL declarations. */
public final class Columns {

    public static final TargetProfile DOLPHIN = new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "B", true);
    public static final TargetProfile OPENGAUSS_B = new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "B", false);
    public static final TargetProfile OPENGAUSS_A = new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "A", false);
    public static final TargetProfile OPENGAUSS_PG =
            new TargetProfile(Product.OPENGAUSS, "openGauss 6.0.2", "PG", false);
    public static final TargetProfile POSTGRES = new TargetProfile(Product.POSTGRESQL, "PostgreSQL 18", "PG", false);

    private static final Pattern DECLARATION = Pattern.compile("(\\w+)(?:\\((.*)\\))?(?: (unsigned|zerofill))*");
    private static final Pattern MEMBER = Pattern.compile("'((?:[^']|'')*)'");

    private Columns() {}

    /** Parses a declaration such as {@code decimal(10,2) unsigned}. */
    public static ColumnDefinition column(String declaration, @Nullable String characterSet) {
        Matcher matcher = DECLARATION.matcher(declaration);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(declaration);
        }
        String word = matcher.group(1);
        MySqlType type = type(word);
        String arguments = matcher.group(2) == null ? "" : matcher.group(2);
        List<String> members = new ArrayList<>();
        long length = 0;
        int precision = 0;
        int scale = 0;
        switch (type) {
            case ENUM, SET -> {
                Matcher member = MEMBER.matcher(arguments);
                while (member.find()) {
                    members.add(member.group(1).replace("''", "'"));
                }
            }
            case DECIMAL, FLOAT, DOUBLE -> {
                String[] parts = arguments.isEmpty() ? new String[] {"0", "0"} : arguments.split(",", -1);
                precision = Integer.parseInt(parts[0]);
                scale = Integer.parseInt(parts[1]);
            }
            case TIME, DATETIME, TIMESTAMP -> scale = arguments.isEmpty() ? 0 : Integer.parseInt(arguments);
            case CHAR, VARCHAR, BINARY, VARBINARY, BIT -> length = Long.parseLong(arguments);
            case TEXT, BLOB ->
                length = word.startsWith("tiny")
                        ? 255
                        : word.startsWith("medium") ? 16_777_215 : word.startsWith("long") ? 4_294_967_295L : 65_535;
            default -> {}
        }
        boolean unsigned = declaration.contains("unsigned");
        return new ColumnDefinition(
                "c", type, unsigned, declaration, length, precision, scale, characterSet, members, true);
    }

    /** Returns a copy of a column with a different name that is NOT NULL. */
    public static ColumnDefinition notNull(String name, ColumnDefinition of) {
        return new ColumnDefinition(
                name,
                of.type(),
                of.unsigned(),
                of.declaration(),
                of.length(),
                of.precision(),
                of.scale(),
                of.characterSet(),
                of.members(),
                false);
    }

    private static MySqlType type(String word) {
        return switch (word) {
            case "tinytext", "mediumtext", "longtext" -> MySqlType.TEXT;
            case "tinyblob", "mediumblob", "longblob" -> MySqlType.BLOB;
            case "point" -> MySqlType.GEOMETRY;
            default -> MySqlType.valueOf(word.toUpperCase(Locale.ROOT));
        };
    }

    static String copied(ValueCodec codec, byte[] image) {
        CopyText sink = new CopyText();
        codec.write(image, 0, image.length, sink);
        return text(sink);
    }

    public static String copiedSelected(ValueCodec codec, byte[] selected) {
        CopyText sink = new CopyText();
        codec.writeSelected(selected, sink);
        return text(sink);
    }

    public static String text(CopyText sink) {
        return new String(sink.buffer(), 0, sink.length(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
