package io.gaussferry.error;

import java.util.regex.Pattern;

/** Removes passwords from messages of drivers and from users' input before they are shown. */
public final class Redaction {

    private static final Pattern PARAMETER =
            Pattern.compile("((?:password|passwd|pwd|secret)[^=&?\\s]*=)[^&\\s,;)\"']+", Pattern.CASE_INSENSITIVE);

    /** {@code //user:password@host}; a password may contain a slash or an at sign. */
    private static final Pattern USER_INFORMATION = Pattern.compile("//[^\\s\"']*@");

    private Redaction() {}

    /** Returns the string without the values of password parameters, and without the user part of URLs. */
    public static String of(String text) {
        return PARAMETER
                .matcher(USER_INFORMATION.matcher(text).replaceAll("//…@"))
                .replaceAll("$1…");
    }
}
