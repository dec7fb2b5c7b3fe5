package io.gaussferry.objects.translate;

import io.gaussferry.schema.ColumnDefinition;

/**
 * A parameter of a routine.
 *
 * @param name its name at the source
 * @param mode its direction
 * @param source its type at the source
 * @param type its type on the target
 */
public record Parameter(String name, Mode mode, ColumnDefinition source, String type) {

    /** Returns the type to which an argument is converted without being changed: without length and scale. */
    public String argumentType() {
        String plain = type.replaceFirst("\\(.*\\)", "");
        return plain.equals("char") ? "bpchar" : plain;
    }

    /** The directions of parameters. */
    public enum Mode {
        IN,
        OUT,
        INOUT;

        /** Returns whether a caller receives a value. */
        public boolean returns() {
            return this != IN;
        }
    }
}
