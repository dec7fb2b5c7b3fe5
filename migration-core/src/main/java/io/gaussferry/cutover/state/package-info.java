/** The words of a cutover: what is asked for, its steps, where it stands, and how the target keeps that. */
@NullMarked
package io.gaussferry.cutover.state;

import org.jspecify.annotations.NullMarked;
