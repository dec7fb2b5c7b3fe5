package io.gaussferry.bench.compare;

import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints JSON documents so that equal documents have equal strings, whatever their blanks, escapes, order of members and digits. Of
 * members with equal names the last counts, as in MySQL. An integer and a floating-point number are never equal. Independent of the
 * product's own comparison, which it judges.
 */
final class JsonText {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonText() {}

    static String canonical(String json) {
        return printed(MAPPER.readTree(json));
    }

    private static String printed(JsonNode node) {
        if (node.isObject()) {
            TreeMap<String, String> members = new TreeMap<>();
            node.properties().forEach(member -> members.put(member.getKey(), printed(member.getValue())));
            return members.entrySet().stream()
                    .map(member -> MAPPER.writeValueAsString(member.getKey()) + ":" + member.getValue())
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (node.isArray()) {
            return node.valueStream().map(JsonText::printed).collect(Collectors.joining(",", "[", "]"));
        }
        if (node.isFloatingPointNumber()) {
            return node.decimalValue().stripTrailingZeros() + "f";
        }
        return node.toString();
    }
}
