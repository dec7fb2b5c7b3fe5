package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.ShardStore.Agreed;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one table on which its shards have agreed, in order. The definition after a change is the one before
 * the next. Accesses no server. Immutable.
 *
 * @param agreed number 1 is the first
 */
record ShardOrder(List<Agreed> agreed) {

    ShardOrder {
        agreed = List.copyOf(agreed);
    }

    /**
     * Returns the number of the change that a shard makes:
     *
     * <ul>
     * <li>if the shard's position is known, the next change that it lacks, or a later one that leads to its new
     * definition;
     * <li>if its position is unknown, the last change that leads from its old definition to its new one, otherwise the
     * last one that leads to the new one;
     * <li>for a shard that has all changes, or has the definition after all of them, the number after the last.
     * </ul>
     *
     * @param position the stored number of changes that the shard has; empty if none is stored
     * @param before its definition before the change; null if the table does not exist
     * @param after its definition after the change; null if the table does not exist
     * @return the number of the change; one more than the agreed changes if the shard is the first to make it; empty if
     *     the change conflicts
     */
    OptionalInt numberOf(OptionalInt position, @Nullable String before, @Nullable String after) {
        if (agreed.isEmpty()) {
            return OptionalInt.of(1);
        }
        boolean isKnown = position.isPresent()
                && position.getAsInt() <= agreed.size()
                && Objects.equals(definition(position.getAsInt()), before);
        return isKnown ? fromPosition(position.getAsInt(), before, after) : fromDefinition(before, after);
    }

    private OptionalInt fromPosition(int has, @Nullable String before, @Nullable String after) {
        if (has == agreed.size() || Objects.equals(definition(has + 1), after)) {
            return OptionalInt.of(has + 1);
        }
        OptionalInt later = last(has + 1, after);
        return later.isPresent() ? later : afterAll(before);
    }

    private OptionalInt fromDefinition(@Nullable String before, @Nullable String after) {
        for (int number = agreed.size(); number > 0; number--) {
            if (Objects.equals(definition(number - 1), before) && Objects.equals(definition(number), after)) {
                return OptionalInt.of(number);
            }
        }
        OptionalInt behind = afterAll(before);
        return behind.isPresent() ? behind : last(1, after);
    }

    private OptionalInt afterAll(@Nullable String before) {
        return Objects.equals(definition(agreed.size()), before)
                ? OptionalInt.of(agreed.size() + 1)
                : OptionalInt.empty();
    }

    /**
     * Returns the last change, from the given number on, that leads to a definition: a shard may have made several in a
     * different order.
     */
    private OptionalInt last(int from, @Nullable String definition) {
        for (int number = agreed.size(); number >= from; number--) {
            if (Objects.equals(definition(number), definition)) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    /** Returns the definition after the given number of changes. */
    private @Nullable String definition(int number) {
        return number == 0 ? agreed.get(0).before() : agreed.get(number - 1).after();
    }

    /**
     * Returns the agreed change that conflicts with the shard's: the next for this shard, or the last if the shard's
     * position is unknown.
     */
    Agreed conflicting(OptionalInt position) {
        int index =
                position.isPresent() && position.getAsInt() < agreed.size() ? position.getAsInt() : agreed.size() - 1;
        return agreed.get(index);
    }
}
