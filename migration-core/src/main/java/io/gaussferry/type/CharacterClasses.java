package io.gaussferry.type;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The characters of character sets. Tabulating a character set takes milliseconds, so each is tabulated once. For one thread. */
public final class CharacterClasses {

    private final Map<String, Optional<CharacterClass>> classes = new HashMap<>();

    /** Returns the characters of a supported character set; empty if it has all characters. */
    Optional<CharacterClass> of(String characterSet) {
        return classes.computeIfAbsent(characterSet, CharacterClass::of);
    }
}
