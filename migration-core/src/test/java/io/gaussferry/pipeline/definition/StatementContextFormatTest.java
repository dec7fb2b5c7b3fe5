package io.gaussferry.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class StatementContextFormatTest {

    @Test
    void ignoresZoneNamesOfEarlierVersion() {
        String session = "version=80033 executed_at=2026-01-01T00:00:00Z time_zone=";
        assertThat(StatementContextFormat.read("", "", session + "Europe/Berlin")
                        .timeZone())
                .isNull();
        assertThat(StatementContextFormat.read("", "", session + "+02:00").timeZone())
                .isEqualTo(ZoneOffset.ofHours(2));
        assertThat(StatementContextFormat.read("", "", session + "Z").timeZone())
                .isEqualTo(ZoneOffset.UTC);
    }
}
