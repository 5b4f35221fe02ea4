// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ParquetFileSet} is: its files, and what they are read into.
 *
 * @param target null where the files' schemas are unified
 * @param planned what can be read of a set from a bundle; null of others
 * @param partitions null where folders name no columns
 */
record SetDefinition(
    BundledFiles.Contents contents,
    @Nullable TargetSchema target,
    BundlePlanning.@Nullable Choice planned,
    @Nullable PartitionColumns partitions)
    implements ReadFiles {

  /** {@code schemas}: files of which the schema is made. */
  static SetDefinition of(
      List<SetFile> files, List<SetFile> schemas, @Nullable PartitionColumns partitions) {
    boolean isOne = files.size() == 1;
    return new SetDefinition(
        new BundledFiles.Contents(files, schemas, isOne, null), null, null, partitions);
  }

  List<SetFile> files() {
    return contents.files();
  }

  List<SourceEntry> entries() {
    return files().stream().map(SetFile::entry).toList();
  }

  SetDefinition withSchema(ReaderSchema schema) {
    requireForAny("another schema", "with the schema");
    return with(SplitFiles.target(schema), partitions);
  }

  SetDefinition withPartitions(HivePartitions folders) {
    requireForAny("columns that folders name", "without");
    return with(target, PartitionColumns.of(folders, entries()));
  }

  private SetDefinition with(@Nullable TargetSchema schema, @Nullable PartitionColumns columns) {
    return new SetDefinition(
        contents,
        schema,
        planned,
        schema == null || columns == null
            ? columns
            : columns.withTypes(schema.schema().getFields(), entries()));
  }

  private void requireForAny(String what, String instead) {
    if (planned != null && !planned.isForAny()) {
      throw new InvalidRequestException(
          what + " for a set that was planned for " + planned + ": open the bundle " + instead,
          null);
    }
  }

  void requirePlanned(ParquetReadOptions options) {
    if (planned != null) {
      planned.require(options);
    }
  }

  List<ParquetFragment> fragments() {
    List<ParquetFragment> fragments = new ArrayList<>();
    for (ParquetFragment fragment : knownFragments()) {
      if (fragment.rowGroup() == ALL_ROW_GROUPS) {
        int rowGroups = file(fragment.file()).footer().schema().footer().rowGroupCount();
        IntStream.range(0, rowGroups).forEach(n -> fragments.add(fragment(fragment.file(), n)));
      } else {
        fragments.add(fragment);
      }
    }
    return fragments;
  }

  /** A file whose footer may not be read yet is one fragment. */
  List<ParquetFragment> knownFragments() {
    List<ParquetFragment> fragments = new ArrayList<>();
    for (int file = 0; file < files().size(); file++) {
      List<Integer> rowGroups = file(file).rowGroups();
      if (rowGroups == null) {
        fragments.add(new ParquetFragment(file(file).entry(), file, ALL_ROW_GROUPS, 0));
      } else {
        for (int rowGroup : rowGroups) {
          fragments.add(fragment(file, rowGroup));
        }
      }
    }
    return fragments;
  }

  private ParquetFragment fragment(int number, int rowGroup) {
    SetFile file = file(number);
    return new ParquetFragment(file.entry(), number, rowGroup, file.footer().rows(rowGroup));
  }

  Schema schema(ParquetReadOptions options) {
    return withMetadata(fields(options));
  }

  /** The fields of that schema, without the class of it, which loads Jackson. */
  List<Field> fields(ParquetReadOptions options) {
    return ofFiles(partitions == null ? options : partitions.ofAll(options));
  }

  private List<Field> ofFiles(ParquetReadOptions options) {
    requireRowsOfOneFile(options);
    return CommonSchema.of(contents.schemas(), contents.isOne(), target, options);
  }

  private Schema withMetadata(List<Field> fields) {
    return new Schema(
        fields,
        target == null
            ? ArrowSchema.metadata(contents.schemas().get(0).footer().schema().footer())
            : target.schema().getCustomMetadata());
  }

  private void requireRowsOfOneFile(ParquetReadOptions options) {
    if (options.rowGroups() != null) {
      throw new IllegalArgumentException(
          "row groups " + options.rowGroups() + " of several files: read fragments instead");
    }
    if (options.offset() > 0) {
      throw new IllegalArgumentException(
          "an offset of "
              + options.offset()
              + " rows in a set: files, and threads, count their own rows");
    }
    if (!contents.isOne() && (options.rows() != null || options.withoutRows() != null)) {
      throw new IllegalArgumentException(
          "rows by number of several files: the numbers are those of one file");
    }
  }

  /**
   * What the set is planned to be read into: null if each file's own schema is the common one.
   *
   * @throws InvalidRequestException if the options do not go with the set
   */
  @Nullable ReaderSchema readerSchema(ParquetReadOptions options) {
    requirePlanned(options);
    ParquetReadOptions chosen = options.withVariantPaths(List.of());
    ParquetReadOptions columns = partitions == null ? chosen : partitions.ofAll(chosen);
    List<Field> common = ofFiles(columns);
    if (target != null) {
      ReaderSchema schema = ReaderSchema.of(target.schema()).withRules(target.rules());
      for (Map.Entry<String, Object> literal : target.literals().entrySet()) {
        schema = schema.withDefault(literal.getKey(), literal.getValue());
      }
      return schema;
    }
    boolean isOwn =
        CommonSchema.distinct(contents.schemas()).stream()
            .map(file -> CommonSchema.own(file, columns))
            .map(own -> RowColumnPlaces.place(own, columns.rowColumns()))
            .allMatch(common::equals);
    return isOwn
        ? null
        : ReaderSchema.of(withMetadata(common))
            .withRules(
                EvolutionRules.defaults()
                    .withByFieldId(false)
                    .withIgnoreCase(options.caseInsensitive()));
  }

  /** What a plan asks of a file; null if nothing. */
  @Nullable ParquetReadOptions optionsOf(int file, ParquetReadOptions options) {
    return partitions == null ? options : partitions.of(file, options);
  }

  @Override
  public SetFile file(int number) {
    return files().get(number);
  }

  @Override
  public FilePlan plan(int number, ParquetReadOptions options) throws IOException {
    ParquetReadOptions own = optionsOf(number, options);
    return own == null
        ? new FilePlan(options.withFilter(RowFilter.constant(false)), null, List.of())
        : SplitFiles.plan(file(number).footer().get(), own, target);
  }

  @Override
  public boolean isLeftOut(int number, ParquetReadOptions options) {
    return optionsOf(number, options) == null;
  }

  @Override
  public Map<String, Constant> defaults(int number) {
    return target == null ? Map.of() : target.defaults();
  }

  FileSetReader read(
      List<ParquetFragment> fragments,
      ParquetReadOptions options,
      ReadsUnderWay reads,
      BufferAllocator allocator) {
    requirePlanned(options);
    return new FileSetReader(this, fragments, schema(options), options, reads, allocator);
  }
}
