package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventZoneTest {

    @Test
    void namesZonesAsTheTargetDoes() {
        assertThat(EventZone.onTarget("+02:00")).contains("UTC-02:00");
        assertThat(EventZone.onTarget("-05:30")).contains("UTC+05:30");
        assertThat(EventZone.onTarget("+00:00")).contains("UTC");
        assertThat(EventZone.onTarget("Europe/Berlin")).contains("Europe/Berlin");
        assertThat(EventZone.onTarget("SYSTEM")).isEmpty();
        assertThat(EventZone.isOfHost("SYSTEM")).isTrue();
    }
}
