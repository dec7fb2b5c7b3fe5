package io.gaussferry.status;

import static io.gaussferry.status.Figure.counter;
import static io.gaussferry.status.Figure.gauge;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of continuous verification. */
final class VerificationFigures {

    static final List<Figure> ALL = List.of(
            gauge("verified_up_to_timestamp_seconds", "seconds since 1970")
                    .meaning(
                            "all tables have been compared since this time at the source (after a switch, at the target);"
                                    + " 0 before the first complete round")
                    .whenHigh("long ago: raise `verify.share`, or see the log for undecided tables")
                    .json("verification.verifiedUpTo")
                    .absent(0)
                    .real(status -> seconds(status.verified().verifiedUpTo())),
            counter("verify_rounds", "rounds")
                    .meaning("complete comparisons of all tables")
                    .json("verification.rounds")
                    .whole(status -> status.verified().rounds()),
            gauge("verify_rows", "rows")
                    .meaning("rows compared in the present round")
                    .json("verification.rowsInRound")
                    .whole(status -> status.verified().rowsInRound()),
            gauge("verify_differences", "rows")
                    .meaning("rows that differed in the last complete round; the log names them")
                    .whenHigh(
                            "above 0 the target differs: `./gaussferry verify --values`, then `--repair`, and find the"
                                    + " writer. After a switch the source differs; correct it by hand")
                    .json("verification.differences")
                    .whole(status -> status.verified().differences()),
            gauge("verify_structure_differences", "differences")
                    .meaning(
                            "differences in the definitions of tables (columns, types, keys, foreign keys) in the last complete round;"
                                    + " the log names them")
                    .whenHigh(
                            "above 0: `./gaussferry verify` names each; change it on the target, or copy the table again")
                    .json("verification.structureDifferences")
                    .whole(status -> status.verified().structureDifferences()),
            gauge("verify_undecided_tables", "tables")
                    .meaning("tables undecided in the last complete round; the log has the reason")
                    .whenHigh("see the log")
                    .json("verification.undecidedTables")
                    .whole(status -> status.verified().undecidedTables()));

    private VerificationFigures() {}

    private static @Nullable Number seconds(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli() / 1e3;
    }
}
