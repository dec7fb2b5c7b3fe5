package io.gaussferry.pipeline.definition;

import io.gaussferry.checkpoint.ShardStore.Agreed;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one table that its shards have agreed on, in order. The definition behind each is the one before the next. Asks no
 * server. Immutable.
 *
 * @param agreed number 1 is the first
 */
record ShardOrder(List<Agreed> agreed) {

    ShardOrder {
        agreed = List.copyOf(agreed);
    }

    /**
     * Returns which of the changes a shard makes: the next of those that it lacks; where it is not known how many it has, one that leads
     * from the definition that it has to the one that it gets, the last of them; otherwise a later one that leads to that; and for a
     * shard that has them all, or is as they all will be, the one behind the last.
     *
     * @param place how many it has, as was noted; empty where nothing was
     * @param before its definition before the change; null where there is none
     * @param after the one behind it
     * @return the number of the change; one more than there are where it is the first to make it; empty where it makes something else
     */
    OptionalInt numberOf(OptionalInt place, @Nullable String before, @Nullable String after) {
        if (agreed.isEmpty()) {
            return OptionalInt.of(1);
        }
        boolean isKnown = place.isPresent()
                && place.getAsInt() <= agreed.size()
                && Objects.equals(definition(place.getAsInt()), before);
        return isKnown ? fromPlace(place.getAsInt(), before, after) : fromDefinition(before, after);
    }

    private OptionalInt fromPlace(int has, @Nullable String before, @Nullable String after) {
        if (has == agreed.size() || Objects.equals(definition(has + 1), after)) {
            return OptionalInt.of(has + 1);
        }
        OptionalInt later = last(has + 1, after);
        return later.isPresent() ? later : behindAll(before);
    }

    private OptionalInt fromDefinition(@Nullable String before, @Nullable String after) {
        for (int number = agreed.size(); number > 0; number--) {
            if (Objects.equals(definition(number - 1), before) && Objects.equals(definition(number), after)) {
                return OptionalInt.of(number);
            }
        }
        OptionalInt behind = behindAll(before);
        return behind.isPresent() ? behind : last(1, after);
    }

    private OptionalInt behindAll(@Nullable String before) {
        return Objects.equals(definition(agreed.size()), before)
                ? OptionalInt.of(agreed.size() + 1)
                : OptionalInt.empty();
    }

    /** Returns the last change, from a number on, that leads to a definition: a shard may have made several in another order. */
    private OptionalInt last(int from, @Nullable String definition) {
        for (int number = agreed.size(); number >= from; number--) {
            if (Objects.equals(definition(number), definition)) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    /** Returns the definition behind so many changes. */
    private @Nullable String definition(int number) {
        return number == 0 ? agreed.get(0).before() : agreed.get(number - 1).after();
    }

    /** Returns the change that a shard lacks which makes something else: the next for it, or the last where that is not known. */
    Agreed inItsPlace(OptionalInt place) {
        int index = place.isPresent() && place.getAsInt() < agreed.size() ? place.getAsInt() : agreed.size() - 1;
        return agreed.get(index);
    }
}
