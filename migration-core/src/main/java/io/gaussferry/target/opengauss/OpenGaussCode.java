package io.gaussferry.target.opengauss;

import io.gaussferry.target.StoredCode;

/** Oracle's form of procedures: the other one, with a body in dollar quotes, is refused in compatibility B. */
final class OpenGaussCode implements StoredCode {

    @Override
    public String createProcedure(String name, String parameters, boolean asOwner, boolean commits, String body) {
        return "CREATE PROCEDURE " + name + "(" + parameters + ")" + (asOwner ? " SECURITY DEFINER" : "") + " AS\n"
                + withoutBlanksBeforeSlashes(body) + ";";
    }

    @Override
    public boolean hasEvents() {
        return true;
    }

    /**
     * Removes blanks before slashes outside of strings and names. The driver ends a procedure at a slash behind a blank if it has counted at least as
     * many END as BEGIN, and it counts the END of a CASE. Measured with opengauss-jdbc 6.0.2.
     */
    static String withoutBlanksBeforeSlashes(String body) {
        StringBuilder written = new StringBuilder();
        int i = 0;
        while (i < body.length()) {
            char c = body.charAt(i);
            int end = i + 1;
            if (c == '\'' || c == '"') {
                end = endOfQuoted(
                        body, i, c == '\'' && i > 0 && (body.charAt(i - 1) == 'E' || body.charAt(i - 1) == 'e'));
            } else if (c == '/' && !body.startsWith("/*", i)) {
                while (written.length() > 0 && Character.isWhitespace(written.charAt(written.length() - 1))) {
                    written.setLength(written.length() - 1);
                }
            }
            written.append(body, i, end);
            i = end;
        }
        return written.toString();
    }

    private static int endOfQuoted(String body, int start, boolean hasEscapes) {
        char quote = body.charAt(start);
        for (int i = start + 1; i < body.length(); i++) {
            if (hasEscapes && body.charAt(i) == '\\') {
                i++;
            } else if (body.charAt(i) == quote) {
                return i + 1;
            }
        }
        return body.length();
    }
}
