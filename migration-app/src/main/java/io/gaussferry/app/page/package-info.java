/** What all pages of this program have in common, whichever server has them: who is answered, and what a browser may do with the answer. */
@NullMarked
package io.gaussferry.app.page;

import org.jspecify.annotations.NullMarked;
