package io.gaussferry.ddl.statement;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The relevant options of a table; storage options are ignored.
 *
 * @param characters its default character set
 * @param comment its comment; null if not specified
 * @param engines the storage engines of the table and its partitions, as written; empty if not specified
 * @param members the underlying tables of a MERGE table ({@code UNION})
 */
public record TableOptions(
        CharacterSetSpec characters, @Nullable String comment, List<String> engines, List<TableId> members) {

    /** No options. */
    public static final TableOptions NONE = new TableOptions(CharacterSetSpec.NONE, null, List.of(), List.of());

    public TableOptions {
        engines = List.copyOf(engines);
        members = List.copyOf(members);
    }

    /** Returns options that specify only engines. */
    public static TableOptions ofEngines(List<String> engines) {
        return new TableOptions(CharacterSetSpec.NONE, null, engines, List.of());
    }

    /** Returns these options with other table names. */
    public TableOptions withMembers(UnaryOperator<TableId> names) {
        return new TableOptions(
                characters, comment, engines, members.stream().map(names).toList());
    }

    /** Returns these options with additional engines. */
    public TableOptions withEngines(List<String> more) {
        List<String> all = new ArrayList<>(engines);
        all.addAll(more);
        return new TableOptions(characters, comment, all, members);
    }
}
