// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code demo}: a wide file written, its footer attached, both footers opened, a
 * Variant column decoded.
 *
 * <p>In: nothing. Out: a file and timings. Open {@link
 * io.arrowparquet.variant.cli.demo.DemoCommand} first.
 */
package io.arrowparquet.variant.cli.demo;
