package io.gaussferry.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Failure;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator decides by this document: it must not show a change as applied whose table is quarantined. */
class FailureDocumentTest {

    private static final TableId ITEM = new TableId("shop", "item");

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # waits at, skipped, quarantined, state
            -,          -,       false,       RETRIED
            -,          -,       true,        SET_ASIDE
            -,          why,     false,       SKIPPED
            -,          why,     true,        SKIPPED
            a:1,        -,       true,        WAITING
            a:1,        why,     false,       WAITING
            a:2,        -,       false,       RETRIED
            """)
    void reportsState(
            @Nullable String waitsAt, @Nullable String skipped, boolean quarantined, FailureDocument.State state) {
        FailedChange change = new FailedChange("a:1", 2, "binlog.000001", 4, ITEM, "INSERT", "23505", "refused");
        FailureDocument document = FailureDocument.of(
                new Failures.Known(new Failure(change, Instant.EPOCH, skipped), null), status(waitsAt, quarantined));
        assertThat(document.state()).isEqualTo(state);
        assertThat(document.id()).isEqualTo("a:1@2");
        assertThat(document.position()).isEqualTo("binlog.000001:4");
    }

    @Test
    void readsIdThatItShows() {
        assertThat(FailureId.parse(new FailureId("a:tag:1", 12).toString())).isEqualTo(new FailureId("a:tag:1", 12));
        assertThat(FailureId.parse("a:1")).as("a transaction").isEqualTo(new FailureId("a:1", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:1@", "a:1@x", "a:1@1@2"})
    void refusesMalformedId(String id) {
        assertThatThrownBy(() -> FailureId.parse(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not the id of a failure");
    }

    private static PipelineStatus status(@Nullable String waitsAt, boolean quarantined) {
        Waiting waiting = waitsAt == null ? null : new Waiting(waitsAt, Instant.EPOCH, "problem", "remedy", null);
        return new PipelineStatus(
                Phase.REPLAYING,
                false,
                0,
                0,
                null,
                0,
                0,
                0,
                0,
                null,
                null,
                List.of(),
                quarantined ? Set.of(ITEM) : Set.of(),
                waiting,
                null,
                0);
    }
}
