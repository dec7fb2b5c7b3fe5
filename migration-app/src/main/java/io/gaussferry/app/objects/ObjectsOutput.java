package io.gaussferry.app.objects;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.ObjectChange;
import io.gaussferry.objects.ObjectOutcome;
import io.gaussferry.objects.StoredObjects;
import io.gaussferry.objects.VerifiedObject;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.translate.RewriteRule;
import io.gaussferry.objects.translate.Translation.Translated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.ObjectMapper;

/** Writes the states of objects as text and as JSON. */
final class ObjectsOutput {

    private ObjectsOutput() {}

    static String text(List<ObjectOutcome> outcomes, boolean withSql, boolean withValues) {
        StringBuilder text = new StringBuilder();
        for (ObjectOutcome outcome : outcomes) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-9s %-9s %s: %s%n",
                    outcome.state().words(),
                    outcome.object().kind().word(),
                    outcome.object().name(),
                    shown(outcome.detail(), withValues)));
            Translated translated = outcome.translated();
            if (translated != null && withSql) {
                translated
                        .statements()
                        .forEach(sql -> text.append(indented(sql)).append(";\n"));
            } else if (withSql && outcome.object().sql() != null) {
                text.append(indented(outcome.object().sql())).append('\n');
            }
        }
        text.append(summary(outcomes));
        return text.toString();
    }

    static String list(StoredObjects stored, boolean withSql) {
        if (stored.objects().isEmpty()) {
            return "No object has been verified: run gaussferry objects verify\n";
        }
        StringBuilder text = new StringBuilder();
        for (VerifiedObject object : stored.objects()) {
            Optional<ObjectChange> change = stored.changeOf(object);
            text.append(String.format(
                    Locale.ROOT,
                    "%-9s %-9s %s, verified %s: %s%n",
                    change.map(one -> one.change().word()).orElse(object.state().words()),
                    object.kind().word(),
                    object.name(),
                    object.verifiedAt(),
                    change.map(ObjectsOutput::sinceThen).orElse(object.detail().replace("\n", "\n  "))));
            if (withSql && object.statements().isEmpty()) {
                text.append(indented(object.sourceSql())).append('\n');
            } else if (withSql) {
                object.statements()
                        .forEach(statement -> text.append(indented(statement)).append(";\n"));
            }
        }
        for (ObjectChange change : stored.created()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-9s %-9s %s: %s%n",
                    change.change().word(),
                    change.kind().word(),
                    change.name(),
                    sinceThen(change)));
        }
        if (!stored.changes().isEmpty()) {
            text.append('\n')
                    .append(stored.changes().size())
                    .append(" changed since the verification: run gaussferry objects verify\n");
        }
        return text.toString();
    }

    private static String sinceThen(ObjectChange change) {
        return change.change().word() + " at the source after the verification; noticed at " + change.noticedAt();
    }

    private static String indented(String sql) {
        return sql.lines().map(line -> "    " + line).collect(Collectors.joining("\n"));
    }

    private static String shown(String detail, boolean withValues) {
        return (withValues ? detail : RowValueMarks.hidden(detail)).replace("\n", "\n  ");
    }

    private static String summary(List<ObjectOutcome> outcomes) {
        TreeSet<RewriteRule> rules = new TreeSet<>();
        for (ObjectOutcome outcome : outcomes) {
            if (outcome.translated() != null) {
                rules.addAll(outcome.translated().rules());
            }
        }
        StringBuilder text = new StringBuilder();
        if (!rules.isEmpty()) {
            text.append("\nRewritten:\n");
            rules.forEach(rule -> text.append("  ")
                    .append(rule.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .append(": ")
                    .append(rule.description())
                    .append('\n'));
        }
        Map<ObjectState, Long> counts = new LinkedHashMap<>();
        for (ObjectState state : ObjectState.values()) {
            counts.put(
                    state,
                    outcomes.stream()
                            .filter(outcome -> outcome.state() == state)
                            .count());
        }
        text.append('\n').append(outcomes.size()).append(" objects: ");
        text.append(counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey().words())
                .collect(Collectors.joining(", ")));
        return text.append('\n').toString();
    }

    static String json(List<ObjectOutcome> outcomes, boolean withValues) {
        return new ObjectMapper()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(Map.of(
                                "objects",
                                outcomes.stream()
                                        .map(outcome -> document(outcome, withValues))
                                        .toList()))
                + "\n";
    }

    private static Map<String, Object> document(ObjectOutcome outcome, boolean withValues) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("kind", outcome.object().kind().word());
        document.put("name", outcome.object().name().toString());
        document.put("state", outcome.state().name());
        document.put("detail", shown(outcome.detail(), withValues));
        String source = outcome.object().sql();
        document.put("source", source == null ? "" : source);
        Translated translated = outcome.translated();
        document.put("target", translated == null ? List.of() : translated.statements());
        document.put(
                "rules",
                translated == null
                        ? List.of()
                        : translated.rules().stream().map(Enum::name).sorted().toList());
        return document;
    }
}
