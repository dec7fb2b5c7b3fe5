/** Accounts, roles and grants of the source, as a script of roles and privileges for the target. Changes nothing on either side. */
@NullMarked
package io.gaussferry.accounts;

import org.jspecify.annotations.NullMarked;
