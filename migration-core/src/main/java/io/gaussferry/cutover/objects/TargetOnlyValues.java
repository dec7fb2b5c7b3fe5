package io.gaussferry.cutover.objects;

import io.gaussferry.type.ValueGap.Coverage;

/**
 * Values that the target takes and MySQL does not.
 *
 * @param location the column, or the table and the object of MySQL that refuses them
 * @param values a noun phrase
 * @param guard whether a guard on the target refuses all of them, some, or none
 */
public record TargetOnlyValues(String location, String values, Coverage guard) {}
