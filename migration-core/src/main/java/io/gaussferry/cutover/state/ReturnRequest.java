package io.gaussferry.cutover.state;

/**
 * What somebody asks for who has the writers return to the source.
 *
 * @param reason why, and who
 * @param verify how much is compared while nobody may write
 */
public record ReturnRequest(String reason, VerifyMode verify) {}
