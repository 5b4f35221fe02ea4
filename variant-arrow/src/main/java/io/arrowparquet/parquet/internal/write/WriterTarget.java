// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.internal.FileReplacement;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Where a writer's file goes: a path, or a sink, whose channel gives up its beginning as it grows.
 */
public final class WriterTarget implements AutoCloseable {
  private final String name;
  private final FileReplacement.Pending pending;
  private final ByteSink sink;
  private final SinkChannel channel;

  private WriterTarget(
      String name, FileReplacement.Pending pending, ByteSink sink, SinkChannel channel) {
    this.name = name;
    this.pending = pending;
    this.sink = sink;
    this.channel = channel;
  }

  public static WriterTarget path(Path file, boolean overwrite) throws IOException {
    FileReplacement.Pending pending = new FileReplacement(file, overwrite).begin();
    return new WriterTarget(file.toString(), pending, null, null);
  }

  /** A sink, which is closed with the target. */
  public static WriterTarget sink(ByteSink sink) {
    return new WriterTarget(sink.name(), null, sink, new SinkChannel(sink));
  }

  public String name() {
    return name;
  }

  public FileChannel channel() {
    return pending != null ? pending.channel() : channel;
  }

  /** What is written from here on can be read and changed until it is committed. */
  public void holdBack() {
    if (channel != null) {
      channel.holdBack();
    }
  }

  /** Publishes the file; afterwards only to be closed. */
  public void commit() throws IOException {
    if (pending != null) {
      pending.commit();
    } else {
      channel.sendRest();
      sink.commit();
    }
  }

  @Override
  public void close() throws IOException {
    if (pending != null) {
      pending.close();
    } else {
      sink.close();
    }
  }
}
