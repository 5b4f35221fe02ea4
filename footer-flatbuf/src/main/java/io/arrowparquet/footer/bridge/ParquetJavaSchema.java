// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.LogicalTypeCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.UnionCodec;
import io.arrowparquet.footer.model.LogicalType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * Makes parquet-java's schema: what its own converter makes of the elements. That one knows how
 * annotations old and new go together and which order a column's bounds have.
 */
record ParquetJavaSchema(FlatFooter footer, ParquetMetadataConverter converter) {
  private static final byte VARIANT_VERSION = 1;

  MessageType convert(ChosenElements chosen, int[] columns) {
    List<SchemaElement> elements = new ArrayList<>(chosen.count());
    SchemaElementView view = new SchemaElementView();
    for (int i = 0; i < chosen.count(); i++) {
      footer.schemaElement(chosen.element(i), view);
      elements.add(element(view, chosen.childCount(i)));
    }
    FileMetaData schemaOnly =
        new FileMetaData(footer.version(), elements, footer.numRows(), List.of());
    schemaOnly.setColumn_orders(columnOrders(columns));
    try {
      return converter.fromParquetMetadata(schemaOnly).getFileMetaData().getSchema();
    } catch (IOException e) {
      throw new UncheckedIOException("no bytes are read here", e);
    } catch (RuntimeException e) {
      // The types' builders refuse what does not go together by exceptions of many classes, down to
      // RuntimeException itself.
      throw new CorruptFooterException(
          "schema",
          CorruptFooterException.NO_OFFSET,
          String.valueOf(e.getMessage()),
          "one that parquet-java accepts",
          e);
    }
  }

  private SchemaElement element(SchemaElementView view, int childCount) {
    SchemaElement element = new SchemaElement(view.name());
    if (view.isGroup()) {
      element.setNum_children(childCount);
    } else {
      element.setType(Type.findByValue(view.typeNumber()));
      require(element.isSetType(), view, "physical type " + view.typeNumber());
    }
    if (view.hasTypeLength()) {
      element.setType_length(view.typeLength());
    }
    if (view.element() > 0) {
      element.setRepetition_type(FieldRepetitionType.findByValue(view.repetitionNumber()));
      boolean known = view.hasRepetition() && element.isSetRepetition_type();
      require(known, view, view.hasRepetition() ? "another repetition" : "no repetition");
    }
    if (view.hasFieldId()) {
      element.setField_id(view.fieldId());
    }
    addAnnotations(view, element);
    return element;
  }

  private static void require(boolean sound, SchemaElementView view, String found) {
    if (!sound) {
      throw new CorruptFooterException(
          "schema element " + view.element(),
          found,
          "a physical type and a repetition that parquet-java knows");
    }
  }

  private void addAnnotations(SchemaElementView view, SchemaElement element) {
    LogicalType logicalType = view.logicalType();
    if (logicalType != null) {
      element.setLogicalType(logicalType(withVersion(logicalType)));
    }
    Integer convertedType = view.convertedTypeNumber();
    if (convertedType != null) {
      element.setConverted_type(ConvertedType.findByValue(convertedType));
    }
    Integer scale = view.scale();
    if (scale != null) {
      element.setScale(scale);
    }
    Integer precision = view.precision();
    if (precision != null) {
      element.setPrecision(precision);
    }
  }

  /** One without any member for a type that parquet-java does not know. */
  private static org.apache.parquet.format.LogicalType logicalType(LogicalType type) {
    var read = new org.apache.parquet.format.LogicalType();
    return type.kind() == LogicalType.Kind.UNKNOWN_MEMBER
        ? read
        : read(LogicalTypeCodec.UNION, type, read);
  }

  /** Arrow C++ leaves the version of VARIANT out of its footer; there is one version only. */
  private LogicalType withVersion(LogicalType type) {
    return !footer.isComplete()
            && type instanceof LogicalType.VariantType variant
            && variant.specificationVersion() == null
        ? new LogicalType.VariantType(VARIANT_VERSION)
        : type;
  }

  /** Orders of these columns, null if the footer has none. */
  private List<ColumnOrder> columnOrders(int[] columns) {
    List<ColumnOrder> orders = new ArrayList<>(columns.length);
    for (int column : columns) {
      io.arrowparquet.footer.model.ColumnOrder order = footer.columnOrder(column);
      if (order == null) {
        return null;
      }
      // One that parquet-java does not know becomes no order: its bounds mean nothing.
      orders.add(read(ParquetStructs.COLUMN_ORDER, order, new ColumnOrder()));
    }
    return orders;
  }

  /** Reads a union by its bytes; it stays without member if parquet-java does not know the one. */
  private static <T, U extends TBase<?, ?>> U read(UnionCodec<T> codec, T value, U union) {
    CompactWriter out = new CompactWriter(32);
    codec.write(out, value);
    try {
      union.read(
          new TCompactProtocol(
              new TIOStreamTransport(new ByteArrayInputStream(out.toByteArray()))));
    } catch (TException e) {
      throw new IllegalStateException("parquet-java refuses " + value, e);
    }
    return union;
  }

  /**
   * The part of a schema that a choice of columns needs: the columns and the groups above them,
   * depth first, the root first.
   */
  static final class ChosenElements {
    private final int[] elements;
    private final int[] childCounts;

    private ChosenElements(int[] elements, int[] childCounts) {
      this.elements = elements;
      this.childCounts = childCounts;
    }

    static ChosenElements all(FlatFooter footer) {
      int[] elements = new int[footer.elementCount()];
      int[] childCounts = new int[elements.length];
      int[] depths = new int[elements.length];
      SchemaElementView view = new SchemaElementView();
      for (int element = 0; element < elements.length; element++) {
        elements[element] = element;
        childCounts[element] = footer.schemaElement(element, view).childCount();
        if (element > 0) {
          depths[element] = depths[footer.parentElement(element)] + 1;
          SchemaTree.requireDepth(depths[element]);
        }
      }
      return new ChosenElements(elements, childCounts);
    }

    /** These columns, which are in order and differ, and what is above them. */
    static ChosenElements above(FlatFooter footer, int[] columns) {
      NavigableMap<Integer, Integer> childCounts = new TreeMap<>();
      childCounts.put(0, 0);
      for (int column : columns) {
        int element = footer.columnElement(column);
        childCounts.put(element, 0);
        boolean counted = false;
        for (int depth = 1; element > 0; depth++) {
          SchemaTree.requireDepth(depth);
          element = footer.parentElement(element);
          if (!counted) {
            // What was there before is counted by its own parent already.
            counted = childCounts.merge(element, 1, Integer::sum) > 1 || element == 0;
          }
        }
      }
      return new ChosenElements(toArray(childCounts.keySet()), toArray(childCounts.values()));
    }

    private static int[] toArray(Collection<Integer> numbers) {
      return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    int count() {
      return elements.length;
    }

    int element(int index) {
      return elements[index];
    }

    int childCount(int index) {
      return childCounts[index];
    }
  }
}
