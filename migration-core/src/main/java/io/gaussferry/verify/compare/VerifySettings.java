package io.gaussferry.verify.compare;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.model.TablePattern;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import java.util.List;

/**
 * Settings of a verification.
 *
 * @param pipeline the pipeline whose progress on the target is read
 * @param source the source
 * @param target the target
 * @param rules conversion rules for values that the target cannot store; converted values count as equal
 * @param tables the tables; empty for all
 * @param repair whether to repair the target
 * @param values whether to show the differing values
 * @param connections ranges compared at the same time, each over one connection to each side: 1 to 16
 * @param share percentage of the time for which each connection is busy: 1 to 100
 * @param rowsPerRange approximate number of rows compared at once: 100 to 10,000,000
 * @param differencesKept number of differences listed in the report; all are counted
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

    /** Returns these settings with one of the source's servers. */
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

    /** Returns these settings with another share. */
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
