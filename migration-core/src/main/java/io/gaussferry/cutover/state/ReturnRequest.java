package io.gaussferry.cutover.state;

/**
 * What somebody asks for who has the writers return to the source.
 *
 * @param reason why, and who
 * @param verify how much is compared while nobody may write
 * @param staysFenced whether it was understood that the source refuses writes until other pipelines have returned too
 */
public record ReturnRequest(String reason, VerifyMode verify, boolean staysFenced) {}
