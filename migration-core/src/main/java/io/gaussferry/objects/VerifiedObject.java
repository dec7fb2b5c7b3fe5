package io.gaussferry.objects;

import io.gaussferry.model.TableId;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.source.ObjectKind;
import java.time.Instant;
import java.util.List;

/**
 * An object as the last verification left it in table {@code gaussferry.object}.
 *
 * @param kind its kind
 * @param name its name at the source
 * @param order its position in the order of creation, from 1; 0 if the target does not accept it
 * @param state its state
 * @param detail why it has this state; without row values
 * @param sourceSql its definition at the source
 * @param fingerprint to notice changes, as in {@code SourceObject}
 * @param statements that create it on the target, in one transaction
 * @param undo statements that remove it
 * @param rules the names of the rules that changed it
 * @param uses the labels of the views and routines that it uses itself
 * @param verifiedAt when it was verified
 */
public record VerifiedObject(
        ObjectKind kind,
        TableId name,
        int order,
        ObjectState state,
        String detail,
        String sourceSql,
        String fingerprint,
        List<String> statements,
        List<String> undo,
        List<String> rules,
        List<String> uses,
        Instant verifiedAt) {

    public VerifiedObject {
        statements = List.copyOf(statements);
        undo = List.copyOf(undo);
        rules = List.copyOf(rules);
        uses = List.copyOf(uses);
    }

    /** Returns the kind and the name, as in {@code SourceObject}. */
    public String label() {
        return kind.word() + " " + name;
    }
}
