package io.gaussferry.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A failover leads connections to another server once, a load balancer again and again. */
class SourceReplacementTest {

    @Test
    void distinguishesFailoverFromLoadBalancer() {
        assertThat(SourceReplacement.alternates(List.of("b"))).isFalse();
        assertThat(SourceReplacement.alternates(List.of("b", "b", "b", "b"))).isFalse();
        // the first connection was the last one to the former server, or the failover was undone
        assertThat(SourceReplacement.alternates(List.of("b", "b", "a", "a"))).isFalse();
        assertThat(SourceReplacement.alternates(List.of("b", "a", "b", "a"))).isTrue();
        assertThat(SourceReplacement.alternates(List.of("b", "b", "a", "b"))).isTrue();
        assertThat(SourceReplacement.alternates(List.of("b", "c", "d"))).isTrue();
    }
}
