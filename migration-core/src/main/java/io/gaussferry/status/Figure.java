package io.gaussferry.status;

import io.gaussferry.metrics.Buckets.Histogram;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A figure of a migration: its description, and the function that reads it. {@link Figures} lists all. Immutable. */
public sealed interface Figure {

    /** The prefix of every metric. */
    String PREFIX = "gaussferry_";

    /** Returns the description. */
    Description description();

    /** The way in which a figure changes over time. */
    enum Kind {
        /** It increases and decreases. */
        GAUGE,
        /** It starts at 0 with the process and only increases. */
        COUNTER,
        /** It counts values in buckets. */
        HISTOGRAM
    }

    /** The values of a figure. */
    enum Type {
        /** 1 for true, 0 for false. */
        FLAG("boolean"),
        /** Whole numbers. */
        WHOLE("integer"),
        /** Numbers per second, shown to people without decimals. */
        RATE("number"),
        /** Other numbers, shown to people with one decimal. */
        REAL("number");

        private final String json;

        Type(String json) {
            this.json = json;
        }

        /** Returns the name of the type in JSON. */
        public String json() {
            return json;
        }
    }

    /**
     * The description of a figure.
     *
     * @param name its name with words joined by {@code _}, without prefix and suffix of a metric
     * @param unit the counted things
     * @param meaning what it measures, in Markdown
     * @param whenHigh what a high value means and how to react, in Markdown; empty if it needs no reaction
     */
    record Description(String name, Kind kind, String unit, String meaning, String whenHigh) {

        /** Returns the name of the metric. */
        public String metric() {
            return PREFIX + name + (kind == Kind.COUNTER ? "_total" : "");
        }

        /** Returns the meaning as a sentence without Markdown. */
        public String sentence() {
            String text = meaning.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("`", "");
            return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
        }
    }

    /** Reads a number; null if it is unknown, or does not exist at present. */
    @FunctionalInterface
    interface Reader {
        @Nullable
        Number read(MigrationStatus status);
    }

    /**
     * A figure with one value.
     *
     * @param json its path in the document of {@code /api/status}; with a dot, it is a part of another document
     * @param isReported whether the status records of a fleet contain it
     * @param absent the value of the metric while there is none; null if there always is
     */
    record Single(
            Description description,
            Type type,
            String json,
            boolean isReported,
            @Nullable Double absent,
            Reader reader) implements Figure {

        /** Returns its name in status records and text. */
        public String name() {
            return description.name();
        }

        /** Returns the name of its attribute in JMX. */
        public String attribute() {
            String camel = camelCase(name());
            return camel.substring(0, 1).toUpperCase(Locale.ROOT) + camel.substring(1);
        }

        /** Returns whether it is a field of the status document itself. */
        public boolean isStatusField() {
            return json.indexOf('.') < 0;
        }

        /** Returns the value: a boolean, or a number; null if there is none. */
        public @Nullable Object value(MigrationStatus status) {
            Number number = reader.read(status);
            return number == null || type != Type.FLAG ? number : (Object) (number.intValue() != 0);
        }

        /** Returns the value of the metric. */
        public double number(MigrationStatus status) {
            Number number = reader.read(status);
            return number == null ? (absent == null ? Double.NaN : absent) : number.doubleValue();
        }
    }

    /**
     * A figure with a value for each combination of labels.
     *
     * @param labels the names of the labels
     * @param sum the sum of all values as a figure; null if it is not shown
     */
    record Labelled(
            Description description,
            List<String> labels,
            @Nullable Single sum,
            Function<MigrationStatus, List<Point>> reader)
            implements Figure {

        /**
         * One value.
         *
         * @param labels the values of the labels
         */
        public record Point(List<String> labels, double value) {}

        /** Returns the values; labels may be repeated, and their values then count together. */
        public List<Point> points(MigrationStatus status) {
            return reader.apply(status);
        }
    }

    /** A figure that counts values in buckets. */
    record Distribution(Description description, Function<MigrationStatus, Histogram> reader) implements Figure {

        /** Returns the buckets. */
        public Histogram histogram(MigrationStatus status) {
            return reader.apply(status);
        }
    }

    private static String camelCase(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("_")) {
            camel.append(camel.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return camel.toString();
    }

    /** Starts the definition of a gauge. */
    static Builder gauge(String name, String unit) {
        return new Builder(name, Kind.GAUGE, unit);
    }

    /** Starts the definition of a counter. */
    static Builder counter(String name, String unit) {
        return new Builder(name, Kind.COUNTER, unit);
    }

    /** Starts the definition of a histogram. */
    static Builder histogram(String name, String unit) {
        return new Builder(name, Kind.HISTOGRAM, unit);
    }

    /** Defines a figure; the method that takes the reading function ends the definition. */
    final class Builder {

        private final String name;
        private final Kind kind;
        private final String unit;
        private String meaning = "";
        private String whenHigh = "";
        private String json;
        private boolean isReported;
        private @Nullable Double absent;
        private @Nullable Description sum;

        private Builder(String name, Kind kind, String unit) {
            this.name = name;
            this.kind = kind;
            this.unit = unit;
            this.json = camelCase(name);
        }

        Builder meaning(String text) {
            meaning = text;
            return this;
        }

        Builder whenHigh(String text) {
            whenHigh = text;
            return this;
        }

        /** Sets another path in the status document than the name in camel case. */
        Builder json(String path) {
            json = path;
            return this;
        }

        /** Adds it to the status records of a fleet. */
        Builder reported() {
            isReported = true;
            return this;
        }

        /** Sets the value of the metric while there is none. */
        Builder absent(double value) {
            absent = value;
            return this;
        }

        /** Shows the sum of all labels as a figure too. */
        Builder sum(String nameOfSum, String meaningOfSum) {
            sum = new Description(nameOfSum, kind, unit, meaningOfSum, "");
            return this;
        }

        Single flag(Function<MigrationStatus, Boolean> reader) {
            return single(Type.FLAG, status -> reader.apply(status) ? 1 : 0);
        }

        Single whole(Reader reader) {
            return single(Type.WHOLE, reader);
        }

        Single rate(Reader reader) {
            return single(Type.RATE, reader);
        }

        Single real(Reader reader) {
            return single(Type.REAL, reader);
        }

        private Single single(Type type, Reader reader) {
            return new Single(description(), type, json, isReported, absent, reader);
        }

        Labelled by(List<String> labels, Function<MigrationStatus, List<Labelled.Point>> reader) {
            return new Labelled(description(), labels, sum == null ? null : sum(sum, reader), reader);
        }

        private static Single sum(Description summed, Function<MigrationStatus, List<Labelled.Point>> reader) {
            return new Single(
                    summed,
                    Type.WHOLE,
                    camelCase(summed.name()),
                    false,
                    null,
                    status -> Math.round(reader.apply(status).stream()
                            .mapToDouble(Labelled.Point::value)
                            .sum()));
        }

        Distribution of(Function<MigrationStatus, Histogram> reader) {
            return new Distribution(description(), reader);
        }

        private Description description() {
            return new Description(name, kind, unit, meaning, whenHigh);
        }
    }
}
