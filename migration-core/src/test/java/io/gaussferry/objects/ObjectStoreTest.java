package io.gaussferry.objects;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObjectStoreTest {

    @Test
    void replacesTheCharacterThatTheTargetCannotStore() {
        assertThat(ObjectStore.storable("SELECT 'a\0b'")).isEqualTo("SELECT 'a\uFFFDb'");
    }
}
