// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Where the pages of column chunks are: in a chunk's second encoding if that can be read, else
 * where its metadata says.
 *
 * <p>A second encoding whose extension is damaged is passed over with a diagnostic, and so are page
 * indexes and Bloom filters. Strict reading throws.
 */
public final class ChunkPlaces {
  private final ParquetFooter file;
  private final boolean secondEncodings;
  private final boolean strict;
  private final Predicate<ParquetCodec> supported;

  /** A set: a chunk is asked for more than once. */
  private final Set<PageIndexDiagnostic> diagnostics = new LinkedHashSet<>();

  /** {@code length} of all pages, headers included. */
  public record Place(
      long offset,
      long length,
      ParquetCodec codec,
      boolean hasIndex,
      long indexOffset,
      int indexLength) {

    Place withIndex(PageIndexLocation index) {
      return new Place(offset, length, codec, index.isPresent(), index.offset(), index.length());
    }
  }

  public ChunkPlaces(
      ParquetFooter file, ParquetReadOptions options, Predicate<ParquetCodec> supported) {
    this.file = file;
    this.secondEncodings = options.secondEncodings();
    this.strict = options.strict();
    this.supported = supported;
  }

  public Place place(int rowGroup, int column) {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    ColumnChunk second = secondEncodings ? readableSecond(chunk) : null;
    if (second != null) {
      ColumnMetaData metaData = second.metaData();
      boolean hasIndex = second.offsetIndexOffset() != null && second.offsetIndexLength() != null;
      return new Place(
          startOffset(metaData),
          metaData.totalCompressedSize(),
          metaData.codec(),
          hasIndex,
          hasIndex ? second.offsetIndexOffset() : 0,
          hasIndex ? second.offsetIndexLength() : 0);
    }
    return new Place(chunk.startOffset(), chunk.totalCompressedSize(), chunk.codec(), false, 0, 0)
        .withIndex(chunk.offsetIndex());
  }

  private ColumnChunk readableSecond(ColumnChunkView chunk) {
    try {
      ColumnChunk second = chunk.secondEncoding();
      return second != null && isReadable(second) ? checked(second, chunk) : null;
    } catch (CorruptFooterException e) {
      passOver(chunk.rowGroup(), chunk.column(), e);
      return null;
    }
  }

  /** Whether all that the chunk needs is known; a newer writer may have used what is not. */
  private boolean isReadable(ColumnChunk chunk) {
    ColumnMetaData metaData = chunk.metaData();
    return chunk.filePath() == null
        && chunk.cryptoMetadata() == null
        && metaData.codec() != null
        && supported.test(metaData.codec())
        && metaData.encodings().size() == metaData.encodingNumbers().size();
  }

  private ColumnChunk checked(ColumnChunk second, ColumnChunkView first) {
    ColumnMetaData metaData = second.metaData();
    long offset = startOffset(metaData);
    long length = metaData.totalCompressedSize();
    if (metaData.type() != first.type() || metaData.numValues() != first.numValues()) {
      throw corrupt(
          "values of a second encoding",
          metaData.numValues() + " of " + metaData.type(),
          first.numValues() + " of " + first.type() + ", as in the first encoding");
    }
    if (!FooterChecks.isBeforeFooter(offset, length, file.footerOffset())) {
      throw corrupt(
          "place of a second encoding",
          length + " bytes at " + offset,
          FooterChecks.rangeBefore(file.footerOffset()));
    }
    return second;
  }

  private static CorruptFooterException corrupt(String problem, String found, String expected) {
    return new CorruptFooterException(problem, found, expected);
  }

  private static long startOffset(ColumnMetaData metaData) {
    Long dictionary = metaData.dictionaryPageOffset();
    long data = metaData.dataPageOffset();
    return dictionary != null && dictionary > 0 && dictionary < data ? dictionary : data;
  }

  void passOver(int rowGroup, int column, CorruptFooterException reason) {
    if (strict) {
      throw reason.in(file.source());
    }
    diagnostics.add(
        new PageIndexDiagnostic(file.footer().columnPath(column), rowGroup, reason.diagnosis()));
  }

  boolean isStrict() {
    return strict;
  }

  public List<PageIndexDiagnostic> diagnostics() {
    return List.copyOf(diagnostics);
  }
}
