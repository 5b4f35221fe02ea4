// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.thrift.CompactType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Every size, count, name, type, number and reference that stands in some bytes, found by a walk
 * over their structures, with the extremes that each can be set to.
 */
final class StructureSites {
  /** Of vectors and lists, which are alike all along. */
  private static final int FIRST = 3;

  /** Scalars in vectors of which each is a site: directories, locations, small tables. */
  private static final int SMALL_VECTOR = 96;

  /**
   * Bytes to be replaced.
   *
   * @param values what by
   */
  record Site(String what, int at, int length, List<byte[]> values) {
    byte[] set(byte[] bytes, byte[] value) {
      byte[] changed = new byte[bytes.length - length + value.length];
      System.arraycopy(bytes, 0, changed, 0, at);
      System.arraycopy(value, 0, changed, at, value.length);
      int rest = at + length;
      System.arraycopy(bytes, rest, changed, at + value.length, bytes.length - rest);
      return changed;
    }
  }

  private final ByteBuffer bytes;
  private final List<Site> sites = new ArrayList<>();
  private final Set<Integer> walked = new HashSet<>();

  /** Where other references lead: to the root, and to what was met first. */
  private final List<Integer> targets = new ArrayList<>();

  private StructureSites(byte[] bytes, int start) {
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(start);
  }

  /** Those of a FlatBuffer. */
  static List<Site> flatBuffer(byte[] bytes, TableShape root) {
    StructureSites walk = new StructureSites(bytes, 0);
    walk.targets.add(walk.bytes.getInt(0));
    walk.reference("root", 0);
    walk.table(walk.bytes.getInt(0), root);
    return walk.sites;
  }

  /** Those of a number of bytes that are integers of four. */
  static List<Site> integers(String what, byte[] bytes, int from, int to) {
    StructureSites walk = new StructureSites(bytes, from);
    for (int at = from; at + Integer.BYTES <= to; at++) {
      walk.number(what + " +" + (at - from), at, Integer.BYTES);
    }
    return walk.sites;
  }

  private void add(String what, int at, int length, List<byte[]> values) {
    sites.add(new Site(what + " at " + at, at, length, values));
  }

  private void number(String what, int at, int width) {
    long value = 0;
    for (int i = width - 1; i >= 0; i--) {
      value = value << Byte.SIZE | (bytes.get(at + i) & 0xFF);
    }
    long min = -1L << (width * Byte.SIZE - 1);
    List<byte[]> values = new ArrayList<>();
    for (long set : new long[] {0, 1, -1, min, ~min, value + 1, value - 1}) {
      values.add(little(set, width));
    }
    add(what, at, width, values);
  }

  private static byte[] little(long value, int width) {
    byte[] little = new byte[width];
    for (int i = 0; i < width; i++) {
      little[i] = (byte) (value >>> (i * Byte.SIZE));
    }
    return little;
  }

  private int reference(String what, int at) {
    int target = at + bytes.getInt(at);
    number(what + " reference", at, Integer.BYTES);
    List<byte[]> values = new ArrayList<>();
    for (int other : targets) {
      values.add(little(other - at, Integer.BYTES));
    }
    values.add(little(target - at + Integer.BYTES, Integer.BYTES));
    values.add(little(target - at - Integer.BYTES, Integer.BYTES));
    add(what + " led elsewhere", at, Integer.BYTES, values);
    if (targets.size() < 2 * FIRST) {
      targets.add(target);
    }
    return target;
  }

  private void table(int table, TableShape shape) {
    if (!walked.add(table)) {
      return;
    }
    number(shape.name() + " vtable reference", table, Integer.BYTES);
    int vtable = table - bytes.getInt(table);
    int size = bytes.getShort(vtable) & 0xFFFF;
    if (walked.add(-vtable)) {
      for (int at = vtable; at < vtable + size; at += Short.BYTES) {
        number(shape.name() + " vtable", at, Short.BYTES);
      }
    }
    int tag = 0;
    for (int slot = 0; slot < shape.fields().size(); slot++) {
      int entry = vtable + 2 * Short.BYTES + slot * Short.BYTES;
      int offset = entry < vtable + size ? bytes.getShort(entry) & 0xFFFF : 0;
      if (offset != 0) {
        TableShape.Field field = shape.fields().get(slot);
        field(shape.name() + "." + field.name(), table + offset, field, tag);
        tag = field.kind() == TableShape.Kind.UNION_TAG ? bytes.get(table + offset) : 0;
      }
    }
  }

  private void field(String what, int at, TableShape.Field field, int tag) {
    switch (field.kind()) {
      case SCALAR, UNION_TAG -> number(what, at, field.width());
      case STRING -> string(what, reference(what, at));
      case VECTOR -> vector(what, reference(what, at), field.width());
      case TABLE -> table(reference(what, at), field.tables().get(0));
      case UNION_MEMBER -> {
        int member = reference(what, at);
        if (tag > 0 && tag <= field.tables().size()) {
          table(member, field.tables().get(tag - 1));
        }
      }
      case TABLES, STRINGS -> {
        int vector = reference(what, at);
        int count = count(what, vector);
        for (int i = 0; i < Math.min(count, FIRST); i++) {
          int element = reference(what, vector + Integer.BYTES * (i + 1));
          if (field.kind() == TableShape.Kind.STRINGS) {
            string(what, element);
          } else {
            table(element, field.tables().get(0));
          }
        }
      }
    }
  }

  private int count(String what, int vector) {
    if (walked.add(vector)) {
      number(what + " count", vector, Integer.BYTES);
    }
    return bytes.getInt(vector);
  }

  private void string(String what, int string) {
    int end = string + Integer.BYTES + count(what, string);
    number(what + " end", end, 1);
  }

  private void vector(String what, int vector, int width) {
    int start = vector + Integer.BYTES;
    int length = count(what, vector) * width;
    int step = width > Long.BYTES || width == 1 ? Integer.BYTES : width;
    int most = length <= SMALL_VECTOR ? length : FIRST * step;
    for (int at = 0; at + step <= most; at += step) {
      number(what + " element", start + at, step);
    }
    if (length > most) {
      number(what + " last element", start + length - step, step);
    }
  }

  /** Those of the Thrift struct that begins at a place. */
  static List<Site> thrift(String what, byte[] bytes, int start) {
    StructureSites walk = new StructureSites(bytes, start);
    walk.struct(what);
    return walk.sites;
  }

  private void struct(String what) {
    int id = 0;
    while (true) {
      int at = bytes.position();
      int header = bytes.get();
      if (header == CompactType.STOP) {
        add(what + " stop", at, 1, List.of(new byte[] {0x15}, new byte[0], new byte[] {0x1c}));
        return;
      }
      id = header >>> 4 == 0 ? (int) unzigzag(varint()) : id + (header >>> 4 & 0xF);
      int type = header & 0xF;
      List<byte[]> values = new ArrayList<>();
      for (int other : new int[] {0, 1, 2, 5, 6, 7, 8, 9, 11, 12, 15}) {
        if (other != type) {
          values.add(new byte[] {(byte) ((header & 0xF0) | other)});
        }
      }
      for (int otherId : new int[] {0, 1, -1, id + 1, Short.MIN_VALUE, Short.MAX_VALUE}) {
        values.add(withHeader((byte) type, zigzag(otherId)));
      }
      String field = what + "." + id;
      add(field + " header", at, bytes.position() - at, values);
      value(field, type);
    }
  }

  private void value(String what, int type) {
    int at = bytes.position();
    switch (type) {
      case CompactType.BOOLEAN_TRUE, CompactType.BOOLEAN_FALSE -> {}
      case CompactType.I8 -> number(what, at, 1);
      case CompactType.I16, CompactType.I32, CompactType.I64 -> {
        long value = unzigzag(varint());
        List<byte[]> values = new ArrayList<>();
        for (long set :
            new long[] {
              0,
              1,
              -1,
              value + 1,
              value - 1,
              Integer.MIN_VALUE,
              Integer.MAX_VALUE,
              Long.MIN_VALUE,
              Long.MAX_VALUE
            }) {
          values.add(uleb(zigzag(set)));
        }
        add(what, at, bytes.position() - at, values);
      }
      case CompactType.DOUBLE -> number(what, at, Double.BYTES);
      case CompactType.BINARY -> {
        long length = varint();
        List<byte[]> values = new ArrayList<>();
        for (long set :
            new long[] {0, 1, length + 1, length - 1, Integer.MAX_VALUE, 1L << 31, -1}) {
          values.add(uleb(set));
        }
        add(what + " length", at, bytes.position() - at, values);
        bytes.position(bytes.position() + (int) length);
      }
      case CompactType.LIST, CompactType.SET -> list(what, at);
      case CompactType.STRUCT -> struct(what);
      default -> throw new IllegalStateException(what + " is of type " + type);
    }
    if (type == CompactType.I8 || type == CompactType.DOUBLE) {
      bytes.position(at + (type == CompactType.I8 ? 1 : Double.BYTES));
    }
  }

  private void list(String what, int at) {
    int header = bytes.get();
    int element = header & 0xF;
    int shortSize = (header >>> 4) & 0xF;
    long size = shortSize == 15 ? varint() : shortSize;
    List<byte[]> values = new ArrayList<>();
    for (long set : new long[] {0, 1, size + 1, size - 1, 15, Integer.MAX_VALUE, 1L << 31, -1}) {
      values.add(withHeader((byte) (0xF0 | element), set));
    }
    for (int other : new int[] {0, 1, 5, 8, 9, 12, 15}) {
      values.add(withHeader((byte) (0xF0 | other), size));
    }
    add(what + " list", at, bytes.position() - at, values);
    int known = sites.size();
    for (int i = 0; i < size; i++) {
      if (element == CompactType.BOOLEAN_TRUE || element == CompactType.BOOLEAN_FALSE) {
        bytes.get();
      } else {
        value(what + "[" + i + "]", element);
      }
      if (i == FIRST - 1) {
        known = sites.size();
      }
    }
    if (size > FIRST) {
      sites.subList(known, sites.size()).clear();
    }
  }

  private static byte[] withHeader(byte header, long number) {
    byte[] rest = uleb(number);
    byte[] all = new byte[rest.length + 1];
    all[0] = header;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static byte[] uleb(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
    return out.toByteArray();
  }

  private static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  private static long unzigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }
}
