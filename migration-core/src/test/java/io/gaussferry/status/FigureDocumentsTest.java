package io.gaussferry.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.status.Figure.Description;
import io.gaussferry.status.Figure.Single;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The reference documents contain the figures as they are defined. */
class FigureDocumentsTest {

    /** Writes the documents, to be reviewed as a diff: {@code -Dgaussferry.documents=write}. */
    private static final boolean WRITE = "write".equals(System.getProperty("gaussferry.documents"));

    private static final Path METRICS = Path.of("..", "docs", "reference", "metrics.md");
    private static final Path API = Path.of("..", "docs", "reference", "openapi.yml");

    /** The schemas of the documents within the status document. */
    private static final Map<String, String> SCHEMAS = Map.of(
            "copy",
            "Copy",
            "stall",
            "Stall",
            "verification",
            "Verification",
            "reverseReplication",
            "ReverseReplication",
            "target",
            "Target");

    @Test
    void metricsPageHasEveryFigure() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(METRICS));
        for (Figures.Section section : Figures.SECTIONS) {
            int start = indexOf(lines, "| metric ", indexOf(lines, "## " + section.heading(), 0));
            int end = start;
            while (end < lines.size() && lines.get(end).startsWith("|")) {
                end++;
            }
            List<String> table = lines.subList(start, end);
            table.clear();
            table.add("| metric | type | unit | meaning | when it is high |");
            table.add("|---|---|---|---|---|");
            section.figures().forEach(figure -> table.add(row(figure)));
        }
        compare(METRICS, lines);
    }

    @Test
    void statusSchemaHasEveryFigure() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(API));
        for (Single figure : Figures.SINGLE) {
            if (figure.isStatusField()) {
                List<String> schema = schema(lines, "Status");
                int line = lineOf(schema, figure.json());
                if (line < 0) {
                    schema.add(property(figure));
                } else {
                    schema.set(line, property(figure));
                }
            }
        }
        compare(API, lines);
    }

    @Test
    void documentsWithinStatusHaveEveryOtherFigure() throws IOException {
        List<String> lines = Files.readAllLines(API);
        for (Single figure : Figures.SINGLE) {
            if (!figure.isStatusField()) {
                String[] path = figure.json().split("\\.");
                assertThat(lineOf(schema(lines, String.valueOf(SCHEMAS.get(path[0]))), path[1]))
                        .as(figure.json())
                        .isNotNegative();
            }
        }
    }

    private static void compare(Path document, List<String> computed) throws IOException {
        String text = String.join("\n", computed) + "\n";
        if (WRITE) {
            Files.writeString(document, text);
        }
        assertThat(Files.readString(document))
                .as("%s; -Dgaussferry.documents=write writes it", document)
                .isEqualTo(text);
    }

    private static String row(Figure figure) {
        Description description = figure.description();
        boolean mayBeUnknown = figure instanceof Single single
                && single.absent() != null
                && single.absent().isNaN();
        return "| `" + description.metric() + "` | "
                + description.kind().name().toLowerCase(Locale.ROOT) + " | " + description.unit() + " | "
                + description.meaning() + (mayBeUnknown ? "; then `NaN`" : "") + " | "
                + (description.whenHigh().isEmpty() ? "–" : description.whenHigh()) + " |";
    }

    private static String property(Single figure) {
        String type = figure.type().json();
        return "        " + figure.json() + ": {type: " + (figure.absent() == null ? type : "[" + type + ", \"null\"]")
                + ", description: \"" + figure.description().sentence() + (figure.absent() == null ? "" : " Then null.")
                + "\"}";
    }

    /** Returns the lines of a schema's properties. */
    private static List<String> schema(List<String> lines, String name) {
        int start = indexOf(
                        lines,
                        "      properties:",
                        indexOf(lines, "    " + name + ":", indexOf(lines, "  schemas:", 0)))
                + 1;
        int end = start;
        while (end < lines.size() && lines.get(end).startsWith("        ")) {
            end++;
        }
        return lines.subList(start, end);
    }

    private static int lineOf(List<String> schema, String property) {
        for (int line = 0; line < schema.size(); line++) {
            if (schema.get(line).startsWith("        " + property + ": ")) {
                return line;
            }
        }
        return -1;
    }

    private static int indexOf(List<String> lines, String start, int from) {
        for (int line = from; line < lines.size(); line++) {
            if (lines.get(line).startsWith(start)) {
                return line;
            }
        }
        throw new AssertionError("no line \"" + start + "\"");
    }
}
