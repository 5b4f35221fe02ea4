// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes {@code path_in_schema} off the column chunks of a {@code FileMetaData}, or puts it there
 * from the schema. All other bytes are copied as they are, fields that are not known too.
 */
public final class SchemaPaths {
  private static final int SCHEMA = 2;
  private static final int ROW_GROUPS = 4;
  private static final int COLUMNS = 1;
  private static final int META_DATA = 3;
  private static final int PATH_IN_SCHEMA = 3;
  private static final int TYPE = 1;
  private static final int NAME = 4;
  private static final int NUM_CHILDREN = 5;

  private final CompactReader in;
  private final CompactWriter out;
  private final boolean isWritten;

  /** Of each leaf, in the order of the schema. */
  private final List<List<BinaryValue>> paths = new ArrayList<>();

  private int column;
  private boolean isMissing;

  private SchemaPaths(byte[] struct, boolean isWritten) {
    this.in = new CompactReader(struct);
    this.out = new CompactWriter(struct.length);
    this.isWritten = isWritten;
  }

  /** The struct without the paths. */
  public static byte[] omit(byte[] struct) {
    return new SchemaPaths(struct, false).footer();
  }

  /**
   * The struct with the paths, those that are there as they are; itself if none is missing.
   *
   * @throws CorruptFooterException if a row group has other chunks than one for each leaf
   */
  public static byte[] restore(byte[] struct) {
    SchemaPaths paths = new SchemaPaths(struct, true);
    byte[] restored = paths.footer();
    return paths.isMissing ? restored : struct;
  }

  /** Whether a chunk does not say its path. */
  public static boolean areOmitted(byte[] struct) {
    SchemaPaths paths = new SchemaPaths(struct, true);
    paths.footer();
    return paths.isMissing;
  }

  private byte[] footer() {
    out.structBegin();
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() == SCHEMA && in.fieldType() == CompactType.LIST) {
        int start = in.position();
        readSchema();
        out.fieldHeader(SCHEMA, CompactType.LIST);
        out.writeRaw(in.array(), start, in.position() - start);
      } else if (in.fieldId() == ROW_GROUPS && in.fieldType() == CompactType.LIST) {
        for (int left = beginList(); left > 0; left--) {
          column = 0;
          struct(COLUMNS, CompactType.LIST, this::chunks);
        }
      } else {
        copyField();
      }
    }
    in.leaveStruct();
    out.structEnd();
    return out.toByteArray();
  }

  private void readSchema() {
    List<BinaryValue> groups = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    for (int elements = in.listBegin(); elements > 0; elements--) {
      BinaryValue name = null;
      int children = 0;
      boolean isLeaf = false;
      in.enterStruct();
      while (in.nextField()) {
        if (in.fieldId() == NAME && in.fieldType() == CompactType.BINARY) {
          name = in.readBinaryValue();
        } else if (in.fieldId() == NUM_CHILDREN && in.fieldType() == CompactType.I32) {
          children = in.readI32();
        } else {
          isLeaf |= in.fieldId() == TYPE;
          in.skip();
        }
      }
      in.leaveStruct();
      if (name == null) {
        throw new CorruptFooterException("name of a schema element", "absent", "present");
      }
      int last = left.size() - 1;
      if (last >= 0) {
        left.set(last, left.get(last) - 1);
      }
      groups.add(name);
      left.add(children);
      SchemaTree.requireDepth(left.size() - 1);
      if (children <= 0 && isLeaf && left.size() > 1) {
        paths.add(List.copyOf(groups.subList(1, groups.size())));
      }
      while (!left.isEmpty() && left.get(left.size() - 1) <= 0) {
        left.remove(left.size() - 1);
        groups.remove(groups.size() - 1);
      }
    }
  }

  /** Copies the struct at the position but for one field, which the caller's code copies. */
  private void struct(int field, int type, Runnable copy) {
    out.structBegin();
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() == field && in.fieldType() == type) {
        copy.run();
      } else {
        copyField();
      }
    }
    in.leaveStruct();
    out.structEnd();
  }

  private void chunks() {
    for (int left = beginList(); left > 0; left--) {
      struct(META_DATA, CompactType.STRUCT, this::metaData);
      column++;
    }
  }

  private void metaData() {
    out.fieldHeader(META_DATA, CompactType.STRUCT);
    out.structBegin();
    in.enterStruct();
    boolean isDone = hasPath();
    while (in.nextField()) {
      if (!isDone && in.fieldId() > PATH_IN_SCHEMA) {
        addPath();
        isDone = true;
      }
      if (isPath() && !isWritten) {
        in.skip();
      } else {
        copyField();
      }
    }
    in.leaveStruct();
    if (!isDone) {
      addPath();
    }
    out.structEnd();
  }

  private boolean isPath() {
    return in.fieldId() == PATH_IN_SCHEMA && in.fieldType() == CompactType.LIST;
  }

  /** Looks ahead, for fields may be in any order. */
  private boolean hasPath() {
    int start = in.position();
    boolean isThere = false;
    while (in.nextField()) {
      isThere |= isPath();
      in.skip();
    }
    in.leaveStruct();
    in.position(start);
    in.enterStruct();
    return isThere;
  }

  private void addPath() {
    isMissing = true;
    if (!isWritten) {
      return;
    }
    if (column >= paths.size()) {
      throw new CorruptFooterException(
          "column chunks of a row group", "more than " + column, column + ", one for each column");
    }
    List<BinaryValue> path = paths.get(column);
    out.listField(PATH_IN_SCHEMA, CompactType.BINARY, path.size());
    path.forEach(out::writeBinaryValue);
  }

  private int beginList() {
    out.fieldHeader(in.fieldId(), CompactType.LIST);
    int count = in.listBegin();
    out.listBegin(in.elementType(), count);
    if (count > 0 && in.elementType() != CompactType.STRUCT) {
      throw new CorruptFooterException(
          "elements of a list of structs", "type " + in.elementType(), "structs");
    }
    return count;
  }

  /** A boolean is in its header; all else is after it. */
  private void copyField() {
    int start = in.position();
    out.fieldHeader(in.fieldId(), in.fieldType());
    in.skip();
    out.writeRaw(in.array(), start, in.position() - start);
  }
}
