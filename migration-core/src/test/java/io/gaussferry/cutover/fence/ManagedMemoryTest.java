package io.gaussferry.cutover.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.settings.SourceAccount;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ManagedMemoryTest {

    private static final SourceAccount APP = new SourceAccount("app", "%");

    private static EnabledEvent event(String name, String characterSet) {
        return new EnabledEvent("shop", name, APP, characterSet, "utf8mb4_0900_ai_ci");
    }

    @Test
    void survivesStorage() {
        ManagedMemory memory = new ManagedMemory(
                "1-2",
                Set.of(
                        APP,
                        new SourceAccount("", "%"),
                        new SourceAccount("a=b@c", "10.%"),
                        new SourceAccount("tab\tline\n\r\\", "::1"),
                        new SourceAccount("顧客", "%")),
                Set.of(event("tick", "utf8mb4"), event("tab\t=", "latin1")));
        String stored = FenceMemoryFormat.of(memory.toValues());
        assertThat(ManagedMemory.of(FenceMemoryFormat.parse(stored))).isEqualTo(memory);
    }

    @Test
    void keepsEventAsItWasFoundFirst() {
        ManagedMemory memory = new ManagedMemory("1", Set.of(), Set.of(event("tick", "latin1")))
                .with(List.of(APP), List.of(event("TICK", "utf8mb4"), event("tock", "utf8mb4")));
        assertThat(memory.events()).containsExactlyInAnyOrder(event("tick", "latin1"), event("tock", "utf8mb4"));
        assertThat(memory.accounts()).containsExactly(APP);
        assertThat(memory.has(event("Tock", "latin1"))).isTrue();
    }

    @Test
    void knowsEventsThatCannotBeRestored() {
        assertThat(event("tick", "latin1").isRestorable()).isTrue();
        assertThat(event("täglich", "utf8mb3").isRestorable()).isTrue();
        assertThat(event("täglich", "latin1").isRestorable()).isFalse();
    }
}
