// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.footer.convert.WideFooter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder of files that have a footer and no pages. */
final class Lake {
  final Path folder;

  Lake(Path folder) {
    this.folder = folder;
  }

  /** Writes a file whose footer has this many columns and row groups. */
  Lake write(String name, int columns, int rowGroups) throws IOException {
    byte[] thrift = WideFooter.thrift(columns, rowGroups);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(thrift);
    out.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(thrift.length).array());
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    Files.createDirectories(folder.resolve(name).getParent());
    Files.write(folder.resolve(name), out.toByteArray());
    return this;
  }

  List<BundleInput> inputs() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(file -> file.toString().endsWith(".parquet")).map(this::input).toList();
    }
  }

  private BundleInput input(Path file) {
    try {
      return BundleInput.of(folder, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
