// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.footer.CorruptFooterException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every byte of a bundle flipped, and every length cut.
 *
 * @see StreamBundleReader
 * @see CheckedInput
 */
class DamagedStreamBundleTest {
  @TempDir Path folder;

  private static List<BundledFooter> readSource(byte[] bytes) throws IOException {
    return StreamBundles.read(StreamBundleReader.open(StreamBundles.source(bytes), null));
  }

  @ParameterizedTest
  @EnumSource(names = {"NORMAL", "STREAMING"})
  void each_byte_flipped_is_found(Mode mode) throws IOException {
    byte[] bundle = StreamBundles.bytes(folder, mode, StreamBundles.some());
    for (int at = 0; at < bundle.length; at++) {
      byte[] damaged = bundle.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      assertThatThrownBy(() -> readSource(damaged))
          .as("byte %d", at)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith("bundle: ");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NORMAL", "STREAMING"})
  void each_length_cut_is_found(Mode mode) throws IOException {
    byte[] bundle = StreamBundles.bytes(folder, mode, StreamBundles.some());
    for (int length = 0; length < bundle.length; length++) {
      byte[] cut = Arrays.copyOf(bundle, length);
      assertThatThrownBy(() -> readSource(cut))
          .as("length %d", length)
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void parts_left_out_or_repeated_are_found() throws IOException {
    byte[] bundle = StreamBundles.streamed(StreamBundles.some());
    for (int from = StreamHeader.LENGTH; from < bundle.length; from += 17) {
      for (int length = 1; length < bundle.length - from; length += 61) {
        byte[] without = new byte[bundle.length - length];
        System.arraycopy(bundle, 0, without, 0, from);
        System.arraycopy(bundle, from + length, without, from, without.length - from);
        assertThatThrownBy(() -> StreamBundles.readStream(without))
            .isInstanceOf(CorruptFooterException.class);
      }
    }
  }

  @Test
  void what_was_read_before_the_damage_stays_and_reading_on_throws_the_same() throws IOException {
    byte[] bundle = StreamBundles.streamed(StreamBundles.some());
    bundle[bundle.length - 30] ^= (byte) 1;
    try (StreamBundleReader reader =
        StreamBundleReader.open("pipe", new ByteArrayInputStream(bundle))) {
      BundledFooter first = reader.next();
      BundledFooter second = reader.next();
      CorruptFooterException failure = null;
      try {
        reader.next();
      } catch (CorruptFooterException e) {
        failure = e;
      }
      assertThat(failure).isNotNull();
      assertThatThrownBy(reader::next).isSameAs(failure);
      assertThat(first.metaData().schema()).isEqualTo(second.schema().schema());
    }
  }
}
