// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.mutation;

import io.arrowparquet.it.interop.OurVariants;
import io.arrowparquet.it.interop.RandomVariants;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Random Variants, always the same, damaged; see {@link Mutations}. Other bytes go through the same
 * readers in {@link MutatedWideVariantsTest}, {@link MutatedGoldensTest} and {@code
 * VariantFuzzTest}.
 */
class MutatedRandomVariantsTest {
  @Provide
  Arbitrary<Object> smallTrees() {
    return RandomVariants.smallTrees();
  }

  @Property(
      tries = 300,
      seed = "20261121",
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  void values_cut_and_with_their_headers_damaged_give_values_or_our_exceptions(
      @ForAll("smallTrees") Object tree) throws Exception {
    Mutations.everyHeaderOf(new OurVariants().encode(tree));
  }
}
