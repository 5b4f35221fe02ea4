// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.FileDecryptor;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
  private final DecryptionKeys keys;

  /** Null before an encrypted column is met. */
  private FileDecryptor decryption;

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
    this.keys = options.decryption() == null ? DecryptionKeys.defaults() : options.decryption();
  }

  public Place place(int rowGroup, int column) {
    ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
    boolean hasSecond = secondEncodings && chunk.cryptoMetadata() == null;
    ColumnChunk second = hasSecond ? readableSecond(chunk) : null;
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

  /**
   * What decrypts the modules of a chunk, for one thread; null if they are in plain text.
   *
   * @throws UnsupportedColumnException if the column's key is not to be had
   */
  public @Nullable ChunkDecryptor decryptor(int rowGroup, int column) {
    FlatFooter footer = file.footer();
    ColumnChunkView chunk = footer.chunk(rowGroup, column);
    ColumnCryptoMetaData crypto = chunk.cryptoMetadata();
    if (crypto == null) {
      return null;
    }
    byte[] footerKey = footer.footerSigningKeyMetadata();
    BinaryValue footerKeyMetadata = footerKey == null ? null : BinaryValue.of(footerKey);
    if (decryption == null) {
      EncryptionAlgorithm algorithm = footer.encryption();
      if (algorithm == null) {
        throw new CorruptFooterException(
            "encryption algorithm of an encrypted column", "none", "one");
      }
      decryption = FileDecryptor.of(file.source(), algorithm, footerKeyMetadata, keys);
    }
    RowGroupView group = footer.rowGroup(rowGroup);
    int ordinal = group.hasOrdinal() ? group.ordinal() : rowGroup;
    ChunkDecryptor decryptor = decryption.chunk(crypto, ordinal, column);
    if (decryptor == null) {
      throw new UnsupportedColumnException(
          footer.columnPath(column),
          "an encrypted column whose key "
              + FileDecryptor.describe(crypto, footerKeyMetadata)
              + " is not given",
          "its key, or a column in plain text");
    }
    if (!chunk.hasMetadata()) {
      throw new UnsupportedColumnException(
          footer.columnPath(column),
          "encrypted column metadata in a footer that was read without keys",
          "FooterReader.withDecryption, as the column's key is given");
    }
    return decryptor;
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
      throw new CorruptFooterException(
          "values of a second encoding",
          metaData.numValues() + " of " + metaData.type(),
          first.numValues() + " of " + first.type() + ", as in the first encoding");
    }
    if (!FooterChecks.isBeforeFooter(offset, length, file.footerOffset())) {
      throw new CorruptFooterException(
          "place of a second encoding",
          length + " bytes at " + offset,
          FooterChecks.rangeBefore(file.footerOffset()));
    }
    return second;
  }

  /** Where the first page of a chunk is, dictionary or data. */
  public static long startOffset(ColumnMetaData metaData) {
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
