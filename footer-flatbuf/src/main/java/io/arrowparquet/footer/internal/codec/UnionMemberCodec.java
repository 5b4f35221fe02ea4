// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.UnionMember;

/**
 * Thrift compact codec of unions: structs that hold exactly one field.
 *
 * <p>An empty union is refused, and so is a second member: the libraries disagree on both (some
 * read past the union's end), so no writer can rely on either.
 */
public final class UnionMemberCodec {
  private static final BinaryValue STOP_BYTE = BinaryValue.of(new byte[] {CompactType.STOP});

  private UnionMemberCodec() {}

  /** The member with this id, a struct without fields. */
  public static UnionMember emptyStruct(int id) {
    return new UnionMember(id, CompactType.STRUCT, STOP_BYTE);
  }

  /**
   * Reads one union at the reader's position, whatever it is, keeping its member as bytes.
   *
   * @throws CorruptFooterException if the bytes are no union
   */
  public static UnionMember read(CompactReader in) {
    enter(in, "union");
    UnionMember member = readMember(in);
    leave(in, "union");
    return member;
  }

  /** Writes one union with its member. */
  public static void write(CompactWriter out, UnionMember member) {
    out.structBegin();
    out.fieldHeader(member.id(), member.wireType());
    out.writeRaw(member.value());
    out.structEnd();
  }

  /** Goes to the member of the union at the reader's position. */
  static void enter(CompactReader in, String union) {
    int unionStart = in.position();
    in.enterStruct();
    if (!in.nextField()) {
      throw new CorruptFooterException("Thrift union " + union, unionStart, "no member", "one");
    }
  }

  /** Ends the union, whose member has been read. */
  static void leave(CompactReader in, String union) {
    int memberEnd = in.position();
    if (in.nextField()) {
      throw new CorruptFooterException(
          "Thrift union " + union, memberEnd, "a second member, id " + in.fieldId(), "one member");
    }
    in.leaveStruct();
  }

  /** The member at the reader's position, as bytes. */
  static UnionMember readMember(CompactReader in) {
    int id = in.fieldId();
    int type = in.fieldType();
    int valueStart = in.position();
    in.skip();
    return new UnionMember(
        id, type, new BinaryValue(in.array(), valueStart, in.position() - valueStart));
  }

  /** Reads a member that is a struct without fields. */
  static void readEmptyStruct(CompactReader in, StructShape shape) {
    in.enterStruct();
    while (in.nextField()) {
      in.skipUnknown(shape);
    }
    in.leaveStruct();
  }

  /** Writes a union whose member is a struct without fields. */
  static void writeEmptyStruct(CompactWriter out, int id) {
    write(out, emptyStruct(id));
  }
}
