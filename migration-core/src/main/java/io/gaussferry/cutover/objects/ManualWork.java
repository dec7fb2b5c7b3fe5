package io.gaussferry.cutover.objects;

/**
 * Something that the source has and that is not brought to the target: work for a person.
 *
 * @param kind what it is, such as {@code trigger}
 * @param name its name at the source
 * @param reason why it is not brought along, in words
 * @param text the statement by which the source has it; empty where there is none
 */
public record ManualWork(String kind, String name, String reason, String text) {}
