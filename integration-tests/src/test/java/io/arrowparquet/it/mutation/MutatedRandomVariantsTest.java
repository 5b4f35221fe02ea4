// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.mutation;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.OurVariants;
import io.arrowparquet.it.interop.RandomVariants;
import java.util.concurrent.FutureTask;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** A thousand random Variants, always the same, damaged; see {@link Mutations}. */
class MutatedRandomVariantsTest {
  @Provide
  Arbitrary<Object> smallTrees() {
    return RandomVariants.smallTrees();
  }

  @Provide
  Arbitrary<Object> trees() {
    return RandomVariants.trees();
  }

  @Property(
      tries = 1_000,
      seed = "20261121",
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  void values_cut_and_with_their_headers_damaged_give_values_or_our_exceptions(
      @ForAll("smallTrees") Object tree) throws Exception {
    damage(tree);
  }

  @Property(
      tries = 30,
      seed = "20261122",
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  void wide_and_deep_values_do_too(@ForAll("trees") Object tree) throws Exception {
    damage(tree);
  }

  /** On a thread of its own: exceptions note a stack, and that of a test is deep. */
  private static void damage(Object tree) throws Exception {
    EncodedVariant encoded = new OurVariants().encode(tree);
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              try (Mutations mutations = new Mutations()) {
                mutations.everyHeader(encoded);
              }
              return null;
            });
    new Thread(task).start();
    task.get();
  }
}
