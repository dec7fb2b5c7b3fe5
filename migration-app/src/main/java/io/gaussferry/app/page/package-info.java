/** Rules that all pages of this program share: which requests get a response, and what a browser may do with it. */
@NullMarked
package io.gaussferry.app.page;

import org.jspecify.annotations.NullMarked;
