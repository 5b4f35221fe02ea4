// SPDX-License-Identifier: Apache-2.0
/**
 * What everything that writes files shares: putting a new file in place in one step. Not part of
 * the public interface.
 */
package io.arrowparquet.footer.io.internal;
