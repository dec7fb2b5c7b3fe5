package io.gaussferry.configuration;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks configured values. Each failure is a GaussferryException of category CONFIGURATION that names the key. */
public final class Requirements {

    /** {@code user:password@} before the hosts, or as a parameter; the password of a key store is not an account's. */
    private static final Pattern ACCOUNT_IN_URL =
            Pattern.compile("//[^?]*@|[?&](?:user|password)=", Pattern.CASE_INSENSITIVE);

    private Requirements() {}

    /** Returns a required value. */
    public static <T> T present(String key, @Nullable T value) {
        if (value == null) {
            throw refused(key + " is missing.", "set it; config/gaussferry.yml has an example");
        }
        return value;
    }

    /** Returns a required value that is not blank. */
    public static String notBlank(String key, @Nullable String value) {
        String present = present(key, value);
        if (present.isBlank()) {
            throw refused(key + " is empty.", "set it; config/gaussferry.yml has an example");
        }
        return present;
    }

    /** Returns a URL with the given prefix and without an account. */
    public static String url(String key, @Nullable String value, String prefix) {
        String present = notBlank(key, value);
        if (!present.startsWith(prefix)) {
            throw refused(key + " does not start with " + prefix + ".", "write it as " + prefix + "host:port/…");
        }
        if (ACCOUNT_IN_URL.matcher(present).find()) {
            throw refused(
                    key + " contains an account or a password, which other programs would log.",
                    "move them to " + key.replace(".url", ".user") + " and " + key.replace(".url", ".password")
                            + " or .password-file");
        }
        return present;
    }

    /** Requires that a number is in a range, both ends included. */
    public static void range(String key, long value, long lowest, long highest) {
        if (value < lowest || value > highest) {
            throw refused(key + " is " + value + ".", "choose " + lowest + " to " + highest);
        }
    }

    /** Requires that a size is in a range, both ends included. */
    public static void range(String key, DataSize value, String lowest, String highest) {
        if (value.compareTo(DataSize.parse(lowest)) < 0 || value.compareTo(DataSize.parse(highest)) > 0) {
            throw refused(key + " is " + value.toBytes() + " bytes.", "choose " + lowest + " to " + highest);
        }
    }

    /** Requires that a duration is in a range, both ends included. */
    public static void range(String key, Duration value, String lowest, String highest) {
        if (value.compareTo(DurationFormat.parse(lowest)) < 0 || value.compareTo(DurationFormat.parse(highest)) > 0) {
            throw refused(key + " is " + value.toMillis() + " ms.", "choose " + lowest + " to " + highest);
        }
    }

    /** Returns the constant with the given name in lower case. */
    public static <E extends Enum<E>> E choice(String key, String value, Class<E> type) {
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

    /** Returns the exception for a value that is not one of the known ones. */
    public static GaussferryException refusedChoice(String key, String value, String known) {
        return refused(key + " is " + (value.isBlank() ? "empty" : value) + ".", "choose " + known);
    }

    /** Returns the exception for an invalid configuration. */
    public static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCode.SETTING_INVALID, problem, remedy, null);
    }
}
