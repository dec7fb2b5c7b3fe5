/** Views, routines, triggers and events: their translation, and the proof that they work on the target. */
@NullMarked
package io.gaussferry.objects;

import org.jspecify.annotations.NullMarked;
