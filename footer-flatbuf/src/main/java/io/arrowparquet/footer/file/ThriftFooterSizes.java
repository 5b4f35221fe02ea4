// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

final class ThriftFooterSizes {
  private final CompactReader in;
  private final List<Integer> columnOfElement = new ArrayList<>();
  private final int columns;
  private final FooterSizes sizes;

  private ThriftFooterSizes(byte[] struct) {
    columns = readSchema(new CompactReader(struct));
    in = new CompactReader(struct);
    sizes = new FooterSizes(columns);
  }

  static FooterSizes measure(byte[] struct) {
    ThriftFooterSizes measured = new ThriftFooterSizes(struct);
    measured.struct(FooterSizes.SHARED, measured::fileField);
    CompactReader in = measured.in;
    measured.sizes.add(FooterSizes.SHARED, Part.OTHER, in.end() - in.position());
    return measured.sizes;
  }

  private int readSchema(CompactReader reader) {
    int leaves = 0;
    reader.enterStruct();
    while (reader.nextField()) {
      if (listField(reader, FileMetaDataCodec.SHAPE) != FileMetaDataCodec.SCHEMA) {
        reader.skip();
        continue;
      }
      int count = reader.listBegin();
      for (int i = 0; i < count; i++) {
        SchemaElement element = SchemaElementCodec.read(reader);
        boolean group = element.numChildren() != null && element.numChildren() != 0;
        boolean leaf = i > 0 && !group && element.typeNumber() != null;
        columnOfElement.add(leaf ? leaves++ : FooterSizes.SHARED);
      }
    }
    reader.leaveStruct();
    return leaves;
  }

  /** Hands in where each field begins; the end of the struct counts for the column. */
  private void struct(int column, IntConsumer field) {
    in.enterStruct();
    int start = in.position();
    while (in.nextField()) {
      field.accept(start);
      start = in.position();
    }
    in.leaveStruct();
    sizes.add(column, Part.STRUCTURE, in.position() - start);
  }

  private void fileField(int start) {
    switch (listField(in, FileMetaDataCodec.SHAPE)) {
      case FileMetaDataCodec.SCHEMA -> list(start, Part.SCHEMA, this::elementColumn, this::schema);
      case FileMetaDataCodec.COLUMN_ORDERS ->
          list(start, Part.SCHEMA, this::chunkColumn, this::schema);
      case FileMetaDataCodec.ROW_GROUPS ->
          list(start, Part.CHUNKS, i -> FooterSizes.SHARED, i -> struct(i, this::rowGroupField));
      default ->
          skip(start, FooterSizes.SHARED, part(FileMetaDataCodec.SHAPE, in.fieldId(), Part.OTHER));
    }
  }

  /** Id of the current field if it is a list that codecs read, else one that no field has. */
  private static int listField(CompactReader reader, StructShape shape) {
    boolean isList =
        reader.fieldType() == CompactType.LIST || reader.fieldType() == CompactType.SET;
    int position = reader.position();
    byte header = position < reader.end() ? reader.array()[position] : 0;
    return isList && shape.accepts(reader.fieldId(), reader.fieldType(), header)
        ? reader.fieldId()
        : 0;
  }

  private void schema(int column) {
    int start = in.position();
    in.skipStruct();
    sizes.add(column, Part.SCHEMA, in.position() - start);
  }

  private void rowGroupField(int start) {
    if (listField(in, RowGroupCodec.SHAPE) == RowGroupCodec.COLUMNS) {
      list(
          start,
          Part.CHUNKS,
          this::chunkColumn,
          column -> struct(column, at -> chunkField(at, column)));
    } else {
      skip(start, FooterSizes.SHARED, Part.CHUNKS);
    }
  }

  private void chunkField(int start, int column) {
    if (in.fieldId() == ColumnChunkCodec.META_DATA && in.fieldType() == CompactType.STRUCT) {
      sizes.add(column, Part.STRUCTURE, in.position() - start);
      struct(
          column,
          at -> skip(at, column, part(ColumnMetaDataCodec.SHAPE, in.fieldId(), Part.CHUNKS)));
    } else {
      skip(start, column, part(ColumnChunkCodec.SHAPE, in.fieldId(), Part.CHUNKS));
    }
  }

  static Part part(StructShape shape, int id, Part inherited) {
    String name = shape.fieldName(id);
    return name == null ? Part.OTHER : FooterSizes.part(name, inherited);
  }

  private void list(int start, Part part, IntUnaryOperator columnOf, IntConsumer element) {
    int count = in.listBegin();
    sizes.add(FooterSizes.SHARED, part, in.position() - start);
    for (int i = 0; i < count; i++) {
      element.accept(columnOf.applyAsInt(i));
    }
  }

  private void skip(int start, int column, Part part) {
    in.skip();
    sizes.add(column, part, in.position() - start);
  }

  private int elementColumn(int element) {
    return element < columnOfElement.size() ? columnOfElement.get(element) : FooterSizes.SHARED;
  }

  private int chunkColumn(int place) {
    return place < columns ? place : FooterSizes.SHARED;
  }
}
