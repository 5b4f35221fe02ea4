// SPDX-License-Identifier: Apache-2.0
/** Rows and Variants as the command line prints them. */
package io.arrowparquet.variant.cli.rows;
