package io.gaussferry.e2e.types;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A MySQL type and the expected outcome of some of its values: a readable table of test data. */
public final class TypeValues {

    /** Marks a value that a target cannot represent and that stops the daemon. */
    public static final String REFUSED = "refused";

    /**
     * A value and its expected forms.
     *
     * @param literal literal in a MySQL statement
     * @param postgres string that PostgreSQL returns; null for NULL
     * @param openGauss string that openGauss with PostgreSQL's types returns
     * @param dolphin string that openGauss in compatibility B with dolphin returns
     */
    public record Value(
            String literal,
            @Nullable String postgres,
            @Nullable String openGauss,
            @Nullable String dolphin) {

        /** Returns the expected string on a target. */
        public @Nullable String expected(TargetForm form) {
            return switch (form) {
                case POSTGRES -> postgres;
                case OPENGAUSS -> openGauss;
                case DOLPHIN -> dolphin;
            };
        }

        /** Returns the string that the source returns: PostgreSQL's, or dolphin's if only dolphin can represent the value. */
        public @Nullable String onSource() {
            return REFUSED.equals(postgres) ? dolphin : postgres;
        }

        /** Returns whether a target can represent the value. */
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

    /** Starts the values of a type, which always include NULL. */
    public static TypeValues type(String declaration, Reading reading) {
        return new TypeValues(declaration, reading);
    }

    /** Adds a value that has the same form on all targets. */
    public TypeValues value(String literal, String expected) {
        return value(literal, expected, expected);
    }

    /** Adds a value. */
    public TypeValues value(String literal, String postgres, String dolphin) {
        return value(literal, postgres, postgres, dolphin);
    }

    /** Adds a value that also differs on openGauss with PostgreSQL's types. */
    public TypeValues value(String literal, String postgres, String openGauss, String dolphin) {
        values.add(new Value(literal, postgres, openGauss, dolphin));
        return this;
    }

    /** Adds a value whose literal is the quoted string. */
    public TypeValues text(String text) {
        return value(quoted(text), text);
    }

    /** Adds numbers or words that equal their literals. */
    public TypeValues values(String... literals) {
        for (String literal : literals) {
            value(literal, literal);
        }
        return this;
    }

    /** Adds bytes in hexadecimal digits. */
    public TypeValues bytes(String digits) {
        return value("x'" + digits + "'", "\\x" + digits);
    }

    /** Adds a value that no target can represent. */
    public TypeValues refused(String literal) {
        return value(literal, REFUSED);
    }

    /** Returns a MySQL string literal. */
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
