package io.gaussferry.cutover.objects;

/**
 * A reason why a deferred object could not be created on the target now.
 *
 * @param problem a sentence that names the object and the table
 * @param remedy an instruction
 */
public record ObjectObstacle(String problem, String remedy) {}
