// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.internal.evolution.FieldAdapters;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters.FieldAdapter;
import io.arrowparquet.parquet.internal.rowgroup.GuardedReader;
import io.arrowparquet.parquet.options.NaturalReadOptions;
import io.arrowparquet.parquet.options.NaturalReadOptions.Unfit;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;

/**
 * Reads the Variant columns of any Arrow reader, of a file, a set, a scan or a split, as structs,
 * lists, unions and primitives of one schema, which no later batch changes. Variants inside other
 * columns stay as they are.
 *
 * <pre>{@code
 * NaturalReadOptions options = NaturalReadOptions.defaults().withSample(100_000);
 * try (NaturalReader reader = NaturalReader.open(() -> set.read(columns, allocator), options, allocator)) {
 *   VectorSchemaRoot root = reader.getVectorSchemaRoot();
 *   while (reader.loadNextBatch()) {
 *     use(root);
 *   }
 * }
 * }</pre>
 *
 * <p>Errors are those of the reader of the rows; {@link ConversionException} for a value that does
 * not fit, where {@link NaturalReadOptions#unfit} asks for it; {@link
 * io.arrowparquet.variant.MalformedVariantException} for one that is not a Variant.
 *
 * <p>Ownership: the vectors and the reader of the rows are the reader's and are freed by {@link
 * #close}. Threads: one at a time, in any order; any may call {@link #close}, which waits for the
 * call that is under way. {@link #statistics} has the number of rows whose values did not fit, a
 * row once for each column.
 */
@SuppressWarnings("exports") // what it inherits is public here
public final class NaturalReader extends GuardedReader<Long> {
  private final ArrowReader rows;
  private final Schema schema;
  private final List<Column> columns = new ArrayList<>();
  private final NaturalReadOptions options;
  private long unfit;

  /** Opens the rows. */
  @FunctionalInterface
  public interface Opening {
    /**
     * Opens them at the first.
     *
     * @return the caller's to close
     * @throws IOException if that fails
     */
    ArrowReader open() throws IOException;
  }

  private NaturalReader(
      ArrowReader rows, Schema schema, NaturalReadOptions options, BufferAllocator allocator)
      throws IOException {
    super("the reader of natural types", 0L, allocator);
    this.rows = rows;
    this.schema = schema;
    this.options = options;
    int next = 0;
    int given = schema.getFields().size();
    for (Field field : rows.getVectorSchemaRoot().getSchema().getFields()) {
      boolean isVariant = NaturalSchema.isVariant(field);
      int width = isVariant && options.unfit() != Unfit.ERROR ? 2 : 1;
      if (next + width > given
          || !schema.getFields().get(next).getName().equals(field.getName())
          || (width == 2 && !isRest(schema.getFields().get(next + 1)))) {
        throw wrongSchema(field.getName());
      }
      columns.add(new Column(next, isVariant ? new Decoding(schema.getFields().get(next)) : null));
      next += width;
    }
    if (next != given) {
      throw wrongSchema(schema.getFields().get(next).getName());
    }
  }

  private boolean isRest(Field field) {
    return NaturalSchema.rest(field.getName(), options.unfit()).getType().equals(field.getType());
  }

  private InvalidRequestException wrongSchema(String column) {
    return new InvalidRequestException(
        column, "the schema " + schema, "that of these rows and options");
  }

  /**
   * Finds the schema of the rows in a first pass over them, or over the sample that the options ask
   * for, and reads them in a second one.
   *
   * @param opening called twice, for the same rows
   * @param allocator for vectors; stays the caller's
   * @return the caller's to close
   * @throws IOException if the rows cannot be opened, or read for their schema
   */
  public static NaturalReader open(
      Opening opening, NaturalReadOptions options, BufferAllocator allocator) throws IOException {
    Schema schema;
    try (ArrowReader pass = opening.open()) {
      schema = schema(pass, options, allocator);
    }
    ArrowReader rows = opening.open();
    try {
      return open(rows, schema, options, allocator);
    } catch (Throwable e) {
      try (rows) {
        throw e;
      }
    }
  }

  /**
   * Reads rows into a schema that was found before, of these rows or of others.
   *
   * @param rows the reader's from now on, unless this throws
   * @param schema of {@link #schema}, with the same options
   * @param options {@code sample} does not matter
   * @param allocator for vectors; stays the caller's
   * @return the caller's to close
   * @throws InvalidRequestException if the schema is not one of these columns
   * @throws IOException if the rows' own schema cannot be read
   */
  public static NaturalReader open(
      ArrowReader rows, Schema schema, NaturalReadOptions options, BufferAllocator allocator)
      throws IOException {
    return new NaturalReader(rows, schema, options, allocator);
  }

  /**
   * The schema that rows have, or a sample of them: their own but for the Variant columns, each of
   * which has its type and, where the options ask for it, a column for what does not fit.
   *
   * @param rows read as far as needed; stays the caller's
   * @param allocator whose memory is used meanwhile
   * @throws IOException if reading the rows fails
   */
  public static Schema schema(
      ArrowReader rows, NaturalReadOptions options, BufferAllocator allocator) throws IOException {
    return NaturalSchema.find(rows, options, allocator);
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  @Override
  protected boolean load(VectorSchemaRoot root) throws IOException {
    if (!rows.loadNextBatch()) {
      return false;
    }
    VectorSchemaRoot own = rows.getVectorSchemaRoot();
    int count = own.getRowCount();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      FieldVector target = root.getVector(column.to());
      if (column.decoding() == null) {
        FieldAdapters.transfer(own.getVector(i), target, count);
      } else {
        FieldVector rest = options.unfit() == Unfit.ERROR ? null : root.getVector(column.to() + 1);
        column.decoding().decode((ParquetVariantVector) own.getVector(i), count, target, rest);
      }
    }
    root.setRowCount(count);
    return true;
  }

  @Override
  protected Long count() {
    return unfit;
  }

  @Override
  public long bytesRead() {
    return rows.bytesRead();
  }

  @Override
  protected void end() {}

  @Override
  protected void release() throws IOException {
    rows.close();
  }

  /** Where a column goes to; {@code decoding} is null where it stays as it is. */
  private record Column(int to, Decoding decoding) {}

  private final class Decoding {
    private final Field type;
    private final VariantDecode decode;

    /** From what is decoded to the type. */
    private final FieldAdapter adapter;

    Decoding(Field type) {
      this.type = type;
      Field decoded = NaturalSchema.decoded(type);
      this.decode = new VariantDecode(decoded, ConversionMode.STRICT, options.types().limits());
      this.adapter = new FieldAdapters(allocator, Map.of()).adapter(decoded, type);
    }

    /** {@code rest} is null where there is none. */
    void decode(ParquetVariantVector column, int count, FieldVector target, FieldVector rest) {
      try (FieldVector decoded = decodeFitting(column)) {
        if (decoded != null) {
          adapter.adapt(decoded, target, count);
          if (rest != null) {
            FieldAdapters.fillNull(rest, count);
          }
          return;
        }
      }
      BitSet fitting = new BitSet(count);
      markFitting(column, 0, count, fitting);
      if (rest == null) {
        throw failure(column, fitting.nextClearBit(0));
      }
      unfit += count - fitting.cardinality();
      try (ParquetVariantVector some = only(column, fitting);
          FieldVector decoded = decode.decode(some, allocator)) {
        adapter.adapt(decoded, target, count);
      }
      fitting.flip(0, count);
      try (ParquetVariantVector others = only(column, fitting)) {
        if (options.unfit() == Unfit.VARIANT) {
          FieldAdapters.transfer(others, rest, count);
        } else {
          try (FieldVector text =
              VariantToJson.write(others, allocator, options.types().limits())) {
            FieldAdapters.transfer(text, rest, count);
          }
        }
      }
    }

    /** The rows, if the values of all fit, which the caller closes; else null. */
    private FieldVector decodeFitting(ParquetVariantVector column) {
      try {
        return NaturalSchema.fits(type, NaturalType.type(column, allocator, options.types()))
            ? decode.decode(column, allocator)
            : null;
      } catch (ConversionException e) {
        return null;
      }
    }

    private DiagnosedException failure(ParquetVariantVector column, int row) {
      try (ParquetVariantVector one = slice(column, row, 1)) {
        Field found = NaturalType.type(one, allocator, options.types());
        String path = "$";
        String value = ArrowTypeText.of(found);
        String expected = "a value of type " + ArrowTypeText.of(type);
        if (NaturalSchema.fits(type, found)) {
          try (FieldVector decoded = decode.decode(one, allocator)) {
            throw new IllegalStateException("a row that fits: " + decoded);
          } catch (ConversionException e) {
            path = e.path();
            value = e.found();
            expected = e.expected();
          }
        }
        return new ConversionException(path, value, expected)
            .atRow(row)
            .in("column " + type.getName());
      }
    }

    private void markFitting(ParquetVariantVector column, int first, int count, BitSet fitting) {
      try (ParquetVariantVector part = slice(column, first, count);
          FieldVector decoded = decodeFitting(part)) {
        if (decoded != null) {
          fitting.set(first, first + count);
          return;
        }
      }
      if (count > 1) {
        markFitting(column, first, count / 2, fitting);
        markFitting(column, first + count / 2, count - count / 2, fitting);
      }
    }

    private ParquetVariantVector slice(ParquetVariantVector column, int start, int count) {
      TransferPair pair = column.getTransferPair(allocator);
      pair.splitAndTransfer(start, count);
      return (ParquetVariantVector) pair.getTo();
    }

    /** The column with all other rows null; the caller's to close. */
    private ParquetVariantVector only(ParquetVariantVector column, BitSet kept) {
      int count = column.getValueCount();
      int bytes = BitVectorHelper.getValidityBufferSize(count);
      try (ParquetVariantVector whole =
              VariantUnshred.unshred(column, allocator, options.types().limits());
          ArrowBuf validity = allocator.buffer(bytes)) {
        validity.setZero(0, bytes);
        validity.writerIndex(bytes);
        int nulls = count;
        for (int row = kept.nextSetBit(0); row >= 0; row = kept.nextSetBit(row + 1)) {
          if (!whole.isNull(row)) {
            BitVectorHelper.setBit(validity, row);
            nulls--;
          }
        }
        ArrowFieldNode node = new ArrowFieldNode(count, nulls);
        return VectorMemory.filled(
            (ParquetVariantVector) whole.getField().createVector(allocator),
            made -> {
              made.loadFieldBuffers(node, List.of(validity));
              for (int i = 0; i < made.getChildrenFromFields().size(); i++) {
                FieldVector child = whole.getChildrenFromFields().get(i);
                FieldAdapters.transfer(child, made.getChildrenFromFields().get(i), count);
              }
            });
      }
    }
  }
}
