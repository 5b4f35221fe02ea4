// SPDX-License-Identifier: Apache-2.0
/**
 * What everything that reads and writes files shares: putting a new file in place in one step, and
 * passing heap buffers through channels in pieces. Not part of the public interface.
 */
package io.arrowparquet.footer.io.internal;
