// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import io.arrowparquet.it.interop.EncodedVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BoundsChecking;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every binary Variant of the corpus, damaged; see {@link Mutations}. The tests of this package run
 * a second time in a JVM where Arrow does not check bounds, so that nothing leans on it.
 */
class MutatedGoldensTest {
  @Test
  void bounds_are_checked_by_arrow_only_where_this_jvm_was_told_so() {
    boolean unsafe = Boolean.getBoolean("arrow.enable_unsafe_memory_access");
    assertThat(BoundsChecking.BOUNDS_CHECKING_ENABLED).isEqualTo(!unsafe);
  }

  static List<Path> values() {
    return Corpus.isThere() ? Corpus.files("variant", ".value") : List.of(Path.of("none"));
  }

  @NeedsCorpus
  @ParameterizedTest
  @MethodSource("values")
  void goldens_cut_and_with_every_bit_turned_give_values_or_our_exceptions(Path value)
      throws IOException {
    Path metadata = Path.of(value.toString().replaceFirst("\\.value$", ".metadata"));
    try (Mutations mutations = new Mutations()) {
      mutations.everyBit(
          new EncodedVariant(Files.readAllBytes(metadata), Files.readAllBytes(value)));
    }
  }
}
