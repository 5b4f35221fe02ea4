// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.encoding.VariantMetadata;
import io.arrowparquet.variant.vector.BinaryColumn;
import io.arrowparquet.variant.vector.VariantVector;
import org.apache.arrow.memory.ArrowBuf;

/**
 * The rows of an unshredded Variant column, one cursor moved from row to row. Names are translated
 * only when a row's dictionary differs from that of the row before.
 */
final class VariantRows {
  private final NameTable names;
  private final boolean addNewNames;
  private final VariantMetadata metadata;
  private final VariantCursor cursor;

  /** A Variant null, for rows that have metadata but no value; there only if such rows may come. */
  private ArrowBuf nullVariant;

  private VariantVector column;
  private boolean mayHaveNulls;
  private BinaryColumn dictionaries;
  private BinaryColumn values;
  private boolean bound;

  /**
   * Rows whose dictionaries are translated to a table's numbers.
   *
   * @param addNewNames whether names that are not in the table are added to it
   */
  VariantRows(VariantLimits limits, NameTable names, boolean addNewNames) {
    this.names = names;
    this.addNewNames = addNewNames;
    this.metadata = new VariantMetadata(limits);
    this.cursor = new VariantCursor(limits);
  }

  /** Starts at a column that is not shredded; it is to stay open and unchanged. */
  void open(VariantVector newColumn) {
    column = newColumn;
    mayHaveNulls = newColumn.getNullCount() != 0;
    dictionaries = newColumn.metadataColumn();
    values = BinaryColumn.of(newColumn.valueVector(), null);
    if (values.mayHaveNulls()) {
      nullVariant = newColumn.getAllocator().buffer(1);
      nullVariant.setByte(0, VariantTypeIds.NULL);
    }
  }

  /** Lets go of the column. */
  void close() {
    column = null;
    dictionaries = null;
    values = null;
    if (nullVariant != null) {
      nullVariant.close();
      nullVariant = null;
    }
  }

  /** Number of rows. */
  int count() {
    return column.getValueCount();
  }

  /**
   * The value of a row, or null for SQL null. A row without a value has a Variant null, as the
   * rules of shredding have it where a value is required.
   *
   * @throws MalformedVariantException if the row's bytes are no Variant
   */
  VariantCursor seek(int row) {
    if (mayHaveNulls && column.isNull(row)) {
      return null;
    }
    dictionaries.seek(row);
    boolean isNew = metadata.wrap(dictionaries.buffer(), dictionaries.start(), dictionaries.end());
    if (isNew || !bound) {
      bound = false;
      names.bind(metadata, addNewNames);
      bound = true;
    }
    if (values.mayHaveNulls() && values.isNull(row)) {
      cursor.wrap(metadata, nullVariant, 0, 1);
    } else {
      values.seek(row);
      cursor.wrap(metadata, values.buffer(), values.start(), values.end());
    }
    return cursor;
  }
}
