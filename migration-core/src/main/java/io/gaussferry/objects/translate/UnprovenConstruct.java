package io.gaussferry.objects.translate;

/**
 * A construct whose results may differ on the target in executions that a proof does not try, so that equal executions prove too little.
 *
 * @param construct the construct with its line
 * @param ofCallee whether it concerns changes of a called procedure that fails
 */
public record UnprovenConstruct(String construct, boolean ofCallee) {}
