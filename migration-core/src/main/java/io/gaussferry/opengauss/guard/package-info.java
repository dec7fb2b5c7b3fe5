/**
 * The values that the target takes and MySQL does not, with the conditions that refuse them on the target. Pure: accesses no server.
 * Installing the conditions belongs to {@code cutover.objects}.
 */
@NullMarked
package io.gaussferry.opengauss.guard;

import org.jspecify.annotations.NullMarked;
