package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.gaussferry.testing.ScriptedConnection;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PositionWatchTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private int questions;

    @Test
    void waitsUntilPositionIsPassed() throws Exception {
        assertThat(passedAt(4).await(Only.PLACE, PATIENCE)).isTrue();
        assertThat(questions).isEqualTo(4);
    }

    /** A caller holds a lock meanwhile, so the limit counts also if the position is never passed. */
    @Test
    void endsWithPatience() throws Exception {
        assertThat(passedAt(Integer.MAX_VALUE).await(Only.PLACE, Duration.ZERO)).isFalse();
    }

    @Test
    void asksBeforeItWaits() throws Exception {
        assertThat(passedAt(1).await(Only.PLACE, Duration.ZERO)).isTrue();
        assertThatCode(() -> passedAt(questions + 1).await(Only.PLACE)).doesNotThrowAnyException();
    }

    /** Without writers on either side every reading is final. */
    @Test
    void treatsIdleSidesAsOnePosition() throws Exception {
        IdleSidesWatch watch = new IdleSidesWatch();
        Connection source = new ScriptedConnection().connection();
        assertThat(watch.now(source)).isEqualTo(watch.now(source));
        assertThat(watch.await(watch.now(source), Duration.ZERO)).isTrue();
    }

    private enum Only implements PositionWatch.Place {
        PLACE
    }

    private PositionWatch passedAt(int question) {
        return new PositionWatch() {
            @Override
            public boolean sourceFollows() {
                return false;
            }

            @Override
            public Place now(Connection source) {
                return Only.PLACE;
            }

            @Override
            protected boolean isPassed(Place place) {
                return ++questions >= question;
            }

            @Override
            protected Object reached() {
                return questions;
            }
        };
    }
}
