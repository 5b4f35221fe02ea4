// SPDX-License-Identifier: Apache-2.0
/** The commands {@code footer attach}, {@code strip}, {@code inspect} and {@code verify}. */
package io.arrowparquet.variant.cli.footer;
