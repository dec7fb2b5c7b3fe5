/** One command that demonstrates a whole migration: load on MySQL, replication, comparison, summary. */
@NullMarked
package io.gaussferry.bench.demo;

import org.jspecify.annotations.NullMarked;
