// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

/**
 * A schema of a {@link FooterBundle}; of use with that bundle only.
 *
 * <p>Immutable.
 *
 * @param segment segment that has it, the newest is 0
 * @param number in the segment
 * @param files files with it in the segment, those that were changed or removed later included
 * @param rowGroups row groups of these files
 * @param columns leaf columns
 */
public record BundledSchema(int segment, int number, long files, long rowGroups, int columns) {}
