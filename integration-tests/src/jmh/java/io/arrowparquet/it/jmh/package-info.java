// SPDX-License-Identifier: Apache-2.0
/** Benchmarks: each isolates one cost, named after it, with the peers beside us in the same run. */
package io.arrowparquet.it.jmh;
