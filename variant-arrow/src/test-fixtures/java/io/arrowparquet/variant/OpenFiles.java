// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The descriptors of this process, where the system shows them. */
public final class OpenFiles {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private OpenFiles() {}

  /** Proves that no descriptor of a file is open; of nothing where that cannot be seen. */
  public static void requireClosed(Path file) {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return;
    }
    List<Path> open = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
      for (Path descriptor : descriptors.toList()) {
        Path target = target(descriptor);
        if (target != null && target.equals(file.toRealPath())) {
          open.add(descriptor);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(open).as("descriptors of " + file).isEmpty();
  }

  /** What a descriptor shows; null for one that was closed meanwhile, by another thread perhaps. */
  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return null;
    }
  }
}
