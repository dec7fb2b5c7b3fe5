package io.gaussferry.objects.translate;

import io.gaussferry.schema.Identifiers;
import java.util.List;

/**
 * Searches for a string within another one by a collation. The target's functions compare bytes, so each part of the string is compared by
 * the collation, unless both strings have ASCII characters only. Measured on MySQL 8.0.33: INSTR, LOCATE and POSITION compare parts with as
 * many bytes as the searched string, so that an É equals an è, but no e; FIND_IN_SET compares the elements.
 */
final class StringSearches {

    private static final String NULLS = "\"gf_s\" IS NULL OR \"gf_t\" IS NULL";
    private static final String ASCII =
            "octet_length(\"gf_s\") = char_length(\"gf_s\") AND octet_length(\"gf_t\") = char_length(\"gf_t\")";

    private static final String PART = "substr(\"gf_s\", \"gf_i\", char_length(\"gf_t\"))";

    private StringSearches() {}

    /**
     * Writes a call.
     *
     * @param function instr, locate, position or find_in_set
     * @param arguments as in MySQL; those of POSITION are the searched string and the string
     */
    static String write(String function, List<String> arguments) {
        boolean isFirst = !function.equals("instr");
        String searched = arguments.get(isFirst ? 0 : 1);
        String text = arguments.get(isFirst ? 1 : 0);
        return function.equals("find_in_set")
                ? element(searched, text)
                : arguments.size() > 2 ? part(searched, text, arguments.get(2)) : part(searched, text, "");
    }

    private static String part(String searched, String text, String start) {
        boolean hasStart = !start.isEmpty();
        String empty =
                hasStart ? NULLS + " OR \"gf_p\" IS NULL THEN NULL WHEN \"gf_p\" < 1 THEN 0" : NULLS + " THEN NULL";
        String quick = hasStart
                ? "locate(lower(\"gf_t\"), lower(\"gf_s\"), CAST(\"gf_p\" AS int))"
                : "instr(lower(\"gf_s\"), lower(\"gf_t\"))";
        return "(SELECT CASE WHEN " + empty + " WHEN " + ASCII + " THEN " + quick
                + " ELSE (SELECT COALESCE(min(\"gf_i\"), 0) FROM generate_series("
                + (hasStart ? "CAST(\"gf_p\" AS int)" : "1")
                + ", char_length(\"gf_s\") - char_length(\"gf_t\") + 1) AS \"gf_n\"(\"gf_i\") WHERE "
                + equal(PART, "\"gf_t\"") + " AND octet_length(" + PART
                + ") = octet_length(\"gf_t\")) END FROM (SELECT CAST(("
                + text + ") AS text), CAST((" + searched + ") AS text)" + (hasStart ? ", " + start : "")
                + ") AS \"gf_q\"(\"gf_s\", \"gf_t\"" + (hasStart ? ", \"gf_p\"" : "") + "))";
    }

    /** Writes FIND_IN_SET, which counts trailing blanks. */
    private static String element(String searched, String list) {
        return "(SELECT CASE WHEN " + NULLS + " THEN NULL WHEN " + ASCII
                + " OR \"gf_s\" = '' THEN find_in_set(lower(\"gf_t\"), lower(\"gf_s\"))"
                + " ELSE (SELECT COALESCE(min(\"gf_i\"), 0) FROM generate_series(1, char_length(\"gf_s\") -"
                + " char_length(replace(\"gf_s\", ',', '')) + 1) AS \"gf_n\"(\"gf_i\") WHERE "
                + equal("concat(split_part(\"gf_s\", ',', \"gf_i\"), '.')", "concat(\"gf_t\", '.')")
                + ") END FROM (SELECT CAST((" + list + ") AS text), CAST((" + searched
                + ") AS text)) AS \"gf_q\"(\"gf_s\", \"gf_t\"))";
    }

    private static String equal(String one, String other) {
        String collation = " COLLATE " + Identifiers.quoteTarget(TextComparisons.IGNORING_CASE);
        return "(" + one + collation + ") = (" + other + collation + ")";
    }
}
