// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.rowgroup.RowGroupSource;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** The files of splits, each read as its split says, all into one schema. */
final class SplitFiles implements ReadFiles {
  private final List<ParquetSplit> splits;
  private final List<SetFile> files = new ArrayList<>();
  private final List<TargetSchema> targets = new ArrayList<>();
  private final Schema schema;

  /**
   * @param splits at least one
   * @param footers where those may be that splits do not have; null for none
   * @param reading how rows are read
   * @throws IOException if the schema is that of the first file, whose footer is to be read
   * @throws InvalidRequestException if splits have several schemas, as far as that is known
   */
  SplitFiles(
      List<ParquetSplit> splits,
      SourceFactory sources,
      @Nullable FooterCache footers,
      ParquetReadOptions reading)
      throws IOException {
    this.splits = List.copyOf(splits);
    if (splits.isEmpty()) {
      throw new InvalidRequestException("no split is given: the first one has the schema", null);
    }
    IdentityHashMap<ReaderSchema, TargetSchema> known = new IdentityHashMap<>();
    for (ParquetSplit split : splits) {
      SetFile.Place place = new SetFile.Place.Remote(split.file(), sources);
      SetFile.Footer footer =
          new SetFile.Footer.OwnFooter(
              null, () -> footer(split, place, footers, reading.decryption()), null) {
            @Override
            public ByteSource known(@Nullable List<Integer> rowGroups, ByteSource bytes) {
              return split.footer() == null ? bytes : split.footer().known(bytes);
            }
          };
      String name = SourceEntry.name(split.file().uri());
      files.add(new SetFile(name, place, footer, List.of(), null));
      targets.add(
          split.schema() == null
              ? null
              : known.computeIfAbsent(split.schema(), SplitFiles::target));
    }
    this.schema = schema(reading);
    for (int i = 1; i < splits.size(); i++) {
      if (targets.get(i) != null) {
        requireSchema(i, targets.get(i).schema(splits.get(i).options()));
      }
    }
  }

  static @Nullable TargetSchema target(@Nullable ReaderSchema schema) {
    return schema == null
        ? null
        : new TargetSchema(schema.schema(), schema.rules(), schema.defaults());
  }

  static FilePlan plan(
      ParquetFooter footer, ParquetReadOptions options, @Nullable TargetSchema target) {
    return target == null ? FilePlan.of(footer.footer(), options) : target.plan(footer, options);
  }

  private static ParquetFooter footer(
      ParquetSplit split,
      SetFile.Place place,
      @Nullable FooterCache footers,
      @Nullable DecryptionKeys keys)
      throws IOException {
    String name = SourceEntry.name(split.file().uri());
    if (split.footer() != null) {
      return split.footer().read(name);
    }
    long length = split.file().length();
    ParquetFooter footer = place.read(split.file(), footers, keys);
    if (length != SourceEntry.UNKNOWN && footer.fileLength() != length) {
      throw RowGroupSource.changed(
          name, "length", footer.fileLength() + " bytes", length + " bytes");
    }
    return footer;
  }

  /** That of the first split: a column that its file lacks is refused, as by a file's reader. */
  private Schema schema(ParquetReadOptions reading) throws IOException {
    ParquetReadOptions first = splits.get(0).in(reading.withTypes(reading.types().decoded()));
    TargetSchema target = targets.get(0);
    return target == null
        ? ParquetArrowReader.schema(files.get(0).footer().get(), first)
        : target.schema(first);
  }

  private void requireSchema(int number, Schema found) {
    if (!found.getFields().equals(schema.getFields())) {
      throw new InvalidRequestException(
          "a split of "
              + files.get(number).name()
              + " with another schema than the first: "
              + found
              + ", expected "
              + schema,
          null);
    }
  }

  Schema schema() {
    return schema;
  }

  /** The row groups of the splits, one by one where they are known. */
  List<ParquetFragment> fragments() {
    List<ParquetFragment> fragments = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      ParquetSplit split = splits.get(i);
      // An offset and a limit count the rows of all of them.
      ParquetReadOptions own = split.options();
      boolean isCounted = own.offset() > 0 || own.limit() < Long.MAX_VALUE;
      List<Integer> rowGroups = isCounted ? null : own.rowGroups();
      for (int rowGroup : rowGroups == null ? List.of(ALL_ROW_GROUPS) : rowGroups) {
        fragments.add(new ParquetFragment(split.file(), i, rowGroup, SourceEntry.UNKNOWN));
      }
    }
    return fragments;
  }

  @Override
  public SetFile file(int number) {
    return files.get(number);
  }

  @Override
  public FilePlan plan(int number, ParquetReadOptions options) throws IOException {
    ParquetFooter footer = files.get(number).footer().get();
    ParquetReadOptions own = splits.get(number).in(options);
    FilePlan plan = plan(footer, own, targets.get(number));
    if (number > 0 && targets.get(number) == null) {
      requireSchema(number, ParquetArrowReader.schema(footer, own));
    }
    return plan;
  }

  /** All of a footer that came with its split, which has the chunks that are read. */
  @Override
  public BitSet columns(int number, ParquetReadOptions options) throws IOException {
    if (splits.get(number).footer() == null) {
      return ReadFiles.super.columns(number, options);
    }
    BitSet all = new BitSet();
    all.set(0, files.get(number).footer().get().footer().columnCount());
    return all;
  }

  @Override
  public Map<String, Constant> defaults(int number) {
    TargetSchema target = targets.get(number);
    return target == null ? Map.of() : target.defaults();
  }
}
