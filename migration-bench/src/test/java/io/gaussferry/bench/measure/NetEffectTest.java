package io.gaussferry.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.bench.change.RowChange;
import io.gaussferry.bench.change.TableShape;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NetEffectTest {
    private static final TableShape TABLE =
            new TableShape("t", List.of("id", "a", "b"), List.of("integer", "text", "text"), List.of(0));
    private static final TableShape KEYLESS = new TableShape("n", List.of("a"), List.of("text"), List.of());

    private final NetEffect effect = new NetEffect();

    @Test
    void coalescesUpdatesToColumnsThatDifferAtEnd() {
        change(row("1", "x", "y"), row("1", "x2", "y"));
        change(row("1", "x2", "y"), row("1", "x3", null));
        assertThat(effect.rows()).singleElement().satisfies(left -> {
            assertThat(left.after()).containsExactly("1", "x3", null);
            assertThat(left.changedColumns()).containsExactly(1, 2);
        });
    }

    @Test
    void dropsRowThatIsInsertedAndDeleted() {
        change(null, row("1", "x", "y"));
        change(row("1", "x", "y"), null);
        assertThat(effect.rows()).isEmpty();
    }

    @Test
    void coalescesDeleteAndInsertToUpdate() {
        change(row("1", "x", "y"), null);
        change(null, row("1", "z", "y"));
        assertThat(effect.rows()).singleElement().satisfies(left -> {
            assertThat(left.before()).containsExactly("1", "x", "y");
            assertThat(left.changedColumns()).containsExactly(1);
        });
    }

    @Test
    void keepsRowsWithoutKeySeparate() {
        effect.add(new RowChange(KEYLESS, null, row("same")));
        effect.add(new RowChange(KEYLESS, null, row("same")));
        assertThat(effect.rows()).hasSize(2);
        assertThatThrownBy(() -> effect.add(new RowChange(KEYLESS, row("same"), null)))
                .hasMessageContaining("no key");
    }

    @Test
    void rejectsChangedKey() {
        change(null, row("1", "x", "y"));
        assertThatThrownBy(() -> change(row("1", "x", "y"), row("2", "x", "y"))).hasMessageContaining("key");
    }

    private void change(@Nullable String @Nullable [] before, @Nullable String @Nullable [] after) {
        effect.add(new RowChange(TABLE, before, after));
    }

    private static @Nullable String[] row(@Nullable String... values) {
        return values;
    }
}
