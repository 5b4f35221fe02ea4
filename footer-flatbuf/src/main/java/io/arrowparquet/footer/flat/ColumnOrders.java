// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.internal.thrift.UnionCodec;
import io.arrowparquet.footer.model.ColumnOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * How the bounds of columns are ordered: each schema element says it, or, where a writer got that
 * wrong or uses an order newer than this library, the Thrift list.
 */
final class ColumnOrders {
  private final FlatFooter footer;
  private final int list;

  ColumnOrders(FlatFooter footer, TableView root) {
    this.footer = footer;
    this.list = root.child(FileMetaData.COLUMN_ORDERS);
  }

  List<ColumnOrder> all() {
    if (list != 0) {
      return StructReader.thrift(
          footer.bytes, list, ThriftType.list(ParquetStructs.COLUMN_ORDER)::read);
    }
    List<ColumnOrder> orders = new ArrayList<>(footer.columnCount());
    SchemaElementView element = new SchemaElementView();
    for (int column = 0; column < footer.columnCount(); column++) {
      ColumnOrder order = ofElement(column, element);
      if (order == null) {
        return null;
      }
      orders.add(order);
    }
    return orders.isEmpty() ? null : orders;
  }

  ColumnOrder of(int column) {
    if (list == 0) {
      return ofElement(column, new SchemaElementView());
    }
    List<ColumnOrder> orders = footer.listedOrders;
    if (orders == null) {
      // Read once: who asks for one order asks for those of other columns too.
      orders = all();
      footer.listedOrders = orders;
    }
    return column < orders.size() ? orders.get(column) : null;
  }

  private ColumnOrder ofElement(int column, SchemaElementView element) {
    int id = footer.schemaElement(footer.columnElement(column), element).columnOrderId();
    ColumnOrder known = ColumnOrder.Known.forNumber(id);
    return id == 0 || known != null ? known : new ColumnOrder.Unknown(UnionCodec.emptyStruct(id));
  }
}
