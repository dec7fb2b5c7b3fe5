/**
 * The configuration of a pipeline: from keys and texts to checked settings, whoever has read them from where. Knows no file format; the
 * daemon brings YAML, a connector brings what Kafka Connect has of it.
 */
@NullMarked
package io.gaussferry.configuration;

import org.jspecify.annotations.NullMarked;
