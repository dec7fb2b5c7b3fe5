/**
 * The configuration of a pipeline: from keys and values to checked settings. Independent of file formats: the daemon
 * reads YAML, a connector gets its values from Kafka Connect.
 */
@NullMarked
package io.gaussferry.configuration;

import org.jspecify.annotations.NullMarked;
