// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.UnionMember;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The codec of a union of structs: a struct that holds exactly one field.
 *
 * <p>An empty union is refused, and so is a second member: the libraries disagree on both (some
 * read past the union's end), so no writer can rely on either.
 *
 * @param <T> what a union becomes
 */
public final class UnionCodec<T> implements ThriftType<T> {
  public static final UnionCodec<UnionMember> ANY =
      of("union", member -> 0, member -> member, member -> member);

  private static final BinaryValue STOP_BYTE = BinaryValue.of(new byte[] {CompactType.STOP});

  private final StructShape shape;
  private final ToIntFunction<T> id;
  private final Function<UnionMember, T> fromUnknown;
  private final Function<T, UnionMember> toUnknown;

  /** By id. */
  private final StructCodec<T>[] members;

  private UnionCodec(
      StructShape shape,
      ToIntFunction<T> id,
      Function<UnionMember, T> fromUnknown,
      Function<T, UnionMember> toUnknown,
      StructCodec<T>[] members) {
    this.shape = shape;
    this.id = id;
    this.fromUnknown = fromUnknown;
    this.toUnknown = toUnknown;
    this.members = members;
  }

  /**
   * A union without members, to be extended by {@link #member}.
   *
   * @param id the member that a value is, 0 for one that is not declared
   * @param fromUnknown makes a value of a member that is not declared, or that becomes null
   * @param toUnknown what was kept of such a member
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static <T> UnionCodec<T> of(
      String name,
      ToIntFunction<T> id,
      Function<UnionMember, T> fromUnknown,
      Function<T, UnionMember> toUnknown) {
    return new UnionCodec<>(StructShape.of(name), id, fromUnknown, toUnknown, new StructCodec[1]);
  }

  @SuppressWarnings("unchecked") // the codec is given values with its id only
  UnionCodec<T> member(int memberId, String name, StructCodec<? extends T> codec) {
    StructShape longer = shape.optional(memberId, name, CompactType.STRUCT);
    StructCodec<T>[] all = Arrays.copyOf(members, longer.maxFieldId() + 1);
    all[memberId] = (StructCodec<T>) codec;
    return new UnionCodec<>(longer, id, fromUnknown, toUnknown, all);
  }

  public static UnionMember emptyStruct(int id) {
    return new UnionMember(id, CompactType.STRUCT, STOP_BYTE);
  }

  public StructShape shape() {
    return shape;
  }

  public StructCodec<? extends T> memberCodec(int memberId) {
    return memberId > 0 && memberId < members.length ? members[memberId] : null;
  }

  @Override
  public int wireType() {
    return CompactType.STRUCT;
  }

  /**
   * Reads one union at the reader's position.
   *
   * @throws CorruptFooterException if the bytes are no union, or the member lacks a required field
   */
  @Override
  public T read(CompactReader in) {
    int unionStart = in.position();
    in.enterStruct();
    if (!in.nextField()) {
      throw new CorruptFooterException(
          "Thrift union " + shape.name(), unionStart, "no member", "one");
    }
    T value = readMember(in);
    int memberEnd = in.position();
    if (in.nextField()) {
      throw new CorruptFooterException(
          "Thrift union " + shape.name(),
          memberEnd,
          "a second member, id " + in.fieldId(),
          "one member");
    }
    in.leaveStruct();
    return value;
  }

  private T readMember(CompactReader in) {
    int start = in.position();
    int member = in.fieldId();
    int type = in.fieldType();
    StructCodec<? extends T> codec = type == CompactType.STRUCT ? memberCodec(member) : null;
    if (codec == null) {
      in.skip();
    } else {
      T value = codec.read(in);
      if (value != null) {
        return value;
      }
    }
    BinaryValue bytes = new BinaryValue(in.array(), start, in.position() - start);
    return fromUnknown.apply(new UnionMember(member, type, bytes));
  }

  @Override
  public void write(CompactWriter out, T value) {
    int member = id.applyAsInt(value);
    out.structBegin();
    if (member == 0) {
      UnionMember unknown = toUnknown.apply(value);
      out.fieldHeader(unknown.id(), unknown.wireType());
      out.writeRaw(unknown.value());
    } else {
      out.fieldHeader(member, CompactType.STRUCT);
      members[member].write(out, value);
    }
    out.structEnd();
  }
}
