// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * An engine as writer and reader of Parquet files with a Variant column. Every file has the columns
 * {@code id}, the row's number as INT64, and {@code v}, an optional Variant. Stateless.
 */
public interface VariantFilePeer {

  /** The Variant column's name. */
  String COLUMN = "v";

  /** Every engine on the class path, this project first. */
  static List<VariantFilePeer> all() {
    return List.of(
        new ArrowParquetFiles(), new ParquetJavaFiles(), new IcebergFiles(), new DuckDbFiles());
  }

  /** The engine's name, for test names and messages. */
  String name();

  /**
   * Writes one row group with these Variants, null for SQL null.
   *
   * @param typedValue how to shred, as built by {@link ShreddingTypes}; null for unshredded, or for
   *     shredded as the engine likes where it knows no other way
   */
  void write(Path file, Type typedValue, List<EncodedVariant> rows) throws Exception;

  /** Reads column {@code v} of anybody's file, null for SQL null; throws what the engine throws. */
  List<EncodedVariant> read(Path file) throws Exception;

  /** The schema of such a file. */
  static MessageType schema(Type typedValue) {
    return new MessageType(
        "rows", ShreddingTypes.idColumn(), ShreddingTypes.variantColumn(COLUMN, typedValue));
  }
}
