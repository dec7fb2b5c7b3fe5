package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MessageBufferTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final int MEGABYTE = 1 << 20;

    private static CompletableFuture<Boolean> put(MessageBuffer messages, List<byte[]> all) {
        return CompletableFuture.supplyAsync(() -> {
            boolean isRead = true;
            try {
                for (byte[] message : all) {
                    isRead = messages.put(message, 1);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            messages.end();
            return isRead;
        });
    }

    /** Larger ones than a chunk, and than all that may wait, are among them. */
    @Test
    void messagesComeAsTheyWerePut() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int size = i % 4_000 == 7 ? 2 * MEGABYTE : i % 10_000 == 3 ? 5 * MEGABYTE : random.nextInt(400);
            byte[] message = new byte[1 + size];
            random.nextBytes(message);
            all.add(message);
        }
        MessageBuffer messages = new MessageBuffer(3 * MEGABYTE);
        CompletableFuture<Boolean> writer = put(messages, all);
        int number = 0;
        for (MessageBuffer.Chunk chunk = messages.take(SOON); chunk != null; chunk = messages.take(SOON)) {
            while (chunk.next()) {
                byte[] expected = all.get(number++);
                assertThat(Arrays.equals(expected, 1, expected.length, chunk.bytes(), chunk.from(), chunk.to()))
                        .as("message %s, seed %s", number, seed)
                        .isTrue();
            }
            messages.release(chunk);
        }
        assertThat(number).isEqualTo(all.size());
        assertThat(writer.get()).isTrue();
    }

    @Test
    void whoeverPutsWaitsForRoomUntilNobodyReads() throws Exception {
        MessageBuffer messages = new MessageBuffer(2 * MEGABYTE);
        CompletableFuture<Boolean> writer =
                put(messages, List.of(new byte[MEGABYTE], new byte[MEGABYTE], new byte[MEGABYTE]));
        MessageBuffer.Chunk first = Objects.requireNonNull(messages.take(Duration.ofSeconds(10)));
        assertThatThrownBy(() -> writer.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(first.next()).isTrue();
        messages.abandon();
        assertThat(writer.get()).isFalse();
    }

    @Test
    void nothingComesInTimeWhereNothingIsPut() throws Exception {
        MessageBuffer messages = new MessageBuffer(MEGABYTE);
        assertThat(Objects.requireNonNull(messages.take(SOON)).next()).isFalse();
        messages.end();
        assertThat(messages.take(SOON)).isNull();
    }

    @Test
    void nothingIsTakenFromWhoeverPutsWhenNobodyReads() throws Exception {
        MessageBuffer messages = new MessageBuffer(MEGABYTE);
        messages.abandon();
        assertThat(messages.put(new byte[10], 0)).isFalse();
    }
}
