/** One command that shows the whole way: load on MySQL, replay, comparison, summary. */
@NullMarked
package io.gaussferry.bench.demo;

import org.jspecify.annotations.NullMarked;
