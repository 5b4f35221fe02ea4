// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.RecordWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Vectors, row by row, through parquet-java's writer: values straight to its record consumer. */
final class VectorRecords {
  private final List<Cell> cells = new ArrayList<>();

  private VectorRecords(VectorSchemaRoot batch) {
    batch.getFieldVectors().forEach(vector -> cells.add(cell(vector)));
  }

  private interface Cell {
    void write(RecordConsumer out, int row);
  }

  /** Writes a file. */
  static void write(
      Path file, MessageType schema, TableBatches table, CompressionCodecName codec, long groupRows)
      throws IOException {
    VectorRecords[] batch = new VectorRecords[1];
    try (ParquetWriter<Integer> writer =
        new RecordWriter<Integer>(file, schema, (out, row) -> batch[0].write(out, row))
            .withCompressionCodec(codec)
            .withRowGroupRowCountLimit((int) groupRows)
            .build()) {
      for (VectorSchemaRoot root : table.batches()) {
        batch[0] = new VectorRecords(root);
        for (int row = 0; row < root.getRowCount(); row++) {
          writer.write(row);
        }
      }
    }
  }

  private void write(RecordConsumer out, int row) {
    for (int i = 0; i < cells.size(); i++) {
      cells.get(i).write(out, row);
    }
  }

  private int number;

  private Cell cell(FieldVector vector) {
    int index = number++;
    String name = vector.getName();
    Cell value = value(vector);
    return (out, row) -> {
      if (!vector.isNull(row)) {
        out.startField(name, index);
        value.write(out, row);
        out.endField(name, index);
      }
    };
  }

  private Cell value(FieldVector vector) {
    if (vector instanceof BigIntVector numbers) {
      return (out, row) -> out.addLong(numbers.get(row));
    }
    if (vector instanceof IntVector numbers) {
      return (out, row) -> out.addInteger(numbers.get(row));
    }
    if (vector instanceof DateDayVector days) {
      return (out, row) -> out.addInteger(days.get(row));
    }
    if (vector instanceof Float8Vector numbers) {
      return (out, row) -> out.addDouble(numbers.get(row));
    }
    if (vector instanceof DecimalVector decimals) {
      return (out, row) ->
          out.addLong(decimals.getDataBuffer().getLong((long) row * DecimalVector.TYPE_WIDTH));
    }
    if (vector instanceof VarCharVector texts) {
      return (out, row) -> out.addBinary(Binary.fromConstantByteArray(texts.get(row)));
    }
    if (vector instanceof StructVector struct) {
      return group(struct.getChildrenFromFields());
    }
    return list((ListVector) vector);
  }

  private Cell group(List<FieldVector> vectors) {
    int outer = number;
    number = 0;
    List<Cell> children = new ArrayList<>();
    vectors.forEach(vector -> children.add(cell(vector)));
    number = outer;
    return (out, row) -> {
      out.startGroup();
      for (int i = 0; i < children.size(); i++) {
        children.get(i).write(out, row);
      }
      out.endGroup();
    };
  }

  /** Lists are groups of a repeated {@code list}, maps of a repeated {@code key_value}. */
  private Cell list(ListVector list) {
    boolean map = list.getField().getType() instanceof ArrowType.Map;
    String name = map ? "key_value" : "list";
    FieldVector data = list.getDataVector();
    Cell entry = group(map ? ((StructVector) data).getChildrenFromFields() : List.of(data));
    return (out, row) -> {
      out.startGroup();
      int start = list.getElementStartIndex(row);
      int end = list.getElementEndIndex(row);
      if (start < end) {
        out.startField(name, 0);
        for (int i = start; i < end; i++) {
          entry.write(out, i);
        }
        out.endField(name, 0);
      }
      out.endGroup();
    };
  }
}
