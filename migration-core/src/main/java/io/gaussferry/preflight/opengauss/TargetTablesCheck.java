package io.gaussferry.preflight.opengauss;

import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.definition.TypeCompatibility;
import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.opengauss.ExistingTables.Column;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.Judgement;
import io.gaussferry.type.Judgement.Verdict;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks whether existing tables of the target can hold the source's rows. */
public final class TargetTablesCheck implements Check {

    private final TargetServer server;
    private final List<TableDefinition> sources;
    private final ExistingTables targets;
    private final boolean copied;
    private final Set<TableId> adoptedTables;
    private final TypeCompatibility types;

    /**
     * Creates the check.
     *
     * @param copied whether the pipeline's initial copy is complete, so that every table must exist
     * @param adoptedTables the source's tables that a copy has started, now or before an interruption: their target tables
     *     may have rows
     */
    public TargetTablesCheck(
            TargetServer server,
            List<TableDefinition> sources,
            ExistingTables targets,
            boolean copied,
            Set<TableId> adoptedTables) {
        this.server = server;
        this.sources = sources;
        this.targets = targets;
        this.copied = copied;
        this.adoptedTables = adoptedTables;
        this.types = new TypeCompatibility(server.profile());
    }

    @Override
    public String subject() {
        return "the target's tables";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        for (TableDefinition source : sources) {
            TableId id = source.targetId();
            if (!targets.has(id)) {
                checkMissing(findings, id);
                continue;
            }
            checkColumns(findings, source);
            checkExtraColumns(findings, source);
            checkKey(findings, source);
            checkLacks(findings, source);
            checkEmpty(findings, source);
        }
    }

    private void checkMissing(Findings findings, TableId id) {
        if (!targets.otherRelation(id).isEmpty()) {
            findings.add(
                    FindingCode.TARGET_NAME_TAKEN,
                    FindingLocation.TARGET.in(id),
                    "The name " + id + " belongs to another kind of relation on the target ("
                            + targets.otherRelation(id) + ").",
                    "Gaussferry cannot create the table under its name.",
                    "drop or rename it on the target");
        } else if (copied) {
            findings.add(
                    FindingCode.TARGET_TABLE_MISSING,
                    FindingLocation.TARGET.in(id),
                    "Table " + id
                            + " exists on the source but not on the target, although the initial copy is complete.",
                    "Since the copy it was created at the source or dropped on the target; replication cannot start.",
                    "start a new migration, or create the table on the target with the source's rows");
        }
    }

    private void checkColumns(Findings findings, TableDefinition source) {
        Map<String, Column> columns = targets.columns(source.targetId());
        for (ColumnDefinition column : source.columns()) {
            FindingLocation location = FindingLocation.TARGET.in(source.targetId(), column.name());
            Column target = columns.get(column.name());
            if (target == null) {
                findings.add(
                        FindingCode.TARGET_COLUMN_MISSING,
                        location,
                        "Table " + source.targetId() + " exists on the target without a column \"" + column.name()
                                + "\".",
                        "The target cannot store the column's values.",
                        "add the column on the target, or drop the table there to have it created");
                continue;
            }
            checkType(findings, location, column, target);
            if (!target.writable()) {
                findings.add(
                        FindingCode.TARGET_COLUMN_GENERATED,
                        location,
                        "Column " + column.name() + " of table " + source.targetId() + " is generated on the target.",
                        "The target refuses the source's values for the column.",
                        "make it a plain column until the switch (ALTER TABLE … ALTER COLUMN … DROP EXPRESSION or DROP"
                                + " IDENTITY)");
            }
            if (target.notNull() && column.nullable()) {
                findings.add(
                        FindingCode.TARGET_COLUMN_NOT_NULL,
                        location,
                        "Column " + column.name() + " of table " + source.targetId()
                                + " is NOT NULL on the target but not on the source.",
                        "A NULL at the source stops the migration.",
                        "run ALTER TABLE … ALTER COLUMN … DROP NOT NULL on the target");
            }
        }
    }

    private void checkType(Findings findings, FindingLocation location, ColumnDefinition column, Column target) {
        Judgement judgement = types.judge(column, target.type(), target.labels());
        if (judgement.verdict() == Verdict.DOES_NOT_FIT) {
            findings.add(
                    FindingCode.TARGET_COLUMN_TYPE,
                    location,
                    "Column " + column.name() + " is " + column.declaration() + " at the source and " + target.type()
                            + " on the target, which " + judgement.reason() + ".",
                    "The target would refuse or change values.",
                    "change the type on the target, or drop the table there to have it created");
        } else if (judgement.verdict() == Verdict.UNKNOWN) {
            findings.add(
                    FindingCode.TARGET_COLUMN_TYPE_UNKNOWN,
                    location,
                    "Column " + column.name() + " is " + column.declaration() + " at the source; on the target it "
                            + judgement.reason() + ".",
                    "Whether the type holds every value of the source is unknown; a refused value stops the migration.",
                    "compare the two types, or drop the table on the target to have it created");
        }
    }

    private void checkExtraColumns(Findings findings, TableDefinition source) {
        Set<String> known =
                source.columns().stream().map(ColumnDefinition::name).collect(Collectors.toCollection(HashSet::new));
        for (Column column : targets.columns(source.targetId()).values()) {
            if (!known.contains(column.name()) && column.notNull() && !column.filled()) {
                findings.add(
                        FindingCode.TARGET_COLUMN_EXTRA,
                        FindingLocation.TARGET.in(source.targetId(), column.name()),
                        "Column " + column.name() + " of table " + source.targetId()
                                + " exists only on the target, is NOT NULL and has no default.",
                        "The target refuses every row from the source.",
                        "give it a default on the target, or drop its NOT NULL constraint");
            }
        }
    }

    private void checkKey(Findings findings, TableDefinition source) {
        source.rowKey().ifPresent(key -> {
            Set<String> columns = key.parts().stream()
                    .map(part -> source.columns().get(part.column()).name())
                    .collect(Collectors.toCollection(HashSet::new));
            if (!targets.hasUniqueKey(source.targetId(), columns)) {
                findings.add(
                        FindingCode.TARGET_KEY_MISSING,
                        FindingLocation.TARGET.in(source.targetId()),
                        "Table " + source.targetId() + " has no unique key on " + String.join(", ", columns)
                                + " on the target.",
                        "Each update and delete scans the whole table, and the copy does not detect duplicate rows.",
                        "add the key on the target (ALTER TABLE … ADD PRIMARY KEY)");
            }
        });
    }

    /** Reports constraints and defaults of the source's table that an existing table on the target lacks. */
    private void checkLacks(Findings findings, TableDefinition source) {
        List<String> lacks = new ArrayList<>();
        for (IndexDefinition index : source.uniqueIndexes()) {
            boolean isRowKey = source.rowKey().filter(index::equals).isPresent();
            if (isRowKey || !index.isOnWholeColumns()) {
                continue;
            }
            Set<String> columns = index.parts().stream()
                    .map(part -> source.columns().get(part.column()).name())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (!targets.hasUniqueKey(source.targetId(), columns)) {
                lacks.add("a unique key on " + String.join(", ", columns));
            }
        }
        for (ColumnDefinition column : source.columns()) {
            ColumnAttributes attributes = source.extras().column(column.name());
            Column target = targets.columns(source.targetId()).get(column.name());
            if (target != null
                    && !target.filled()
                    && attributes.defaultText() != null
                    && attributes.generation() == null) {
                lacks.add("a default of column " + column.name());
            }
        }
        if (!lacks.isEmpty()) {
            findings.add(
                    FindingCode.TARGET_TABLE_LACKS,
                    FindingLocation.TARGET.in(source.targetId()),
                    "Table " + source.targetId() + " already exists on the target, but lacks: "
                            + String.join(", ", lacks) + ".",
                    "Gaussferry does not change existing tables. Replication does not depend on the"
                            + " missing parts, but the application may after the switch.",
                    "add them on the target, or drop the table there to have it created");
        }
    }

    private void checkEmpty(Findings findings, TableDefinition source) throws SQLException {
        TableId id = source.targetId();
        String quoted = Identifiers.quoteTarget(id);
        if (copied
                || adoptedTables.contains(source.id())
                || !server.is("pg_catalog.has_table_privilege(?, 'SELECT')", quoted)) {
            return;
        }
        if (!CatalogRows.of(server.connection(), "SELECT 1 FROM " + quoted + " LIMIT 1")
                .isEmpty()) {
            findings.add(
                    FindingCode.TARGET_TABLE_NOT_EMPTY,
                    FindingLocation.TARGET.in(id),
                    "Table " + id + " has rows on the target, but this pipeline has no progress there.",
                    "The initial copy does not add its rows to a table that already has rows.",
                    "empty or drop the table on the target; or, if another pipeline filled it, set"
                            + " gaussferry.pipeline to the name of that pipeline");
        }
    }
}
