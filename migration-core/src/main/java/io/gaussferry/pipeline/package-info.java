/** Wires the stages of one migration and owns their life cycle. Makes no decisions about data. */
@NullMarked
package io.gaussferry.pipeline;

import org.jspecify.annotations.NullMarked;
