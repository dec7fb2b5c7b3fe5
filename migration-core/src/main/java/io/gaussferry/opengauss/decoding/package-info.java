/**
 * What applications write on openGauss, or on PostgreSQL in its place, as transactions of the change model: logical decoding by the
 * plugin {@code pgoutput}. Owns the slot, the publication and the replication connection; knows nothing of MySQL but its row images.
 */
@NullMarked
package io.gaussferry.opengauss.decoding;

import org.jspecify.annotations.NullMarked;
