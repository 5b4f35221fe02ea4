// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every byte source does, whatever holds its bytes. */
class ByteSourceContractTest {
  private static final byte[] BYTES = {10, 11, 12, 13, 14, 15, 16, 17};

  @TempDir Path folder;

  enum Kind {
    FILE,
    HEAP,
    DIRECT
  }

  private ByteSource open(Kind kind) throws IOException {
    return switch (kind) {
      case FILE -> {
        Path file = folder.resolve("bytes");
        Files.write(file, BYTES);
        yield PathByteSource.open(file);
      }
      case HEAP -> new BufferByteSource("bytes", ByteBuffer.wrap(BYTES));
      case DIRECT -> new BufferByteSource("bytes", ByteBuffer.allocateDirect(8).put(BYTES).flip());
    };
  }

  @ParameterizedTest
  @EnumSource
  void fills_the_buffer_from_the_position(Kind kind) throws IOException {
    try (ByteSource source = open(kind)) {
      ByteBuffer target = ByteBuffer.allocate(6).position(1).limit(4);

      source.readFully(5, target);

      assertThat(source.length()).isEqualTo(8);
      assertThat(target.position()).isEqualTo(4);
      assertThat(target.array()).containsExactly(0, 15, 16, 17, 0, 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void end_of_the_source_is_an_exception_that_names_it(Kind kind) throws IOException {
    try (ByteSource source = open(kind)) {
      assertThatThrownBy(() -> source.readFully(6, ByteBuffer.allocate(3)))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("bytes");
      assertThatThrownBy(() -> source.readFully(100, ByteBuffer.allocate(1)))
          .isInstanceOf(EOFException.class);
    }
  }
}
