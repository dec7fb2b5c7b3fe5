/** Which server can be read: whether it lacks nothing, and whether its history is the one that the target has. */
@NullMarked
package io.gaussferry.mysql.history;

import org.jspecify.annotations.NullMarked;
