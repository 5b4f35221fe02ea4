// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.Magic;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import java.nio.ByteBuffer;

/**
 * What each module of a file becomes before it is written: itself, or what encryption makes of it.
 * Modules are those of Parquet's modular encryption. Row groups, columns and data pages are counted
 * from 0, in the order of the schema and of the file.
 *
 * <p>Threads: modules of different columns are sealed at the same time.
 */
public interface ModuleSeal {
  /** Every module as it is. */
  ModuleSeal NONE = new ModuleSeal() {};

  /** The page ordinal of modules that are no data page. */
  int NO_PAGE = -1;

  /** In the order of their numbers in the format. */
  enum Module {
    FOOTER,
    COLUMN_META_DATA,
    DATA_PAGE,
    DICTIONARY_PAGE,
    DATA_PAGE_HEADER,
    DICTIONARY_PAGE_HEADER,
    COLUMN_INDEX,
    OFFSET_INDEX,
    BLOOM_FILTER_HEADER,
    BLOOM_FILTER_BITSET
  }

  /** Whether modules of a column change; {@link #seal} is asked for those alone. */
  default boolean isSealed(int column) {
    return false;
  }

  /**
   * What is written of a module.
   *
   * @param page {@link #NO_PAGE} for other modules than data pages and their headers
   */
  default byte[] seal(
      Module module, int rowGroup, int column, int page, byte[] bytes, int from, int length) {
    throw new IllegalStateException("module " + module + " of a column that is not sealed");
  }

  /** A chunk as the footer is to have it. */
  default ColumnChunk chunk(int rowGroup, int column, ColumnChunk chunk) {
    return chunk;
  }

  /** The metadata as the footer is to have it, its chunks done. */
  default FileMetaData metadata(FileMetaData metadata) {
    return metadata;
  }

  /** What a file begins with. */
  default int magic() {
    return Magic.PAR1;
  }

  /**
   * The end of a file whose only footer is Thrift.
   *
   * @param thrift the {@code FileMetaData} struct
   */
  default ByteBuffer ending(byte[] thrift) {
    return FooterFrame.thrift(ByteBuffer.wrap(thrift));
  }
}
