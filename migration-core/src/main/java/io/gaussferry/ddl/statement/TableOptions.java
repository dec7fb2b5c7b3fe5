package io.gaussferry.ddl.statement;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The options of a table that matter: those about storage do not.
 *
 * @param characters its default character set
 * @param comment its comment; null where none is given
 * @param engines the storage engines that it or its partitions get, as they are written; empty where none is named
 * @param members the tables whose rows it has ({@code UNION}), in MySQL's engine for that
 */
public record TableOptions(
        CharacterSetSpec characters, @Nullable String comment, List<String> engines, List<TableId> members) {

    /** No options. */
    public static final TableOptions NONE = new TableOptions(CharacterSetSpec.NONE, null, List.of(), List.of());

    public TableOptions {
        engines = List.copyOf(engines);
        members = List.copyOf(members);
    }

    /** Options that name nothing but engines. */
    public static TableOptions ofEngines(List<String> engines) {
        return new TableOptions(CharacterSetSpec.NONE, null, engines, List.of());
    }

    /** Returns the same with other names of tables. */
    public TableOptions withMembers(UnaryOperator<TableId> names) {
        return new TableOptions(
                characters, comment, engines, members.stream().map(names).toList());
    }

    /** Returns the same with more engines. */
    public TableOptions withEngines(List<String> more) {
        List<String> all = new ArrayList<>(engines);
        all.addAll(more);
        return new TableOptions(characters, comment, all, members);
    }
}
