// SPDX-License-Identifier: Apache-2.0
/** The command {@code demo}: the whole way, from a wide file to Arrow vectors. */
package io.arrowparquet.variant.cli.demo;
