package io.gaussferry.objects.translate;

import java.util.List;

/** Composes bodies in PL/pgSQL. */
final class PlpgsqlBody {

    private PlpgsqlBody() {}

    /**
     * Returns a body.
     *
     * @param declarations without the final semicolon
     * @param statements lines with statements
     * @param last statements at its end
     */
    static String of(List<String> declarations, String statements, List<String> last) {
        StringBuilder text = new StringBuilder();
        if (!declarations.isEmpty()) {
            text.append("DECLARE\n");
            declarations.forEach(
                    declaration -> text.append("  ").append(declaration).append(";\n"));
        }
        text.append("BEGIN\n").append(statements);
        last.forEach(line -> text.append("  ").append(line).append('\n'));
        return text.append("END").toString();
    }
}
