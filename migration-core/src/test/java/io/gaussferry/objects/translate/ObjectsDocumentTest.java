package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObjectsDocumentTest {

    @ParameterizedTest
    @EnumSource
    void describesEveryRule(RewriteRule rule) throws IOException {
        assertThat(Files.readAllLines(Path.of("../docs/reference/objects.md")))
                .contains("| `" + rule.name().toLowerCase(Locale.ROOT).replace('_', '-') + "` | " + rule.description()
                        + " |");
    }
}
