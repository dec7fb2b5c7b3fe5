package io.gaussferry.e2e.types;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A MySQL type, and what becomes of some of its values: the rows of a table to be read by people. */
public final class TypeValues {

    /** Stands in the place of a text for a value that has no home on a target, and stops the daemon. */
    public static final String REFUSED = "refused";

    /**
     * A value and what becomes of it.
     *
     * @param literal as it is written in a statement on MySQL
     * @param postgres the text that PostgreSQL gives; null for NULL
     * @param openGauss the text that openGauss gives with PostgreSQL's types
     * @param dolphin the text that openGauss gives in compatibility B with dolphin
     */
    public record Value(
            String literal,
            @Nullable String postgres,
            @Nullable String openGauss,
            @Nullable String dolphin) {

        /** Returns the expectation for a target. */
        public @Nullable String expected(TargetForm form) {
            return switch (form) {
                case POSTGRES -> postgres;
                case OPENGAUSS -> openGauss;
                case DOLPHIN -> dolphin;
            };
        }

        /** Returns the text that the source gives: that of PostgreSQL, or of dolphin where that alone has a home for it. */
        public @Nullable String onSource() {
            return REFUSED.equals(postgres) ? dolphin : postgres;
        }

        /** Returns whether a target takes it. */
        public boolean hasHome(TargetForm form) {
            return !REFUSED.equals(expected(form));
        }
    }

    private final String declaration;
    private final Reading reading;
    private final List<Value> values = new ArrayList<>();

    private TypeValues(String declaration, Reading reading) {
        this.declaration = declaration;
        this.reading = reading;
        values.add(new Value("NULL", null, null, null));
    }

    /** Begins the values of a type, of which NULL is always one. */
    public static TypeValues type(String declaration, Reading reading) {
        return new TypeValues(declaration, reading);
    }

    /** Adds a value that becomes the same on all targets. */
    public TypeValues value(String literal, String expected) {
        return value(literal, expected, expected);
    }

    /** Adds a value. */
    public TypeValues value(String literal, String postgres, String dolphin) {
        return value(literal, postgres, postgres, dolphin);
    }

    /** Adds a value that is another on openGauss too where that has PostgreSQL's types. */
    public TypeValues value(String literal, String postgres, String openGauss, String dolphin) {
        values.add(new Value(literal, postgres, openGauss, dolphin));
        return this;
    }

    /** Adds a value whose literal is its text in quotes. */
    public TypeValues text(String text) {
        return value(quoted(text), text);
    }

    /** Adds numbers or words that read the same as their literals. */
    public TypeValues values(String... literals) {
        for (String literal : literals) {
            value(literal, literal);
        }
        return this;
    }

    /** Adds bytes, written as digits. */
    public TypeValues bytes(String digits) {
        return value("x'" + digits + "'", "\\x" + digits);
    }

    /** Adds a value that no target can hold. */
    public TypeValues refused(String literal) {
        return value(literal, REFUSED);
    }

    /** A string literal of MySQL. */
    public static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    public String declaration() {
        return declaration;
    }

    public Reading reading() {
        return reading;
    }

    public List<Value> values(TargetForm form) {
        return values.stream().filter(value -> value.hasHome(form)).toList();
    }
}
