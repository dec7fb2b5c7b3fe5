package io.gaussferry.objects.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredSettingsTest {

    @ParameterizedTest
    @CsvSource({"SYSTEM, UTC, +00:00", "SYSTEM, CET, SYSTEM", "SYSTEM, GMT, SYSTEM", "+02:00, UTC, +02:00"})
    void knowsTheZoneOfAHostInUtcOnly(String stored, String zoneOfHost, String expected) {
        assertThat(StoredSettings.of("", "", "", stored, zoneOfHost).timeZone()).isEqualTo(expected);
    }
}
