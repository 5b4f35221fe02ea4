// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The Thrift footers of the Parquet testing corpus, where it is there. */
public final class CorpusFooters {
  private static final int TAIL = 8;

  private CorpusFooters() {}

  /** File name to footer bytes, without files whose footer is encrypted. */
  public static Map<String, byte[]> all() {
    Map<String, byte[]> footers = new LinkedHashMap<>();
    for (String directory : List.of("data", "shredded_variant")) {
      try (Stream<Path> files = Files.walk(OtherWritersFiles.corpus(directory))) {
        files
            .filter(file -> file.toString().endsWith(".parquet"))
            .sorted()
            .forEach(file -> addFooter(file, footers));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return footers;
  }

  private static void addFooter(Path file, Map<String, byte[]> footers) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      String magic = new String(bytes, bytes.length - 4, 4, StandardCharsets.US_ASCII);
      int length =
          ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TAIL);
      if (magic.equals("PAR1")) {
        int end = bytes.length - TAIL;
        footers.put(file.getFileName().toString(), Arrays.copyOfRange(bytes, end - length, end));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
