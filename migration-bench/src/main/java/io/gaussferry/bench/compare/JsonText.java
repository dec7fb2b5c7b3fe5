package io.gaussferry.bench.compare;

/** Removes the whitespace between the tokens of a JSON document. */
final class JsonText {
    private JsonText() {}

    static String compact(String json) {
        StringBuilder compact = new StringBuilder(json.length());
        boolean inString = false;
        for (int index = 0; index < json.length(); index++) {
            char character = json.charAt(index);
            if (!inString && Character.isWhitespace(character)) {
                continue;
            }
            compact.append(character);
            if (character == '"') {
                inString = !inString;
            } else if (inString && character == '\\' && index + 1 < json.length()) {
                index++;
                compact.append(json.charAt(index));
            }
        }
        return compact.toString();
    }
}
