// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to estimate the size of a column chunk's values in memory.
 *
 * @param unencodedByteArrayDataBytes bytes of the BYTE_ARRAY values, without length prefixes; null
 *     if absent
 * @param repetitionLevelHistogram how often each repetition level occurs; null if absent
 * @param definitionLevelHistogram how often each definition level occurs; null if absent
 */
public record SizeStatistics(
    @Nullable Long unencodedByteArrayDataBytes,
    @Nullable List<Long> repetitionLevelHistogram,
    @Nullable List<Long> definitionLevelHistogram) {
  /** Keeps unchangeable copies of the lists. */
  public SizeStatistics {
    repetitionLevelHistogram =
        repetitionLevelHistogram == null ? null : List.copyOf(repetitionLevelHistogram);
    definitionLevelHistogram =
        definitionLevelHistogram == null ? null : List.copyOf(definitionLevelHistogram);
  }
}
