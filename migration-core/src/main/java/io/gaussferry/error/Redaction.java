package io.gaussferry.error;

import java.util.regex.Pattern;

/** Takes passwords out of texts that drivers and users write, before they are shown. */
public final class Redaction {

    private static final Pattern PARAMETER =
            Pattern.compile("((?:password|passwd|pwd|secret)[^=&?\\s]*=)[^&\\s,;)\"']+", Pattern.CASE_INSENSITIVE);

    /** {@code //user:password@host}; a password may have a slash or an at sign in it. */
    private static final Pattern USER_INFORMATION = Pattern.compile("//[^\\s\"']*@");

    private Redaction() {}

    /** Returns the text without the values of parameters that are passwords, and without the user part of URLs. */
    public static String of(String text) {
        return PARAMETER
                .matcher(USER_INFORMATION.matcher(text).replaceAll("//…@"))
                .replaceAll("$1…");
    }

    /** Returns whether {@link #of} would change the text. */
    public static boolean isNeededFor(String text) {
        return !of(text).equals(text);
    }
}
