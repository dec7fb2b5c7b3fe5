package io.gaussferry.preflight.opengauss;

import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.List;

/** Triggers and foreign keys of the target's tables, which do something of their own with replayed rows. */
public final class TargetConstraintsCheck implements Check {

    private final SourceServer server;
    private final List<TableDefinition> sources;
    private final TargetTables targets;

    public TargetConstraintsCheck(SourceServer server, List<TableDefinition> sources, TargetTables targets) {
        this.server = server;
        this.sources = sources;
        this.targets = targets;
    }

    @Override
    public String subject() {
        return "the triggers and foreign keys of the target";
    }

    @Override
    public Place place() {
        return Place.TARGET;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        for (TableDefinition source : sources) {
            for (String trigger : targets.triggers(source.targetId())) {
                findings.add(
                        FindingCode.TARGET_TRIGGER,
                        Place.TARGET.in(source.targetId()),
                        "Table " + source.targetId() + " has the trigger " + trigger + " on the target.",
                        "It runs for every replayed row, although what the source's triggers did arrives as rows already; a"
                                + " trigger that drops or changes rows stops replay.",
                        "run ALTER TABLE … DISABLE TRIGGER \"" + trigger + "\" until the switch");
            }
        }
        List<ForeignKey> sourceKeys = sourceKeys();
        boolean cascadesLogged = CascadeLogging.isOn(server.connection());
        for (ForeignKey key : targets.foreignKeys()) {
            boolean twice = cascadesLogged && key.cascades();
            if (!twice && sourceKeys.stream().anyMatch(key::actsLike)) {
                continue; // as Gaussferry itself creates it
            }
            findings.add(
                    FindingCode.TARGET_FOREIGN_KEY,
                    Place.TARGET.in(key.child()),
                    "The target enforces foreign key " + key.name() + " of table " + key.child() + " to " + key.parent()
                            + (key.cascades() ? ", " + key.actions() : "") + ".",
                    "Tables are filled and changed in another order inside a transaction than the source did, which the key may"
                            + " refuse: then a batch is replayed change by change, and the initial copy fails. Source sessions"
                            + " with foreign_key_checks = 0 write what it never takes.",
                    key.cascades()
                            ? "keep it only if the source has the same key with the same action and does not log it (before"
                                    + " MySQL 9.6)"
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
