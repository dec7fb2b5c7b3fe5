package io.gaussferry.status;

import io.gaussferry.metrics.Buckets.Histogram;
import io.gaussferry.status.Figure.Distribution;
import io.gaussferry.status.Figure.Kind;
import io.gaussferry.status.Figure.Labelled;
import io.gaussferry.status.Figure.Single;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** The figures of one or several migrations as metrics for Prometheus. Immutable. */
public final class PrometheusFigures {

    private static final String TABLE = "table";

    private final Map<Labels, MigrationStatus> migrations;
    private final UnaryOperator<String> tables;

    private PrometheusFigures(Map<Labels, MigrationStatus> migrations, UnaryOperator<String> tables) {
        this.migrations = migrations;
        this.tables = tables;
    }

    /**
     * Returns all metrics.
     *
     * @param migrations the migrations by the labels that distinguish them
     * @param tables returns the value of the label of a table, which several tables may share; an empty one for no label
     */
    public static MetricSnapshots of(Map<Labels, MigrationStatus> migrations, UnaryOperator<String> tables) {
        PrometheusFigures figures = new PrometheusFigures(migrations, tables);
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        Figures.ALL.forEach(figure -> all.metricSnapshot(figures.metric(figure)));
        return all.build();
    }

    private MetricSnapshot metric(Figure figure) {
        if (figure instanceof Distribution distribution) {
            return histogram(distribution);
        }
        return figure.description().kind() == Kind.COUNTER ? counter(figure) : gauge(figure);
    }

    private MetricSnapshot gauge(Figure figure) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name(figure)).help(help(figure));
        points(
                figure,
                (labels, value) -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build()));
        return gauge.build();
    }

    private MetricSnapshot counter(Figure figure) {
        CounterSnapshot.Builder counter =
                CounterSnapshot.builder().name(name(figure)).help(help(figure));
        points(
                figure,
                (labels, value) -> counter.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build()));
        return counter.build();
    }

    private MetricSnapshot histogram(Distribution figure) {
        HistogramSnapshot.Builder histogram =
                HistogramSnapshot.builder().name(name(figure)).help(help(figure));
        migrations.forEach((labels, status) -> {
            Histogram values = figure.histogram(status);
            List<Double> bounds = new ArrayList<>(values.bounds());
            bounds.add(Double.POSITIVE_INFINITY);
            histogram.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(labels)
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, values.counts()))
                    .sum(values.sum())
                    .build());
        });
        return histogram.build();
    }

    private void points(Figure figure, BiConsumer<Labels, Double> sink) {
        migrations.forEach((labels, status) -> {
            if (figure instanceof Single single) {
                sink.accept(labels, single.number(status));
            } else if (figure instanceof Labelled labelled) {
                Map<Labels, Double> sums = new LinkedHashMap<>();
                labelled.points(status)
                        .forEach(point -> sums.merge(with(labels, labelled, point), point.value(), Double::sum));
                sums.forEach(sink);
            }
        });
    }

    private Labels with(Labels common, Labelled figure, Labelled.Point point) {
        Labels labels = common;
        for (int i = 0; i < figure.labels().size(); i++) {
            String name = figure.labels().get(i);
            String value = point.labels().get(i);
            String shown = name.equals(TABLE) ? tables.apply(value) : value;
            labels = shown.isEmpty() ? labels : labels.add(name, shown);
        }
        return labels;
    }

    private static String name(Figure figure) {
        return Figure.PREFIX + figure.description().name();
    }

    private static String help(Figure figure) {
        return figure.description().sentence();
    }
}
