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

/** Random Variants of any width and depth, always the same, damaged; see {@link Mutations}. */
class MutatedWideVariantsTest {
  @Provide
  Arbitrary<Object> trees() {
    return RandomVariants.trees();
  }

  @Property(
      tries = 30,
      seed = "20261122",
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  void wide_and_deep_values_damaged_give_values_or_our_exceptions(@ForAll("trees") Object tree)
      throws Exception {
    Mutations.everyHeaderOf(new OurVariants().encode(tree));
  }
}
