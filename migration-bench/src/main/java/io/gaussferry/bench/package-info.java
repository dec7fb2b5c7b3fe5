/** The command line for throwaway servers, workloads and measurements. Each subcommand has its own package. */
@NullMarked
package io.gaussferry.bench;

import org.jspecify.annotations.NullMarked;
