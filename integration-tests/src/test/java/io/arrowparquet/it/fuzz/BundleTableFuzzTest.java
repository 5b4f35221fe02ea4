// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.internal.plan.PackedFooters;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as a bundle in table form: files and footers come out, or our exceptions. The checksums
 * at its end are made right, so that changes of the root reach the code behind them.
 */
class BundleTableFuzzTest {
  private static final int TRAILER = 28;
  private static final int CHECKED = 20;
  private static final RowFilter FILTER =
      new RowFilter.Comparison(new Operand.Column("id"), RowFilter.Operator.GREATER, 3L);

  static List<byte[]> seeds() throws IOException {
    Path folder = Files.createTempDirectory("bundle");
    Path file = EventFile.write(folder.resolve("a.parquet"));
    Path bundle = folder.resolve("bundle");
    BundleOptions options = BundleOptions.defaults().withIndexes(List.of("id"));
    new BundleWriter(BundleStore.of(bundle), options)
        .write(List.of(BundleInput.of(folder, file)), false);
    byte[] seed = Files.readAllBytes(bundle);
    Files.delete(file);
    Files.delete(bundle);
    Files.deleteIfExists(folder.resolve(".bundle.lock"));
    Files.delete(folder);
    return List.of(seed);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_readable_bundle_or_corrupt(byte[] bytes) throws IOException {
    read(bytes);
    read(resealed(bytes));
  }

  private static void read(byte[] bytes) throws IOException {
    try (FooterBundle bundle =
        FooterBundle.open(new BufferByteSource("fuzz", ByteBuffer.wrap(bytes)))) {
      List<BundleEntry> ofSchemas = new ArrayList<>();
      for (BundleEntry entry : bundle.files()) {
        bundle.find(entry.file().path());
        FooterWalk.over(bundle.footer(entry));
        if (bundle.schema(entry) != null) {
          ofSchemas.add(entry);
        }
      }
      PackedFooters packed = bundle.pack(ofSchemas, null);
      packed.loadIndexes(
          ofSchemas.stream()
              .map(file -> IntStream.range(0, file.rowGroups()).boxed().toList())
              .toList(),
          List.of("id"));
      for (int i = 0; i < packed.count(); i++) {
        FooterWalk.over(packed.footer(i));
        packed.withIndexes(i, null, new BufferByteSource("file", ByteBuffer.allocate(0)));
      }
      for (BundledSchema schema : bundle.schemas()) {
        bundle.rowGroups(
            schema,
            List.of("id"),
            facts -> {
              for (int i = 0; i < facts.count() && facts.footer().columnCount() > 0; i++) {
                facts.chunk(i, 0);
              }
              BitSet all = new BitSet();
              all.set(0, facts.count());
              return all;
            });
      }
      ParquetScanPlan.rowGroups(bundle, null, ParquetReadOptions.defaults());
      ParquetScanPlan.rowGroups(bundle, null, ParquetReadOptions.defaults().withFilter(FILTER));
      bundle.verify();
    } catch (CorruptFooterException expected) {
      // The answer to most inputs.
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IOException e) {
      // A root may name segments that are not there.
      if (!String.valueOf(e.getMessage()).contains("older segments")) {
        throw e;
      }
    }
  }

  private static byte[] resealed(byte[] bytes) {
    if (bytes.length < TRAILER) {
      return bytes;
    }
    byte[] sealed = bytes.clone();
    ByteBuffer out = ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN);
    int trailer = sealed.length - TRAILER;
    int root = out.getInt(trailer);
    if (root < 0 || root > trailer) {
      return bytes;
    }
    CRC32 crc = new CRC32();
    crc.update(sealed, trailer - root, root);
    out.putInt(trailer + 4, (int) crc.getValue());
    out.putLong(trailer + 8, sealed.length);
    crc.reset();
    crc.update(sealed, trailer, CHECKED);
    out.putInt(trailer + CHECKED, (int) crc.getValue());
    return sealed;
  }
}
