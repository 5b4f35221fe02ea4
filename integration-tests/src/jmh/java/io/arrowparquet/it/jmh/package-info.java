// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks: each measures one cost, with other libraries in the same run.
 *
 * <p>In: files and columns made by the benchmark. Out: JMH's table of times. Open {@link
 * io.arrowparquet.it.jmh.FooterOpenBenchmark} first.
 */
package io.arrowparquet.it.jmh;
