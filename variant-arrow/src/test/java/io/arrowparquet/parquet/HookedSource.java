// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.storage.PlainSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A file, of which every read calls a hook before. */
final class HookedSource extends PlainSource {
  private final Hook hook;

  /** May wait or fail. */
  @FunctionalInterface
  interface Hook {
    void beforeRead() throws IOException;
  }

  HookedSource(Path path, Hook hook) throws IOException {
    super(PathByteSource.open(path));
    this.hook = hook;
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    hook.beforeRead();
    super.readFully(position, target);
  }
}
