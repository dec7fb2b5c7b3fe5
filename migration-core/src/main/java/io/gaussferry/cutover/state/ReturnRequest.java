package io.gaussferry.cutover.state;

import io.gaussferry.model.TableId;
import java.util.Set;

/**
 * A request to return the writers to the source.
 *
 * @param reason the reason and the operator
 * @param verify the mode of comparison while writers are refused
 * @param staysFenced whether the operator accepts that the source refuses writes until other pipelines have returned too
 * @param without tables, by their names on the target, whose present content the operator does not need in MySQL
 */
public record ReturnRequest(String reason, VerifyMode verify, boolean staysFenced, Set<TableId> without) {

    public ReturnRequest {
        without = Set.copyOf(without);
    }
}
