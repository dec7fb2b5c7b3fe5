package io.gaussferry.assess;

import java.util.Optional;

/**
 * A part of an assessment that may not have been examined.
 *
 * @param result the result; empty if it was not examined
 * @param reason why not; empty otherwise
 * @param <T> the type of the result
 */
public record Examined<T>(Optional<T> result, String reason) {

    static <T> Examined<T> of(T result) {
        return new Examined<>(Optional.of(result), "");
    }

    static <T> Examined<T> not(String reason) {
        return new Examined<>(Optional.empty(), reason);
    }
}
