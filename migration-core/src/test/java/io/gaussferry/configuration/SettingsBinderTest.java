package io.gaussferry.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsBinderTest {

    private enum Order {
        ONE_BY_ONE,
        AT_ONCE
    }

    private record Copy(
            @DefaultValue("2") int workers,
            @DefaultValue("32MB") DataSize rangeBytes,
            @DefaultValue("one-by-one") Order order,
            @DefaultValue("5s") Duration interval,
            @DefaultValue("false") boolean locks,
            @Nullable Long number) {}

    private record Named(@Nullable String from, @Nullable String to) {}

    private record Settings(
            @DefaultValue("default") String name,
            @Nullable String password,
            @DefaultValue("*") List<String> schemas,
            @DefaultValue List<Named> rename,
            @DefaultValue Map<String, String> other,
            @DefaultValue Copy copy,
            @Nullable Named absent) {}

    private static Map<String, String> values(String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return values;
    }

    private static SettingsBinder binder(String... keysAndValues) {
        return new SettingsBinder(values(keysAndValues), UnaryOperator.identity());
    }

    private static Settings bind(String... keysAndValues) {
        SettingsBinder binder = binder(keysAndValues);
        Settings settings = binder.bind("g", Settings.class);
        binder.requireNoOther();
        return settings;
    }

    @Test
    void usesDefaultOrNullForMissingKeys() {
        assertThat(bind())
                .isEqualTo(new Settings(
                        "default",
                        null,
                        List.of("*"),
                        List.of(),
                        Map.of(),
                        new Copy(2, DataSize.parse("32MB"), Order.ONE_BY_ONE, Duration.ofSeconds(5), false, null),
                        null));
    }

    @Test
    void convertsValuesToComponentTypes() {
        assertThat(bind(
                                "g.copy.workers", " 4 ",
                                "g.copy.range-bytes", "1KB",
                                "g.copy.order", "at-once",
                                "g.copy.interval", "2m",
                                "g.copy.locks", "yes",
                                "g.copy.number", "7")
                        .copy())
                .isEqualTo(new Copy(4, DataSize.parse("1KB"), Order.AT_ONCE, Duration.ofMinutes(2), true, 7L));
    }

    @Test
    void ignoresCaseHyphensAndUnderscores() {
        assertThat(bind("G.copy.RANGE_BYTES", "1KB", "g.Copy.order", "AtOnce").copy())
                .extracting(Copy::rangeBytes, Copy::order)
                .containsExactly(DataSize.parse("1KB"), Order.AT_ONCE);
    }

    @Test
    void bindsListsByCommasOrIndexes() {
        assertThat(bind("g.schemas", "shop, crm").schemas()).containsExactly("shop", "crm");
        assertThat(bind("g.schemas[0]", "shop", "g.schemas[1]", "a,b").schemas())
                .containsExactly("shop", "a,b");
        assertThat(bind("g.schemas", "").schemas()).isEmpty();
        assertThat(bind("g.rename[0].from", "a", "g.rename[0].to", "b", "g.rename[1].from", "c")
                        .rename())
                .containsExactly(new Named("a", "b"), new Named("c", null));
    }

    @Test
    void endsListAtMissingIndexAndRefusesLaterOnes() {
        SettingsBinder binder = binder("g.schemas[0]", "shop", "g.schemas[2]", "crm");
        assertThat(binder.bind("g", Settings.class).schemas()).containsExactly("shop");
        assertThatThrownBy(binder::requireNoOther).hasMessageContaining("g.schemas[2]");
    }

    @Test
    void retainsMapKeysAsWritten() {
        assertThat(bind("g.other.eu.source.url", "x", "g.other.US_1", "y").other())
                .containsOnly(Map.entry("eu.source.url", "x"), Map.entry("US_1", "y"));
    }

    @Test
    void bindsEmptySectionToDefaultsOrNull() {
        assertThat(bind("g.copy", "", "g.absent", "")).isEqualTo(bind());
        assertThat(bind("g.absent.from", "a").absent()).isEqualTo(new Named("a", null));
    }

    @Test
    void bindsEmptyOptionalNumberToNull() {
        assertThat(bind("g.copy.number", "").copy().number()).isNull();
    }

    @Test
    void resolvesPlaceholdersOnlyWhenUsed() {
        UnaryOperator<String> resolver = value -> {
            if (value.equals("${broken}")) {
                throw new IllegalArgumentException("no such variable");
            }
            return value.equals("${name}") ? "shop" : value;
        };
        assertThat(new SettingsBinder(values("g.name", "${name}"), resolver)
                        .bind("g", Settings.class)
                        .name())
                .isEqualTo("shop");
        assertThatThrownBy(() -> new SettingsBinder(values("g.name", "${broken}"), resolver).bind("g", Settings.class))
                .hasMessageContaining("g.name")
                .hasMessageContaining("variable that is not set");
        // the key is not used
        assertThat(new SettingsBinder(values("other.name", "${broken}"), resolver)
                        .bind("g", Settings.class)
                        .name())
                .isEqualTo("default");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            g.copy.workers     | s3cret     | g.copy.workers
            g.copy.workers     | 99999999999| g.copy.workers
            g.copy.workers     | ''         | g.copy.workers
            g.copy.range-bytes | s3cret     | g.copy.range-bytes
            g.copy.interval    | s3cret     | g.copy.interval
            g.copy.locks       | s3cret     | g.copy.locks
            g.copy.order       | later      | one-by-one or at-once
            g.copy.wokers      | 4          | g.copy.wokers
            h.name             | x          | h.name
            """)
    void refusesInvalidValuesNamingOnlyTheKey(String key, String value, String named) {
        assertThatThrownBy(() -> bind(key, value))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining(named)
                .hasMessageContaining("remedy:")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void refusesKeyInTwoSpellings() {
        assertThatThrownBy(() -> binder("g.range-bytes", "1", "g.rangeBytes", "2"))
                .hasMessageContaining("given twice")
                .hasMessageContaining("g.range-bytes")
                .hasMessageContaining("g.rangeBytes");
    }

    @Test
    void ignoresUnusedKeysOfOtherSections() {
        SettingsBinder binder = binder("g.name", "x", "h.name", "y");
        binder.bind("g", Settings.class);
        binder.requireNoOtherBelow("g");
        assertThatThrownBy(() -> binder.requireNoOtherBelow("h")).hasMessageContaining("h.name");
    }

    @Test
    void writesComponentsWithHyphens() {
        assertThat(SettingsBinder.written("rangeBytes")).isEqualTo("range-bytes");
    }
}
