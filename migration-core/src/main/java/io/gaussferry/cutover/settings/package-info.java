/** What a cutover is told: its deadlines, its fence, and the commands of the user that it runs. */
@NullMarked
package io.gaussferry.cutover.settings;

import org.jspecify.annotations.NullMarked;
