// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A file, of which every read calls a hook before. */
final class HookedSource implements ByteSource {
  private final PathByteSource file;
  private final Hook hook;

  /** May wait or fail. */
  @FunctionalInterface
  interface Hook {
    void beforeRead() throws IOException;
  }

  HookedSource(Path path, Hook hook) throws IOException {
    this.file = PathByteSource.open(path);
    this.hook = hook;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long length() {
    return file.length();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    hook.beforeRead();
    file.readFully(position, target);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
