package io.gaussferry.verify.compare;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import java.util.List;

/**
 * What a verification is told.
 *
 * @param pipeline whose progress on the target counts
 * @param source one side
 * @param target the other
 * @param rules what the migration makes of values that the target cannot hold: this counts as equal
 * @param tables which tables; none for all
 * @param repair whether to make the target right
 * @param values whether to show the values that differ
 * @param connections ranges that are compared at the same time, each over one connection to either side: 1 to 16
 * @param share of the time, in percent, for which each connection is busy: 1 to 100
 * @param rowsPerRange about how many rows are compared at once: 100 to 10,000,000
 * @param differencesKept how many differences the report names; all are counted
 */
public record VerifySettings(
        String pipeline,
        SourceSettings source,
        TargetSettings target,
        RuleBook rules,
        List<TablePattern> tables,
        boolean repair,
        boolean values,
        int connections,
        int share,
        long rowsPerRange,
        int differencesKept) {

    public VerifySettings {
        tables = List.copyOf(tables);
        if (connections < 1 || connections > 16) {
            throw new IllegalArgumentException("1 to 16 connections, not " + connections);
        }
        if (share < 1 || share > 100) {
            throw new IllegalArgumentException("1 to 100 percent, not " + share);
        }
        if (rowsPerRange < 100 || rowsPerRange > 10_000_000) {
            throw new IllegalArgumentException("100 to 10000000 rows a range, not " + rowsPerRange);
        }
    }

    /** Returns these for one of the servers of the source. */
    public VerifySettings comparingWith(SourceSettings server) {
        return new VerifySettings(
                pipeline,
                server,
                target,
                rules,
                tables,
                repair,
                values,
                connections,
                share,
                rowsPerRange,
                differencesKept);
    }

    /** Returns these with another share. */
    public VerifySettings withShare(int other) {
        return new VerifySettings(
                pipeline,
                source,
                target,
                rules,
                tables,
                repair,
                values,
                connections,
                other,
                rowsPerRange,
                differencesKept);
    }
}
