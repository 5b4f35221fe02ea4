// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.ScanSplits.ALL;
import static io.arrowparquet.dataset.ScanSplits.ID;
import static io.arrowparquet.dataset.ScanSplits.copy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits as bytes: what is in them, and damage. */
class SplitFormatTest {
  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private ScanSplits files;

  @BeforeEach
  void writeFiles() throws IOException {
    files = ScanSplits.write(folder, allocator);
  }

  @Test
  void options_are_lossless() {
    VariantProjection path =
        VariantProjection.ofVariant("a.b", VariantPath.parse("$['x y'][3].z"), "p");
    ParquetReadOptions options =
        ALL.withColumns(List.of("a", "b.c", "\uD83D\uDE00"))
            .withRowGroups(List.of(3, 1))
            .withVariantPaths(List.of(path))
            .withVariantColumns(Set.of("w", "a.b"))
            .withInt96Unit(TimeUnit.MILLISECOND)
            .withRows(RowPositions.ofRanges(5, 7, 7, 900, 1L << 40, 1L << 41))
            .withoutRows(RowPositions.of(3, 6))
            .withOffset(3)
            .withLimit(4)
            .withRowColumns(ScanSplits.rowColumns())
            .withCaseInsensitive(true)
            .withFilter(path.isNull().or(ID.isIn(List.of(1L, 2)).not()));
    SourceEntry file = new SourceEntry(files.entry(0).uri(), 12, "\"tag\"");
    ParquetSplit found = copy(ParquetSplit.of(file, options));

    assertThat(found.file()).isEqualTo(file);
    assertThat(found.options().withVariantColumns(Set.of()))
        .hasToString(options.withVariantColumns(Set.of()).toString());
    assertThat(found.options().variantColumns()).isEqualTo(options.variantColumns());
    assertThat(found.options().filter()).isEqualTo(options.filter());
    assertThat(found.options().variantPaths()).isEqualTo(options.variantPaths());
    assertThat(found.options().rows()).isEqualTo(options.rows());
    assertThat(found.options().withoutRows()).isEqualTo(options.withoutRows());
    assertThat(found.options().rowColumns()).isEqualTo(options.rowColumns());
    assertThat(found.options().caseInsensitive()).isTrue();
    assertThat(found.schema()).isNull();
    assertThat(found.hasFooter()).isFalse();
  }

  /** An option that says which rows and columns there are has to be in the bytes. */
  @Test
  void each_option_is_in_the_bytes_or_says_how_to_read() {
    Set<String> inBytes =
        Set.of(
            "caseInsensitive",
            "columns",
            "filter",
            "int96Unit",
            "int96Instants",
            "limit",
            "offset",
            "rowColumns",
            "rowGroups",
            "rows",
            "variantColumns",
            "variantPaths",
            "withoutRows");
    Set<String> how =
        Set.of(
            "batchBytes",
            "batchSize",
            "checkCrc",
            "decryption",
            "dynamicFilter",
            "executor",
            "fetchBytes",
            "filledBatches",
            "listener",
            "maxPageBytes",
            "nativeCodecs",
            "prefetch",
            "secondEncodings",
            "skipping",
            "skippingSteps",
            "strict",
            "threads",
            "types");
    Set<String> all = new TreeSet<>(inBytes);
    all.addAll(how);
    assertThat(ParquetReadOptions.class.getMethods())
        .filteredOn(method -> method.getParameterCount() == 0)
        .filteredOn(method -> method.getDeclaringClass() == ParquetReadOptions.class)
        .extracting(Method::getName)
        .filteredOn(name -> !name.equals("defaults") && !name.equals("toString"))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void each_changed_byte_and_each_cut_is_refused() throws IOException {
    byte[] bytes = files.split(0, ScanSplits.BY_PATH).withFooter(files.footer(0)).toBytes();
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= (byte) (1 << i % Byte.SIZE);
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> ParquetSplit.from(changed))
          .isInstanceOf(CorruptFooterException.class);
      assertThatThrownBy(() -> ParquetSplit.from(cut)).isInstanceOf(CorruptFooterException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> ParquetSplit.from(longer)).isInstanceOf(CorruptFooterException.class);
  }

  /** Damage that a checksum does not show: as of a writer that is wrong. */
  @Test
  void damage_under_a_right_checksum_is_ours_or_reads_rows() throws IOException {
    Random random = new Random(9);
    for (ParquetReadOptions options : List.of(ScanSplits.BY_PATH, ScanSplits.BY_NUMBER)) {
      ReaderSchema schema =
          ReaderSchema.of(new Schema(List.of(ArrowTypeText.parse("id", "bigint"))))
              .withDefault("id", 5L);
      ParquetSplit split = files.split(0, options);
      ParquetSplit indexed;
      try (ByteSource file = ByteSources.path(files.paths().get(0))) {
        indexed = split.withFooter(files.footer(0)).withIndexes(file, 1 << 20, allocator);
      }
      assertThat(indexed.footer().indexes()).isNotEmpty();
      for (ParquetSplit each : List.of(indexed, split.withSchema(schema))) {
        byte[] bytes = unpacked(each.toBytes());
        for (int run = 0; run < 400; run++) {
          byte[] changed = bytes.clone();
          int at = 20 + random.nextInt(bytes.length - 20);
          changed[at] = (byte) random.nextInt();
          requireOurs(sealed(changed));
        }
      }
    }
  }

  private void requireOurs(byte[] bytes) {
    try {
      ParquetSplit split = ParquetSplit.from(bytes);
      if (!split.file().equals(files.entry(0))) {
        return;
      }
      files.read(split);
    } catch (DiagnosedException | IOException expected) {
      // The answer to most.
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("row group");
    }
  }

  /** The same split, not compressed. */
  private static byte[] unpacked(byte[] bytes) {
    byte[] fields =
        Zstd.prefixed(bytes, 12, bytes.length - 12, Integer.MAX_VALUE, 12).copy().array();
    return sealed(
        ByteBuffer.allocate(20 + fields.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(bytes, 0, 12)
            .putLong(-1)
            .put(fields)
            .array());
  }

  private static byte[] sealed(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 12, bytes.length - 12);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, (int) crc.getValue());
    return bytes;
  }
}
