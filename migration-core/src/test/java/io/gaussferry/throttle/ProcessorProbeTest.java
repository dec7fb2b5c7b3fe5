package io.gaussferry.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessorProbeTest {

    @Test
    void readsAPercentageFromTheFirstQuestionOn() {
        Map<LoadFigure, Double> figures = new ProcessorProbe().read();
        assertThat(figures.get(LoadFigure.PROCESSOR_USE)).isBetween(0.0, 100.0);
    }
}
