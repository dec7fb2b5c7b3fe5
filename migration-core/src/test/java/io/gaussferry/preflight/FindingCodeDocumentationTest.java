package io.gaussferry.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.preflight.finding.FindingCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FindingCodeDocumentationTest {

    private static final Pattern LINE = Pattern.compile("\\| `([A-Z_]+)` \\| ([a-z]+) \\| .+ \\| .+ \\|");

    @Test
    void documentsEveryCodeWithItsSeverity() throws Exception {
        List<String> documented = new ArrayList<>();
        for (String document : List.of("findings.md", "findings-target.md")) {
            for (String line :
                    Files.readAllLines(Path.of("..", "docs", "reference", document), StandardCharsets.UTF_8)) {
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches()) {
                    documented.add(matcher.group(1) + " " + matcher.group(2));
                }
            }
        }
        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(FindingCode.values())
                        .map(code -> code + " " + code.severity().name().toLowerCase(Locale.ROOT))
                        .toList());
    }
}
