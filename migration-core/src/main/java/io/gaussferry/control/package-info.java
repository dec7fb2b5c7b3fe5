/**
 * Operates one migration and lets operators control it: the run of a pipeline with its verification and its cutover, and the API's operations
 * and documents. Owned by a daemon, or by a worker of a fleet; how requests arrive is theirs.
 */
@NullMarked
package io.gaussferry.control;

import org.jspecify.annotations.NullMarked;
