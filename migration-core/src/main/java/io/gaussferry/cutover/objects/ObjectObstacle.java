package io.gaussferry.cutover.objects;

/**
 * Why an object that was deferred could not be created on the target now.
 *
 * @param problem what it is, naming the object and the table
 * @param remedy what to do about it
 */
public record ObjectObstacle(String problem, String remedy) {}
