/** The command line around throwaway servers, workloads and measurements. Each subcommand lives in a package of its own. */
@NullMarked
package io.gaussferry.bench;

import org.jspecify.annotations.NullMarked;
