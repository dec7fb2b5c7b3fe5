/** Views, routines, triggers and events of the source, as the server prints them. Reads only. */
@NullMarked
package io.gaussferry.objects.source;

import org.jspecify.annotations.NullMarked;
