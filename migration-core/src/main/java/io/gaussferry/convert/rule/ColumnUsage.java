package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueSink;
import io.gaussferry.model.TableId;
import org.jspecify.annotations.Nullable;

/** Counts the use of rules in one column. */
public final class ColumnUsage {

    /** Does not count. */
    public static final ColumnUsage NONE = new ColumnUsage(null, new TableId("", ""), "");

    private final @Nullable RuleUsage usage;
    private final TableId table;
    private final String column;
    private volatile boolean hasReferenceSystem;

    ColumnUsage(@Nullable RuleUsage usage, TableId table, String column) {
        this.usage = usage;
        this.table = table;
        this.column = column;
    }

    /** Counts a value replaced by a rule. */
    public void used(Rule rule, ValueSink sink) {
        if (usage != null && sink.countsRules()) {
            usage.used(rule, table, column);
        }
    }

    /** Notes that a geometry has a reference system other than 0. */
    public void referenceSystem() {
        if (usage != null && !hasReferenceSystem) {
            usage.referenceSystem(table, column);
            hasReferenceSystem = true;
        }
    }

    /** Counts a rule that has replaced a part of the value at an offset. */
    void used(Rule rule, byte[] bytes, int offset, ValueSink sink) {
        if (usage != null && sink.countsRules()) {
            usage.used(rule, table, column, bytes, offset);
        }
    }
}
