package io.gaussferry.preflight.opengauss;

import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.List;

/** Reports triggers and foreign keys of the target's tables that affect replicated rows. */
public final class TargetConstraintsCheck implements Check {

    private final SourceServer server;
    private final List<TableDefinition> sources;
    private final ExistingTables targets;

    public TargetConstraintsCheck(SourceServer server, List<TableDefinition> sources, ExistingTables targets) {
        this.server = server;
        this.sources = sources;
        this.targets = targets;
    }

    @Override
    public String subject() {
        return "the triggers and foreign keys of the target";
    }

    @Override
    public FindingLocation location() {
        return FindingLocation.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        for (TableDefinition source : sources) {
            for (String trigger : targets.triggers(source.targetId())) {
                findings.add(
                        FindingCode.TARGET_TRIGGER,
                        FindingLocation.TARGET.in(source.targetId()),
                        "Table " + source.targetId() + " has the trigger " + trigger + " on the target.",
                        "It fires for every replicated row, although the effects of the source's triggers"
                                + " already arrive as row changes; a trigger that drops or changes rows stops"
                                + " replication.",
                        "run ALTER TABLE … DISABLE TRIGGER \"" + trigger + "\" until the switch");
            }
        }
        List<ForeignKey> sourceKeys = sourceKeys();
        boolean cascadesLogged = CascadeLogging.isOn(server.connection());
        for (ForeignKey key : targets.foreignKeys()) {
            boolean twice = cascadesLogged && key.cascades();
            if (!twice && sourceKeys.stream().anyMatch(key::actsLike)) {
                continue; // Gaussferry itself would create this key
            }
            findings.add(
                    FindingCode.TARGET_FOREIGN_KEY,
                    FindingLocation.TARGET.in(key.child()),
                    "The target enforces foreign key " + key.name() + " of table " + key.child() + " to " + key.parent()
                            + (key.cascades() ? ", " + key.actions() : "") + ".",
                    "Within a transaction, Gaussferry changes tables in a different order from the source, which the key may"
                            + " refuse: then Gaussferry applies a batch change by change, and the initial copy fails. Source"
                            + " sessions with foreign_key_checks = 0 may write rows that the key always refuses.",
                    key.cascades()
                            ? "keep it only if the source has the same key with the same action and does not log that"
                                    + " action (before MySQL 9.6)"
                            : "drop it on the target and add it again at the switch");
        }
    }

    private List<ForeignKey> sourceKeys() {
        return sources.stream()
                .flatMap(table -> table.extras().foreignKeys().stream().map(key -> ForeignKey.of(table.id(), key)))
                .map(key -> key.renamed(server.settings().renames()::targetOf))
                .toList();
    }
}
