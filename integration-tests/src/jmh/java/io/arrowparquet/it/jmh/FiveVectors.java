// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;

/**
 * Five typed columns taken out of {@link EventRows}: {@code id}, {@code type}, {@code amount},
 * {@code user.name}, {@code ok}. A row whose value does not fit is null; integers fit into {@code
 * amount}. One row after another is set, and finally {@link #finish}.
 */
final class FiveVectors implements AutoCloseable {
  private final BigIntVector id;
  private final VarCharVector type;
  private final Float8Vector amount;
  private final VarCharVector userName;
  private final BitVector ok;

  FiveVectors(BufferAllocator allocator, int rows) {
    id = new BigIntVector("id", allocator);
    type = new VarCharVector("type", allocator);
    amount = new Float8Vector("amount", allocator);
    userName = new VarCharVector("name", allocator);
    ok = new BitVector("ok", allocator);
    id.allocateNew(rows);
    type.allocateNew(16L * rows, rows);
    amount.allocateNew(rows);
    userName.allocateNew(16L * rows, rows);
    ok.allocateNew(rows);
  }

  void id(int row, long value) {
    id.set(row, value);
  }

  void type(int row, String value) {
    type.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
  }

  void amount(int row, double value) {
    amount.set(row, value);
  }

  void userName(int row, String value) {
    userName.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
  }

  void ok(int row, boolean value) {
    ok.set(row, value ? 1 : 0);
  }

  FiveVectors finish(int rows) {
    vectors().forEach(vector -> vector.setValueCount(rows));
    return this;
  }

  List<FieldVector> vectors() {
    return List.of(id, type, amount, userName, ok);
  }

  /** Fills from the rows' Java objects: what filling costs when reading costs nothing. */
  FiveVectors fill(List<Map<String, Object>> rows) {
    for (int row = 0; row < rows.size(); row++) {
      Map<String, Object> event = rows.get(row);
      if (event.get("id") instanceof Number number && !(number instanceof Double)) {
        id(row, number.longValue());
      }
      if (event.get("type") instanceof String text) {
        type(row, text);
      }
      if (event.get("amount") instanceof Number number) {
        amount(row, number.doubleValue());
      }
      if (event.get("user") instanceof Map<?, ?> user && user.get("name") instanceof String text) {
        userName(row, text);
      }
      if (event.get("ok") instanceof Boolean flag) {
        ok(row, flag);
      }
    }
    return finish(rows.size());
  }

  @Override
  public void close() {
    vectors().forEach(FieldVector::close);
  }
}
