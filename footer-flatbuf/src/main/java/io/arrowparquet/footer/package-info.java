// SPDX-License-Identifier: Apache-2.0
/**
 * What the packages of the footer share: the layouts it may have, its diagnostics and exceptions.
 *
 * <p>In and out: values only. Open {@link io.arrowparquet.footer.CorruptFooterException} first.
 * Imports nothing but {@code storage}.
 */
@NullMarked
package io.arrowparquet.footer;

import org.jspecify.annotations.NullMarked;
