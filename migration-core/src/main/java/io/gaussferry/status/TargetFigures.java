package io.gaussferry.status;

import static io.gaussferry.status.Figure.counter;
import static io.gaussferry.status.Figure.gauge;

import io.gaussferry.status.Figure.Labelled.Point;
import io.gaussferry.target.cluster.ClusterView;
import io.gaussferry.target.cluster.ClusterView.Condition;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of a target of several servers. */
final class TargetFigures {

    private static final String CONDITIONS = Arrays.stream(Condition.values())
            .map(condition -> "`" + condition.label() + "`")
            .collect(Collectors.joining(", "));

    static final List<Figure> ALL = List.of(
            gauge("target_host_state", "0 or 1")
                    .meaning(
                            "by `host` and `state`: 1 for the current one (" + CONDITIONS
                                    + ", which is a former primary, or one of several); all 0 with one host in `target.url`, whose role is not asked for")
                    .whenHigh(
                            "`refused` at 1: stop that server, and rebuild it as a standby; `unreachable` at 1: no failover to it is"
                                    + " possible")
                    .by(List.of("host", "state"), TargetFigures::states),
            gauge("target_hosts", "servers")
                    .meaning("servers that the daemon knows; 1 without several hosts in `target.url`")
                    .whole(status -> status.daemon().target().cluster().hosts().size()),
            counter("target_primary_changes", "changes")
                    .meaning(
                            "switchovers and failovers that the daemon has seen: another server has become the primary")
                    .whenHigh("each one interrupts replication for some seconds")
                    .json("target.changes")
                    .absent(0)
                    .whole(target(ClusterView::changes)),
            gauge("target_primary_change_age_seconds", "seconds")
                    .meaning("time since the last of these changes. Unknown without one")
                    .json("target.secondsSinceChange")
                    .absent(Double.NaN)
                    .real(target(ClusterView::secondsSinceChange)),
            gauge("target_unusable_seconds", "seconds")
                    .meaning(
                            "time for which no server may be written to: none is the primary, or several claim to be; 0 while one may")
                    .whenHigh("above 30: promote a standby, or stop the wrong primary; `/api/status` has the reason")
                    .json("target.unusableSeconds")
                    .absent(0)
                    .real(target(ClusterView::unusableSeconds)),
            gauge("target_commit_wait_seconds", "seconds")
                    .meaning(
                            "time for which the oldest COMMIT on the primary has waited for a standby, queried every second; 0 if none"
                                    + " waits. Unknown with one host in `target.url`, and if the account does not see other sessions")
                    .whenHigh(
                            "a standby is slow, stopped or missing: commits of applications and of a cutover wait; connect it, or set"
                                    + " `most_available_sync = on`. Batches of replication do not wait")
                    .json("target.commitWaitSeconds")
                    .absent(Double.NaN)
                    .real(target(ClusterView::commitWaitSeconds)),
            gauge("target_standbys", "standbys")
                    .meaning("standbys that are connected to the primary. Unknown with one host in `target.url`")
                    .json("target.standbys")
                    .absent(Double.NaN)
                    .whole(target(ClusterView::standbys)),
            gauge("target_synchronous_standbys", "standbys")
                    .meaning("those of them that commits wait for. Unknown with one host in `target.url`")
                    .json("target.synchronousStandbys")
                    .absent(Double.NaN)
                    .whole(target(ClusterView::synchronousStandbys)));

    private TargetFigures() {}

    /** Reads a number of the servers. */
    private interface TargetReader {
        @Nullable
        Number read(ClusterView view);
    }

    private static Figure.Reader target(TargetReader reader) {
        return status -> {
            ClusterView view = status.target();
            return view == null ? null : reader.read(view);
        };
    }

    private static List<Point> states(MigrationStatus status) {
        ClusterView view = status.target();
        if (view == null) {
            return status.daemon().target().cluster().hosts().stream()
                    .flatMap(host -> states(host.toString(), null))
                    .toList();
        }
        return view.hosts().stream()
                .flatMap(host -> states(host.address(), host.condition()))
                .toList();
    }

    private static Stream<Point> states(String address, @Nullable Condition current) {
        return Arrays.stream(Condition.values())
                .map(condition -> new Point(List.of(address, condition.label()), condition == current ? 1 : 0));
    }
}
