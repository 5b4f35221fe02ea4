// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.internal.filter.VectorComparison;
import io.arrowparquet.parquet.internal.filter.VectorComparison.Order;
import io.arrowparquet.parquet.options.SortColumn;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Refuses rows that are not in the order that the file says. NaN is greater than all numbers, and
 * zeros are equal. Keeps a copy of the last row's values, for those of the next batch.
 */
public final class OrderCheck implements AutoCloseable {
  private final List<SortColumn> columns;
  private final BufferAllocator allocator;

  /** One row each, once there was one. */
  private final List<FieldVector> last = new ArrayList<>();

  public OrderCheck(List<SortColumn> columns, BufferAllocator allocator) {
    this.columns = columns;
    this.allocator = allocator;
  }

  /**
   * Checks all rows of a batch.
   *
   * @throws InvalidRequestException if one is not in order, or there is no such column outside of
   *     lists
   * @throws UnsupportedColumnException if a column's values have no order
   */
  public void check(VectorSchemaRoot batch) {
    int rows = batch.getRowCount();
    if (rows == 0 || columns.isEmpty()) {
      return;
    }
    List<Place> places =
        columns.stream()
            .map(column -> Place.of(batch.getFieldVectors(), column.path(), List.of()))
            .toList();
    if (!last.isEmpty()) {
      List<Place> before = last.stream().map(vector -> new Place(List.of(vector))).toList();
      requireOrder(before, 0, places, 0, 1);
    }
    requireOrder(places, 0, places, 1, rows);
    keep(places, rows - 1);
  }

  /** Each row from {@code next} on beside the one before it, the first of which is {@code row}. */
  private void requireOrder(List<Place> before, int row, List<Place> after, int next, int end) {
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      orders.add(VectorComparison.totalOrder(before.get(i).values(), after.get(i).values()));
    }
    for (int right = next; right < end; right++) {
      int left = row + right - next;
      int order = 0;
      for (int i = 0; order == 0 && i < orders.size(); i++) {
        order = compare(columns.get(i), before.get(i), left, after.get(i), right, orders.get(i));
        if (order > 0) {
          throw new InvalidRequestException(
                  columns.get(i).path(), "a value out of order", "rows sorted by " + text())
              .atRow(right);
        }
      }
    }
  }

  private String text() {
    return columns.stream().map(SortColumn::toString).collect(Collectors.joining(", then "));
  }

  private static int compare(
      SortColumn column, Place before, int left, Place after, int right, Order values) {
    boolean isLeftNull = before.isNull(left);
    boolean isRightNull = after.isNull(right);
    if (isLeftNull || isRightNull) {
      int nulls = Boolean.compare(isLeftNull, isRightNull);
      return column.nullsFirst() ? -nulls : nulls;
    }
    int order = values.compare(left, right);
    return column.descending() ? -order : order;
  }

  private void keep(List<Place> places, int row) {
    close();
    for (Place place : places) {
      FieldVector values = place.values();
      FieldVector copy = values.getField().createVector(allocator);
      last.add(copy);
      copy.allocateNew();
      if (!place.isNull(row)) {
        copy.copyFromSafe(row, 0, values);
      }
      copy.setValueCount(1);
    }
  }

  @Override
  public void close() {
    last.forEach(FieldVector::close);
    last.clear();
  }

  /** The values of one column, below the structs that they are in. */
  private record Place(List<FieldVector> vectors) {
    static Place of(List<FieldVector> fields, String path, List<FieldVector> above) {
      for (FieldVector field : fields) {
        String name = field.getName();
        List<FieldVector> way = new ArrayList<>(above);
        way.add(field);
        if (path.equals(name)) {
          way.set(way.size() - 1, values(path, field));
          return new Place(way);
        }
        if (field instanceof StructVector struct && path.startsWith(name + ".")) {
          return of(struct.getChildrenFromFields(), path.substring(name.length() + 1), way);
        }
      }
      throw new InvalidRequestException(path, "no such column", "one to sort by, outside of lists");
    }

    private static FieldVector values(String path, FieldVector field) {
      FieldVector values = VariantPrimitive.storage(field);
      if (values.getField().getDictionary() != null
          || !Comparisons.isComparable(values.getField().getType())) {
        throw new UnsupportedColumnException(
            path, "type " + ArrowTypeText.of(field.getField()), "one whose values have an order");
      }
      return values;
    }

    FieldVector values() {
      return vectors.get(vectors.size() - 1);
    }

    boolean isNull(int row) {
      for (FieldVector vector : vectors) {
        if (vector.isNull(row)) {
          return true;
        }
      }
      return false;
    }
  }
}
