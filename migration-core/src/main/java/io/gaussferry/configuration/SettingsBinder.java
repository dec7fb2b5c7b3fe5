package io.gaussferry.configuration;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Binds keys and their values to records: {@code gaussferry.copy.range-bytes} to the component {@code rangeBytes} of
 * the record in the component {@code copy}. An entry of a list has its index in brackets; a list of strings may be one
 * string with commas. Case, hyphens and underscores in a key are ignored. Used by one thread.
 */
public final class SettingsBinder {

    /** A given key and its value. */
    private record Given(String key, String value) {}

    private final Map<String, Given> given = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();
    private final UnaryOperator<String> resolver;

    /**
     * @param values by complete key
     * @param resolver replaces placeholders in a value when it is used; throws IllegalArgumentException if it cannot
     */
    public SettingsBinder(Map<String, String> values, UnaryOperator<String> resolver) {
        this.resolver = resolver;
        values.forEach((key, value) -> {
            Given before = given.putIfAbsent(uniform(key), new Given(key, value));
            if (before != null) {
                throw Requirements.refused(
                        before.key() + " is given twice, also as " + key + ".", "remove one of them");
            }
        });
    }

    /** Returns a component's name in the notation of keys: {@code rangeBytes} as {@code range-bytes}. */
    public static String written(String component) {
        return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static String uniform(String key) {
        return key.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
    }

    /**
     * Returns a record of the values below a key, with defaults for missing ones.
     *
     * @throws GaussferryException of category CONFIGURATION, naming a key whose value is not of its type
     */
    public <T extends Record> T bind(String key, Class<T> type) {
        useIfBlank(key);
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        Object[] values = java.util.Arrays.stream(constructor.getParameters())
                .map(parameter -> parameter.isAnnotationPresent(SameSection.class)
                        ? bind(key, parameter.getType().asSubclass(Record.class))
                        : component(key + "." + written(parameter.getName()), parameter))
                .toArray();
        try {
            constructor.setAccessible(true);
            return type.cast(constructor.newInstance(values));
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Refuses keys that no record has used.
     *
     * @throws GaussferryException of category CONFIGURATION, naming them
     */
    public void requireNoOther() {
        requireNoOtherBelow("");
    }

    /** Refuses unused keys below the given key. */
    public void requireNoOtherBelow(String key) {
        String prefix = key.isEmpty() ? "" : uniform(key) + ".";
        String unknown = given.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix) && !used.contains(entry.getKey()))
                .map(entry -> entry.getValue().key())
                .sorted()
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw Requirements.refused(
                    "Unknown key " + unknown + ".",
                    "remove it, or correct its spelling: config/gaussferry.yml lists every key");
        }
    }

    private @Nullable Object component(String key, Parameter parameter) {
        DefaultValue usual = parameter.getAnnotation(DefaultValue.class);
        Class<?> type = parameter.getType();
        if (type.isRecord() && type != DataSize.class) {
            return usual != null || hasBelow(key) ? bind(key, type.asSubclass(Record.class)) : skipped(key);
        }
        if (type == List.class) {
            return list(key, argument(parameter.getParameterizedType(), 0), usual);
        }
        if (type == Map.class) {
            return map(key, argument(parameter.getParameterizedType(), 1));
        }
        String text = text(key);
        if (text == null || (text.isEmpty() && isBoxed(type))) {
            return usual == null ? null : convert(key, usual.value()[0], type);
        }
        return convert(key, text, type);
    }

    private @Nullable Object skipped(String key) {
        useIfBlank(key);
        return null;
    }

    /** Marks a key without a value as used: it denotes an empty section. */
    private void useIfBlank(String key) {
        Given found = given.get(uniform(key));
        if (found != null && found.value().isEmpty()) {
            used.add(uniform(key));
        }
    }

    private static boolean isBoxed(Class<?> type) {
        return Number.class.isAssignableFrom(type) || type == Boolean.class;
    }

    private static Class<?> argument(Type type, int index) {
        return (Class<?>) ((ParameterizedType) type).getActualTypeArguments()[index];
    }

    private boolean hasBelow(String key) {
        String prefix = uniform(key);
        return given.keySet().stream()
                .anyMatch(other -> other.startsWith(prefix)
                        && other.length() > prefix.length()
                        && (other.charAt(prefix.length()) == '.' || other.charAt(prefix.length()) == '['));
    }

    private List<Object> list(String key, Class<?> type, @Nullable DefaultValue usual) {
        List<Object> entries = new ArrayList<>();
        for (int i = 0; given.containsKey(uniform(entry(key, i))) || hasBelow(entry(key, i)); i++) {
            entries.add(
                    type.isRecord()
                            ? bind(entry(key, i), type.asSubclass(Record.class))
                            : convert(entry(key, i), Objects.requireNonNull(text(entry(key, i))), type));
        }
        if (!entries.isEmpty()) {
            return List.copyOf(entries);
        }
        if (type.isRecord()) {
            useIfBlank(key);
            return List.of();
        }
        String text = text(key);
        String[] parts = text == null
                ? usual == null ? new String[0] : usual.value()
                : text.isEmpty() ? new String[0] : text.split(",");
        for (String part : parts) {
            entries.add(convert(key, part.strip(), type));
        }
        return List.copyOf(entries);
    }

    private static String entry(String key, int index) {
        return key + "[" + index + "]";
    }

    private Map<String, Object> map(String key, Class<?> type) {
        useIfBlank(key);
        Map<String, Object> entries = new LinkedHashMap<>();
        String prefix = uniform(key) + ".";
        given.forEach((name, found) -> {
            if (name.startsWith(prefix)) {
                String own = found.key().substring(key.length() + 1);
                entries.put(own, convert(found.key(), Objects.requireNonNull(text(found.key())), type));
            }
        });
        return entries;
    }

    private @Nullable String text(String key) {
        Given found = given.get(uniform(key));
        if (found == null) {
            return null;
        }
        used.add(uniform(key));
        try {
            return resolver.apply(found.value());
        } catch (IllegalArgumentException e) {
            throw notOf("string", key, e);
        }
    }

    private static Object convert(String key, String text, Class<?> type) {
        if (type == String.class) {
            return text;
        }
        try {
            return switch (type.getSimpleName()) {
                case "int", "Integer" -> Integer.valueOf(text.strip());
                case "long", "Long" -> Long.valueOf(text.strip());
                case "boolean", "Boolean" -> bool(text.strip());
                case "Duration" -> DurationFormat.parse(text);
                case "DataSize" -> DataSize.parse(text);
                default -> constant(key, text, type);
            };
        } catch (IllegalArgumentException e) {
            throw notOf(type.getSimpleName(), key, e);
        }
    }

    private static Boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> Boolean.TRUE;
            case "false", "off", "no", "0" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static Object constant(String key, String text, Class<?> type) {
        Object[] constants = type.getEnumConstants();
        if (constants == null) {
            throw new IllegalStateException(key + " is of " + type + ", which has no conversion");
        }
        List<String> known = new ArrayList<>();
        for (Object constant : constants) {
            if (uniform(((Enum<?>) constant).name()).equals(uniform(text.strip()))) {
                return constant;
            }
            known.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        throw Requirements.refusedChoice(key, text, String.join(" or ", known));
    }

    /** Returns the exception for a value of the wrong type. It does not show the value, which may be a password. */
    private static GaussferryException notOf(String type, String key, IllegalArgumentException reason) {
        return new GaussferryException(
                ErrorCode.SETTING_INVALID,
                "The value of " + key + " is not a " + type + ", or names a variable that is not set.",
                "correct it; config/gaussferry.yml shows the form of each value",
                reason);
    }
}
