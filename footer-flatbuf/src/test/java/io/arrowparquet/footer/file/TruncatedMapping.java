// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.storage.internal.MappedByteSource;
import io.arrowparquet.storage.internal.Mappings;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Opens files that are truncated as soon as they are mapped, in a process of its own: where memory
 * without a file behind it is touched the wrong way, the process ends.
 */
final class TruncatedMapping {
  /** What is printed where opening has failed as it should. */
  static final String NAMED = "an IOException that names the file";

  /** What is printed last. */
  static final String ENDED = "ended";

  private static final FooterReader READER = FooterReader.defaults();

  private TruncatedMapping() {}

  /** Opens each file in many ways, and prints what came of it. */
  public static void main(String[] files) throws IOException {
    List<FooterReader> readers =
        List.of(
            READER,
            READER.withStrict(true),
            READER.withCrcCheck(CrcCheck.NONE).withVerification(true),
            READER.withCrcCheck(CrcCheck.NONE),
            READER.withThriftOnly(true));
    for (String name : files) {
      Path file = Path.of(name);
      byte[] content = Files.readAllBytes(file);
      for (FooterReader reader : readers) {
        for (int kept : new int[] {1, content.length / 2, content.length - 1}) {
          System.out.println(open(reader, file, truncating(Mappings.COLLECTED, file, kept)));
          Files.write(file, content);
          System.out.println(open(reader, file, truncating(Mappings.closable(), file, kept)));
          Files.write(file, content);
        }
      }
    }
    System.out.println(ENDED);
  }

  private static String open(FooterReader reader, Path file, Mappings mappings) {
    try (MappedByteSource source = new MappedByteSource(PathByteSource.open(file), mappings)) {
      reader.read(source);
      return "opened";
    } catch (IOException e) {
      return String.valueOf(e.getMessage()).startsWith(file + ": ") ? NAMED : e.toString();
    }
  }

  private static Mappings truncating(Mappings mappings, Path file, int kept) {
    return new Mappings() {
      @Override
      public ByteBuffer map(FileChannel channel, long position, int size) throws IOException {
        ByteBuffer mapped = mappings.map(channel, position, size);
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
          other.truncate(kept);
        }
        return mapped;
      }

      @Override
      public void close() {
        mappings.close();
      }
    };
  }
}
