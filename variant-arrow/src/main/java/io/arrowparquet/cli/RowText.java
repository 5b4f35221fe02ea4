// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.PlainText;
import java.io.PrintWriter;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Arrow types and rows as text for people; members of unions show which type they are of. */
final class RowText {
  private RowText() {}

  /** The type as an indented tree, one field a line. */
  public static void printType(PrintWriter out, Field field, String indent) {
    out.println(PlainText.line(indent + field.getName() + ": " + field.getType()));
    for (Field child : field.getChildren()) {
      printType(out, child, indent + "  ");
    }
  }

  /** One row. */
  public static String row(FieldVector vector, int row) {
    if (vector instanceof DenseUnionVector union) {
      FieldVector member = (FieldVector) union.getVectorByType(union.getTypeId(row));
      String text = row(member, union.getOffset(row));
      return text.equals("null") ? text : member.getName() + " " + text;
    }
    if (vector.isNull(row)) {
      return "null";
    }
    if (vector instanceof StructVector struct) {
      return struct(struct, row);
    }
    if (vector instanceof ListVector list) {
      return list(list, row);
    }
    Object value = vector.getObject(row);
    return vector.getField().getType() instanceof ArrowType.Utf8
        ? '"' + value.toString() + '"'
        : value.toString();
  }

  private static String struct(StructVector struct, int row) {
    StringBuilder text = new StringBuilder("{");
    for (FieldVector child : struct.getChildrenFromFields()) {
      String value = row(child, row);
      if (!value.equals("null")) {
        text.append(text.length() == 1 ? "" : ", ")
            .append(child.getName())
            .append(": ")
            .append(value);
      }
    }
    return text.append('}').toString();
  }

  private static String list(ListVector list, int row) {
    int start = list.getElementStartIndex(row);
    int end = list.getElementEndIndex(row);
    List<FieldVector> children = list.getChildrenFromFields();
    StringBuilder text = new StringBuilder("[");
    for (int i = start; i < end; i++) {
      text.append(i == start ? "" : ", ").append(row(children.get(0), i));
    }
    return text.append(']').toString();
  }
}
