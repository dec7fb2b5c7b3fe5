/** The progress and state of pipelines, stored on the target in the transactions that change them. Never in a local file. */
@NullMarked
package io.gaussferry.checkpoint;

import org.jspecify.annotations.NullMarked;
