// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;

/** Counts how often files are opened, and how often a footer is looked for at their end. */
final class FooterCounter implements SourceFactory {
  int opened;
  int tails;

  @Override
  public ByteSource open(SourceEntry entry) throws IOException {
    opened++;
    return new ForwardingByteSource(ByteSources.defaults().open(entry)) {
      @Override
      public ByteSource.Tail readTail(int most) throws IOException {
        tails++;
        return super.readTail(most);
      }
    };
  }
}
