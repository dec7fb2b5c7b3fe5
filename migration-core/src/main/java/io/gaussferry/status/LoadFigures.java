package io.gaussferry.status;

import static io.gaussferry.status.Figure.counter;
import static io.gaussferry.status.Figure.gauge;

import io.gaussferry.status.Figure.Labelled.Point;
import io.gaussferry.throttle.LoadReading;
import io.gaussferry.throttle.ThrottledWork;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of the load of both servers, and of the work that is held back for it. */
final class LoadFigures {

    static final List<Figure> ALL = List.of(
            gauge("load", "as its key")
                    .meaning(
                            "by `figure`, named as its key below `gaussferry.throttle`: the last value; lag in seconds or bytes. Unknown if it"
                                    + " cannot be read; none without a limit")
                    .by(
                            List.of("figure"),
                            status ->
                                    points(status, reading -> reading.value() == null ? Double.NaN : reading.value())),
            gauge("load_limit", "as its key")
                    .meaning("by `figure`: the limit")
                    .by(List.of("figure"), status -> points(status, LoadReading::limit)),
            gauge("load_holds", "0 or 1")
                    .meaning("by `figure`: 1 while it holds work back, because it exceeds the limit or cannot be read")
                    .whenHigh(
                            "for long: that server is busy without Gaussferry, or the limit is too low for its ordinary load")
                    .sum("load_holds", "figures that hold copies and verification back")
                    .by(List.of("figure"), status -> points(status, reading -> reading.holds() ? 1 : 0)),
            counter("held_back_seconds", "seconds")
                    .meaning("by `work` (`copy`, `verify`): the time for which it was held back")
                    .by(
                            List.of("work"),
                            status -> ReplicationFigures.each(
                                    ThrottledWork.values(),
                                    work -> status.daemon().load().heldSeconds(work))));

    private LoadFigures() {}

    private static List<Point> points(MigrationStatus status, ToDoubleFunction<LoadReading> value) {
        return status.daemon().load().readings().stream()
                .map(reading -> new Point(List.of(reading.figure().label()), value.applyAsDouble(reading)))
                .toList();
    }
}
