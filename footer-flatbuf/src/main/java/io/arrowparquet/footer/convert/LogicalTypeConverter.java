// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.flat.LogicalTypeTag;
import io.arrowparquet.footer.internal.generated.ParquetFbs.LogicalType;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.LogicalTypeCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.model.ConvertedType;
import java.util.HashMap;
import java.util.Map;

/**
 * The {@code LogicalType} union from Thrift to the buffer. What has no place there (a member newer
 * than the proposal, no member or two, an option out of range) is reported, and the caller keeps
 * the schema element's Thrift bytes.
 */
final class LogicalTypeConverter {
  private final FlatWriter out;

  /** Tables of options, of which a schema has few different ones. */
  private final SliceCache options;

  /** Tables of the members that converted types stand for. */
  private final Map<Derived, Integer> derived = new HashMap<>();

  /** Ordered, so that the table stays fast where many were chosen to have one hash. */
  private record Derived(int convertedType, int scale, int precision)
      implements Comparable<Derived> {
    @Override
    public int compareTo(Derived other) {
      int order = Integer.compare(convertedType, other.convertedType);
      order = order != 0 ? order : Integer.compare(scale, other.scale);
      return order != 0 ? order : Integer.compare(precision, other.precision);
    }
  }

  /** Tag of the union member in parquet.fbs; NONE for no logical type. */
  byte tag;

  int table;

  /** What the member says; null for none, and for one with a crs. */
  io.arrowparquet.footer.model.LogicalType type;

  /** Whether tag and table say all that Thrift said. */
  boolean isRepresentable;

  /** Whether the member comes from a converted type, because Thrift has no logical type. */
  boolean isDerived;

  /** Whether the member has an empty crs that Thrift does not have. */
  boolean lacksCrs;

  LogicalTypeConverter(FlatWriter out) {
    this.out = out;
    this.options = new SliceCache(out.source);
  }

  void clear() {
    clearMember();
    isRepresentable = true;
    isDerived = false;
  }

  private void clearMember() {
    tag = LogicalType.NONE;
    table = 0;
    type = null;
    lacksCrs = false;
  }

  void derive(int converted, int scale, int precision) {
    ConvertedType known = ConvertedType.forNumber(converted);
    type = known == null ? null : known.logicalType(scale, precision);
    if (type == null) {
      return;
    }
    isDerived = true;
    tag = LogicalTypeTag.of(type.kind());
    table =
        derived.computeIfAbsent(
            new Derived(converted, scale, precision), unused -> writeDerived(type));
  }

  private int writeDerived(io.arrowparquet.footer.model.LogicalType member) {
    return writeShared(LogicalTypeCodec.of(member.kind()), LogicalTypeCodec.valuesOf(member));
  }

  private int writeShared(StructCodec<?> codec, StructCodec.Values values) {
    int before = out.offset();
    int written = StructConverter.write(out, codec, values);
    out.noteShared(before);
    return written;
  }

  void convert(CompactReader in) {
    clear();
    int members = 0;
    in.enterStruct();
    while (in.nextField()) {
      members++;
      byte member =
          in.fieldType() == CompactType.STRUCT ? LogicalTypeTag.ofMember(in.fieldId()) : 0;
      if (member == LogicalType.NONE || members > 1) {
        isRepresentable = false;
        in.skip();
      } else {
        tag = member;
        convertMember(in, LogicalTypeCodec.UNION.memberCodec(in.fieldId()));
      }
    }
    in.leaveStruct();
    isRepresentable &= members == 1;
    if (!isRepresentable) {
      clearMember();
    }
  }

  private void convertMember(
      CompactReader in, StructCodec<? extends io.arrowparquet.footer.model.LogicalType> codec) {
    int start = in.position();
    StructConverter structs = new StructConverter(out, in);
    StructCodec.Values values = structs.read(codec);
    in.leaveStruct();
    // A member without its required fields is kept as bytes.
    isRepresentable = structs.fits() && codec.shape().hasRequired(values.ids());
    if (!isRepresentable) {
      return;
    }
    boolean hasCrs = codec.fieldType(1) == ThriftType.STRING;
    if (hasCrs && !values.has(1)) {
      lacksCrs = true;
      // Some readers of the proposal need one.
      values.set(1, out.string(in.position(), 0));
    }
    type = hasCrs ? null : codec.make(values);
    if (codec.shape().isRequired(1)) {
      int length = in.position() - start;
      table = options.get(start, length, 0, 0);
      if (table == 0) {
        table = writeShared(codec, values);
        options.put(start, length, 0, 0, table);
      }
    } else {
      table = StructConverter.write(out, codec, values);
    }
  }
}
