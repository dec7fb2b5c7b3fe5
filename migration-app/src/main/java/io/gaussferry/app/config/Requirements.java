package io.gaussferry.app.config;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/** Checks of configured values; each failure names the key. */
final class Requirements {

    /** {@code user:password@} before the hosts, or as a parameter; the password of a key store is none of an account. */
    private static final Pattern ACCOUNT_IN_URL =
            Pattern.compile("//[^?]*@|[?&](?:user|password)=", Pattern.CASE_INSENSITIVE);

    private Requirements() {}

    static <T> T present(String key, @Nullable T value) {
        if (value == null) {
            throw refused(key + " is missing.", "set it; config/gaussferry.yml has an example");
        }
        return value;
    }

    static String notBlank(String key, @Nullable String value) {
        String present = present(key, value);
        if (present.isBlank()) {
            throw refused(key + " is empty.", "set it; config/gaussferry.yml has an example");
        }
        return present;
    }

    static String url(String key, @Nullable String value, String prefix) {
        String present = notBlank(key, value);
        if (!present.startsWith(prefix)) {
            throw refused(key + " does not begin with " + prefix + ".", "write it as " + prefix + "host:port/…");
        }
        if (ACCOUNT_IN_URL.matcher(present).find()) {
            throw refused(
                    key + " has an account or a password in it, which other programs would log.",
                    "move them to " + key.replace(".url", ".user") + " and " + key.replace(".url", ".password")
                            + " or .password-file");
        }
        return present;
    }

    static void range(String key, long value, long lowest, long highest) {
        if (value < lowest || value > highest) {
            throw refused(key + " is " + value + ".", "choose " + lowest + " to " + highest);
        }
    }

    static void range(String key, DataSize value, String lowest, String highest) {
        if (value.compareTo(DataSize.parse(lowest)) < 0 || value.compareTo(DataSize.parse(highest)) > 0) {
            throw refused(key + " is " + value.toBytes() + " bytes.", "choose " + lowest + " to " + highest);
        }
    }

    static void range(String key, Duration value, String lowest, String highest) {
        if (value.compareTo(DurationStyle.SIMPLE.parse(lowest)) < 0
                || value.compareTo(DurationStyle.SIMPLE.parse(highest)) > 0) {
            throw refused(key + " is " + value.toMillis() + " ms.", "choose " + lowest + " to " + highest);
        }
    }

    /** Reads a constant by its name in lower case. */
    static <E extends Enum<E>> E choice(String key, String value, Class<E> type) {
        List<String> known = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String name = constant.name().toLowerCase(Locale.ROOT);
            if (name.equals(value)) {
                return constant;
            }
            known.add(name);
        }
        throw refusedChoice(key, value, String.join(" or ", known));
    }

    static GaussferryException refusedChoice(String key, String value, String known) {
        return refused(key + " is " + (value.isBlank() ? "empty" : value) + ".", "choose " + known);
    }

    static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCategory.CONFIGURATION, problem, remedy, null);
    }
}
