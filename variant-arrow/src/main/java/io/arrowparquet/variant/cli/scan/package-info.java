// SPDX-License-Identifier: Apache-2.0
/** The command {@code scan}. */
package io.arrowparquet.variant.cli.scan;
