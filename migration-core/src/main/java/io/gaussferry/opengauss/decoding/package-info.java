/**
 * Changes by applications on openGauss, or on PostgreSQL in its place, as transactions of the change model: logical
 * decoding with the plugin {@code pgoutput}. Owns the slot, the publication and the replication connection. Depends on
 * MySQL only for its row images.
 */
@NullMarked
package io.gaussferry.opengauss.decoding;

import org.jspecify.annotations.NullMarked;
