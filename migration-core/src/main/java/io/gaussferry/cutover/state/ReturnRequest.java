package io.gaussferry.cutover.state;

/**
 * A request to return the writers to the source.
 *
 * @param reason the reason and the operator
 * @param verify the mode of comparison while writers are refused
 * @param staysFenced whether the operator accepts that the source refuses writes until other pipelines have returned too
 */
public record ReturnRequest(String reason, VerifyMode verify, boolean staysFenced) {}
