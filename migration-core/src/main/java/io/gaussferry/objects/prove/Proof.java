package io.gaussferry.objects.prove;

/**
 * The outcome of an attempt to prove an object.
 *
 * @param state the state that was earned
 * @param detail what was executed, what differs, or why nothing was executed; contains no row values
 */
public record Proof(ObjectState state, String detail) {}
