package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatternSampleTest {

    @Test
    void matchesThePattern() {
        assertThat(PatternSample.of("[a-fA-F0-9]{4}")).contains("aaaa");
        assertThat(PatternSample.of("^[0-9]{2,3}-(new|old)$")).contains("11-new");
        assertThat(PatternSample.of("^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$"))
                .contains("a@a.aa");
        assertThat(PatternSample.of("^[^a-z]x?$")).contains("1x");
        assertThat(PatternSample.of("^[[:digit:]]+\\d$")).contains("11");
    }

    @Test
    void hasNoSampleOfWhatItCannotRead() {
        assertThat(PatternSample.of("(?=a)b")).isEmpty();
        assertThat(PatternSample.of("[a-z")).isEmpty();
        assertThat(PatternSample.of("^$")).isEmpty();
    }
}
