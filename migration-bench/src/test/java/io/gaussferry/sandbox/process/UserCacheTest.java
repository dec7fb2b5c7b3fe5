package io.gaussferry.sandbox.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.sandbox.program.MySqlProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {

    @TempDir
    Path base;

    private UserCache cache;

    @BeforeEach
    void open() {
        cache = UserCache.of(Map.of("XDG_CACHE_HOME", base.toString()));
    }

    @Test
    void removesIncompleteDirectoryAfterFailure() throws IOException {
        assertThatThrownBy(() -> cache.provide("thing", (scratch, directory) -> {
                    Files.writeString(directory.resolve("half"), "x");
                    throw new IOException("disk full");
                }))
                .isInstanceOf(SandboxException.class)
                .hasMessageContainingAll("disk full", "XDG_CACHE_HOME");
        assertThat(names()).containsExactly("thing.lock");

        Path made = cache.provide("thing", (scratch, directory) -> Files.writeString(directory.resolve("whole"), "x"));
        assertThat(made).isDirectoryContaining("glob:**whole").isDirectoryNotContaining("glob:**half");
    }

    @Test
    void removesIncompleteDirectoriesOfPowerFailure() throws IOException {
        Path incomplete = Files.createDirectories(cache.root().resolve("gaussferry-thing-0011223344ff/content"));
        cache.provide("thing", (scratch, directory) -> {});
        assertThat(incomplete).doesNotExist();
        assertThat(names()).containsExactlyInAnyOrder("thing", "thing.lock");
    }

    @Test
    void createsDirectoryOnce() throws InterruptedException, ExecutionException {
        AtomicInteger made = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Path>> results = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                results.add(threads.submit(() -> cache.provide("thing", (scratch, directory) -> {
                    made.incrementAndGet();
                    Files.writeString(directory.resolve("file"), "x");
                })));
            }
            for (Future<Path> result : results) {
                assertThat(result.get().resolve("file")).exists();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void acceptsOnlyServerFilesOfZip() {
        assertThat(Stream.of(
                                "bin/mysqld",
                                "bin/mysqld-debug",
                                "bin/mysqldump",
                                "lib/private/libssl.so.1.1",
                                "lib/plugin/semisync_source.so",
                                "lib/plugin/debug/semisync_source.so",
                                "lib/mecab/x",
                                "lib/libmysqlclient.a",
                                "share/english/errmsg.sys")
                        .filter(MySqlProgram::isNeeded))
                .containsExactly(
                        "bin/mysqld",
                        "lib/private/libssl.so.1.1",
                        "lib/plugin/semisync_source.so",
                        "share/english/errmsg.sys");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(cache.root())) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
