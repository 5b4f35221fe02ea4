// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NativeCodecTest {

  @Test
  void a_library_that_does_not_load_is_tried_once() {
    for (Throwable failure :
        new Throwable[] {
          new NoClassDefFoundError("org/xerial/snappy/Snappy"),
          new UnsatisfiedLinkError("no library"),
          new IOException("wrong result"),
          new Error("of the library's own")
        }) {
      AtomicInteger tries = new AtomicInteger();
      NativeCodec<Decompressor> codec =
          new NativeCodec<>(
              "none",
              () -> {
                tries.incrementAndGet();
                return rethrown(failure);
              });

      assertThat(codec.createIfPresent()).isNull();
      assertThat(codec.createIfPresent()).isNull();
      assertThat(tries).hasValue(1);
    }
  }

  @Test
  void a_lack_of_memory_is_no_missing_library() {
    OutOfMemoryError failure = new OutOfMemoryError("test");
    NativeCodec<Decompressor> codec = new NativeCodec<>("none", () -> rethrown(failure));

    assertThatThrownBy(codec::createIfPresent).isSameAs(failure);
  }

  @Test
  void a_library_that_decompresses_to_something_else_is_not_used() {
    assertThatThrownBy(() -> NativeCodec.probed((input, output) -> 1, new byte[] {1, 0, 'a'}))
        .isInstanceOf(IOException.class);
  }

  private static Decompressor rethrown(Throwable failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    throw (Error) failure;
  }
}
