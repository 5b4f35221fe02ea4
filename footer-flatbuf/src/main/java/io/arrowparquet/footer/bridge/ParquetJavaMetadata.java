// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.bridge.ParquetJavaSchema.ChosenElements;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.internal.statistics.NearPaths;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.OptionalLibrary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData.EncryptionType;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * Makes parquet-java's {@link ParquetMetadata} from a footer, of all columns and row groups or of
 * chosen ones, at a cost that follows the choice and not the width of the file.
 *
 * <pre>{@code
 * ParquetFooter footer = FooterReader.defaults().read(path);
 * ParquetMetadata metadata =
 *     ParquetJavaMetadata.of(footer).withColumns(List.of("id", "address.city")).toParquetMetadata();
 * InputFile file = new LocalInputFile(path);
 * try (var reader = new ParquetFileReader(file, metadata, options, file.newStream())) { ... }
 * }</pre>
 *
 * <p>The reader that is given the result finds page indexes, bloom filters and dictionaries as if
 * it had read the footer itself: which statistics are believed is decided by parquet-java's own
 * code. It knows nothing of columns that were not chosen, though, and takes them for columns of
 * nulls: the columns of a record filter have to be among the chosen ones.
 *
 * <p>Of a footer that is not {@linkplain FlatFooter#isComplete complete}, page indexes, encodings
 * and size statistics are absent: the same rows are read, and fewer pages skipped.
 *
 * <p>Immutable, and so safe to share between threads; the {@code with} methods give changed copies.
 * Each result is a new object of its own.
 */
@SuppressWarnings("exports") // Classes of the class path: see require.
public final class ParquetJavaMetadata {
  private final FlatFooter footer;
  private final String source;
  private final int[] columns;
  private final int[] rowGroups;
  private final ParquetMetadataConverter converter = new ParquetMetadataConverter();

  /** The columns and row groups are null for all of them. */
  private ParquetJavaMetadata(FlatFooter footer, String source, int[] columns, int[] rowGroups) {
    this.footer = footer;
    this.source = source;
    this.columns = columns;
    this.rowGroups = rowGroups;
  }

  /** As {@link #of(FlatFooter, String)}, for a footer that knows its file. */
  public static ParquetJavaMetadata of(ParquetFooter footer) {
    return of(footer.footer(), footer.source());
  }

  /**
   * The metadata of all columns and row groups.
   *
   * @param source what error messages call the file
   * @throws io.arrowparquet.storage.MissingDependencyException if parquet-java 1.16 or newer is
   *     missing
   */
  public static ParquetJavaMetadata of(FlatFooter footer, String source) {
    OptionalLibrary.PARQUET_JAVA.forEach(ParquetJavaMetadata::require);
    return new ParquetJavaMetadata(footer, source, null, null);
  }

  /**
   * Checks an optional dependency before its first class is used.
   *
   * <p>The jars share packages, and so cannot be modules. Where this project is a module, they are
   * on the class path, which a module reads only if told to: that is done here too.
   */
  private static void require(OptionalLibrary library) {
    ClassLoader loader = ParquetJavaMetadata.class.getClassLoader();
    Class<?> found = library.require("Metadata of parquet-java", loader);
    ParquetJavaMetadata.class.getModule().addReads(found.getModule());
  }

  /**
   * Only these columns, and the groups that they are in; in the schema's order, whatever the order
   * here. None at all is allowed.
   *
   * @param dottedPaths names from the root's child down to the leaf, joined by dots
   * @throws InvalidRequestException if there is no such column
   */
  public ParquetJavaMetadata withColumns(Collection<String> dottedPaths) {
    int[] found = new int[dottedPaths.size()];
    int count = 0;
    for (String path : dottedPaths) {
      int column = footer.findColumn(path);
      if (column < 0) {
        throw new InvalidRequestException(
                path, "no such column", "a column of the file" + NearPaths.hint(footer, path))
            .in(source);
      }
      found[count++] = column;
    }
    return withColumnOrdinals(found);
  }

  /**
   * Only these columns, by their numbers among the leaves of the schema, from 0; as {@link
   * #withColumns}.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public ParquetJavaMetadata withColumnOrdinals(int... ordinals) {
    int[] chosen = chosen("column", ordinals, footer.columnCount());
    return new ParquetJavaMetadata(footer, source, chosen, rowGroups);
  }

  /**
   * Only these row groups, by their numbers in the file, from 0; in the file's order. Their rows
   * keep the indexes that they have in the file.
   *
   * @throws IllegalArgumentException if there is no such row group
   */
  public ParquetJavaMetadata withRowGroups(int... ordinals) {
    int[] chosen = chosen("row group", ordinals, footer.rowGroupCount());
    return new ParquetJavaMetadata(footer, source, columns, chosen);
  }

  private int[] chosen(String what, int[] ordinals, int count) {
    for (int ordinal : ordinals) {
      if (ordinal < 0 || ordinal >= count) {
        throw new IllegalArgumentException(
            source + ": has no " + what + " " + ordinal + ", but " + count + " of them");
      }
    }
    return IntStream.of(ordinals).sorted().distinct().toArray();
  }

  /**
   * Makes the metadata.
   *
   * @throws EncryptedFooterException if a chosen column is encrypted
   * @throws UnsupportedOperationException if a chosen column has a codec, an encoding or the like
   *     that parquet-java does not know, or a {@linkplain FlatFooter#isTypeDoubtful doubtful} type:
   *     {@code FooterReader.withCertainTypes} avoids that
   * @throws CorruptFooterException if the footer is one that parquet-java does not accept: with an
   *     annotation that does not fit a column's type, for example
   */
  public ParquetMetadata toParquetMetadata() {
    try {
      return convert();
    } catch (CorruptFooterException e) {
      throw e.in(source);
    }
  }

  private ParquetMetadata convert() {
    ChosenElements elements =
        columns == null ? ChosenElements.all(footer) : ChosenElements.above(footer, columns);
    int[] ordinals = columns == null ? IntStream.range(0, footer.columnCount()).toArray() : columns;
    for (int column : ordinals) {
      ArrowSchemaTree.requireCertain(footer, column);
    }
    MessageType schema = new ParquetJavaSchema(footer, converter).convert(elements, ordinals);
    Map<String, String> keyValues = new HashMap<>();
    for (int i = 0; i < footer.keyValueCount(); i++) {
      keyValues.put(footer.key(i), footer.value(i));
    }
    EncryptionType encryption =
        footer.encryption() == null ? EncryptionType.UNENCRYPTED : EncryptionType.PLAINTEXT_FOOTER;
    FileMetaData file = new FileMetaData(schema, keyValues, footer.createdBy(), encryption, null);
    return new ParquetMetadata(file, blocks(ParquetJavaColumnChunks.columns(schema), ordinals));
  }

  private List<BlockMetaData> blocks(List<ColumnDescriptor> descriptors, int[] ordinals) {
    if (descriptors.size() != ordinals.length) {
      throw new CorruptFooterException(
          "schema",
          descriptors.size() + " columns",
          ordinals.length + ", each with a physical type");
    }
    ParquetJavaColumnChunks chunks = new ParquetJavaColumnChunks(footer, source, converter);
    List<BlockMetaData> blocks = new ArrayList<>();
    RowGroupView rowGroup = new RowGroupView();
    long rowIndex = 0;
    int next = 0;
    for (int i = 0; i < footer.rowGroupCount(); i++) {
      footer.rowGroup(i, rowGroup);
      if (rowGroups == null || (next < rowGroups.length && rowGroups[next] == i)) {
        next++;
        blocks.add(block(rowGroup, rowIndex, chunks, descriptors, ordinals));
      }
      rowIndex += rowGroup.numRows();
    }
    return blocks;
  }

  private static BlockMetaData block(
      RowGroupView rowGroup,
      long rowIndex,
      ParquetJavaColumnChunks chunks,
      List<ColumnDescriptor> descriptors,
      int[] ordinals) {
    BlockMetaData block = new BlockMetaData();
    block.setRowCount(rowGroup.numRows());
    block.setTotalByteSize(rowGroup.totalByteSize());
    block.setRowIndexOffset(rowIndex);
    if (rowGroup.hasOrdinal()) {
      block.setOrdinal(rowGroup.ordinal());
    }
    chunks.addTo(block, rowGroup, descriptors, ordinals);
    return block;
  }
}
