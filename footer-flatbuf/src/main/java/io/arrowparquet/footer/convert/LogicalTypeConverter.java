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

  /**
   * What was written for the logical type of a schema element.
   *
   * @param tag of the union member in parquet.fbs; NONE for no logical type
   * @param type what the member says; null for none, and for one with a crs
   * @param isRepresentable whether tag and table say all that Thrift said
   * @param isDerived whether the member comes from a converted type, because Thrift has no logical
   *     type
   * @param lacksCrs whether the member has an empty crs that Thrift does not have
   * @param isShared whether elements anywhere in the schema may refer to the table
   */
  record Written(
      byte tag,
      int table,
      io.arrowparquet.footer.model.LogicalType type,
      boolean isRepresentable,
      boolean isDerived,
      boolean lacksCrs,
      boolean isShared) {
    static final Written NONE = new Written(LogicalType.NONE, 0, null, true, false, false, true);

    private static final Written NOT_REPRESENTABLE =
        new Written(LogicalType.NONE, 0, null, false, false, false, true);
  }

  LogicalTypeConverter(FlatWriter out) {
    this.out = out;
    this.options = new SliceCache(out.source);
  }

  Written derive(int converted, int scale, int precision) {
    ConvertedType known = ConvertedType.forNumber(converted);
    var type = known == null ? null : known.logicalType(scale, precision);
    if (type == null) {
      return Written.NONE;
    }
    int table =
        derived.computeIfAbsent(
            new Derived(converted, scale, precision), unused -> writeDerived(type));
    return new Written(LogicalTypeTag.of(type.kind()), table, type, true, true, false, true);
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

  Written convert(CompactReader in) {
    Written written = Written.NOT_REPRESENTABLE;
    int members = 0;
    in.enterStruct();
    while (in.nextField()) {
      members++;
      byte tag = in.fieldType() == CompactType.STRUCT ? LogicalTypeTag.ofMember(in.fieldId()) : 0;
      if (tag == LogicalType.NONE || members > 1) {
        written = Written.NOT_REPRESENTABLE;
        in.skip();
      } else {
        written = convertMember(in, tag, LogicalTypeCodec.UNION.memberCodec(in.fieldId()));
      }
    }
    in.leaveStruct();
    return written;
  }

  private Written convertMember(
      CompactReader in,
      byte tag,
      StructCodec<? extends io.arrowparquet.footer.model.LogicalType> codec) {
    int start = in.position();
    StructConverter structs = new StructConverter(out, in);
    StructCodec.Values values = structs.read(codec);
    in.leaveStruct();
    // A member without its required fields is kept as bytes.
    if (!structs.fits() || !codec.shape().hasRequired(values.ids())) {
      return Written.NOT_REPRESENTABLE;
    }
    boolean hasCrs = codec.fieldType(1) == ThriftType.STRING;
    boolean lacksCrs = hasCrs && !values.has(1);
    if (lacksCrs) {
      // Some readers of the proposal need one.
      values.set(1, out.string(in.position(), 0));
    }
    boolean isShared = codec.shape().isRequired(1);
    int length = in.position() - start;
    int table = isShared ? options.get(start, length, 0, 0) : 0;
    if (table == 0 && isShared) {
      table = writeShared(codec, values);
      options.put(start, length, 0, 0, table);
    } else if (table == 0) {
      table = StructConverter.write(out, codec, values);
    }
    return new Written(
        tag,
        table,
        hasCrs ? null : codec.make(values),
        true,
        false,
        lacksCrs,
        isShared || codec.shape().maxFieldId() == 0);
  }
}
