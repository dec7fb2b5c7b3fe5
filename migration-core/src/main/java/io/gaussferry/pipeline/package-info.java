/** Wires the stages of one migration and owns their life cycle. Decides nothing about data. */
@NullMarked
package io.gaussferry.pipeline;

import org.jspecify.annotations.NullMarked;
