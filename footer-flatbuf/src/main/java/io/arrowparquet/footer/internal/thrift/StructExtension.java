// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Adds, finds, replaces and removes the extension of any Thrift struct: one binary field whose id
 * Parquet reserves for this, and which every reader that does not know it skips.
 *
 * <pre>
 *  N-1 bytes  the struct without its stop byte
 *  08 FF FF 01            field header in long form: binary, id as ULEB128(32767)
 *  ULEB128(M)             length
 *  M bytes                the extension
 *  00                     the stop byte
 * </pre>
 *
 * <p>The struct is not taken apart: its fields are skipped, so any struct will do, {@code
 * FileMetaData} or {@code ColumnMetaData} for example.
 *
 * <p>The header is a literal of the format. Thrift itself writes ids in zig-zag, so a Thrift
 * library takes {@code FF FF 01} for the id -16384, and would write 32767 as {@code 08 FE FF 03}.
 * Here the literal is written and both are found, in long form or as a difference to the field
 * before. This class alone knows the spellings. Stateless.
 */
public final class StructExtension {
  /** The field id that Parquet reserves for extensions. */
  public static final int FIELD_ID = 32767;

  /** The same id in the format's literal header, as Thrift's zig-zag takes it. */
  private static final int FIELD_ID_OF_LITERAL = -16384;

  private static final byte[] LITERAL_HEADER = {CompactType.BINARY, (byte) 0xff, (byte) 0xff, 0x01};

  private static final int MAX_SHORT_DELTA = 15;

  private StructExtension() {}

  /**
   * A new array: the struct with an extension after its last field.
   *
   * @param struct the bytes of one struct, its stop byte last
   * @throws IllegalArgumentException if it has an extension already
   * @throws CorruptFooterException if the bytes are not one struct
   */
  public static byte[] append(byte[] struct, byte[] extension) {
    if (locate(struct) != null) {
      throw new IllegalArgumentException("the struct has an extension already");
    }
    return appendUnchecked(struct, extension);
  }

  /**
   * The extension of a struct, as a view of the bytes; null if it has none. Where it occurs twice,
   * the last one counts, as for any field in Thrift.
   *
   * @param bytes hold the struct, and maybe other bytes around it
   * @param start index of the struct's first byte
   * @param end exclusive end of the bytes that may be read; the struct may end before
   * @throws CorruptFooterException if no struct is there
   */
  public static BinaryValue find(byte[] bytes, int start, int end) {
    Place place = locate(new CompactReader(bytes, start, end));
    return place == null
        ? null
        : new BinaryValue(bytes, place.valueStart, place.valueEnd - place.valueStart);
  }

  public static BinaryValue find(byte[] struct) {
    return find(struct, 0, struct.length);
  }

  /**
   * A new array: the struct without any extension.
   *
   * @throws CorruptFooterException if the bytes are not one struct
   */
  public static byte[] remove(byte[] struct) {
    CompactWriter out = new CompactWriter(struct.length);
    CompactReader reader = new CompactReader(struct);
    int written = 0;
    int previousFieldId = 0;
    boolean isAfterExtension = false;
    int headerStart = 0;
    reader.enterStruct();
    while (reader.nextField()) {
      int id = reader.fieldId();
      int type = reader.fieldType();
      int valueStart = reader.position();
      reader.skip();
      if (isExtension(id, type)) {
        out.writeRaw(struct, written, headerStart - written);
        written = reader.position();
        isAfterExtension = true;
      } else {
        if (isAfterExtension) {
          // It may count its id from the extension's: from now on it cannot.
          writeHeader(out, id - previousFieldId, id, type);
          written = valueStart;
        }
        previousFieldId = id;
        isAfterExtension = false;
      }
      headerStart = reader.position();
    }
    reader.leaveStruct();
    requireEnd(reader, struct);
    out.writeRaw(struct, written, struct.length - written);
    return out.toByteArray();
  }

  private static void writeHeader(CompactWriter out, int delta, int id, int type) {
    if (delta > 0 && delta <= MAX_SHORT_DELTA) {
      out.writeByte(delta << 4 | type);
    } else {
      out.writeByte(type);
      out.writeI32(id);
    }
  }

  /**
   * CRC-32 of a struct's fields as they are without any extension, the stop byte left out: the same
   * before an extension is appended and after, however its header is written.
   *
   * @param start index of the struct's first byte
   * @param end exclusive end of the struct, just past its stop byte
   * @throws CorruptFooterException if the bytes are not one struct
   */
  public static long crc32WithoutExtension(byte[] bytes, int start, int end) {
    byte[] struct = remove(Arrays.copyOfRange(bytes, start, end));
    CRC32 crc = new CRC32();
    crc.update(struct, 0, struct.length - 1);
    return crc.getValue();
  }

  /**
   * The extension of a struct that begins at {@code start}, ends with the bytes and has no other
   * field; null for all else.
   */
  static BinaryValue findAlone(byte[] bytes, int start) {
    try {
      CompactReader reader = new CompactReader(bytes, start, bytes.length);
      Place place = locate(reader);
      boolean isAlone =
          place != null
              && place.headerStart == start
              && place.valueEnd == bytes.length - 1
              && reader.position() == bytes.length;
      return isAlone
          ? new BinaryValue(bytes, place.valueStart, place.valueEnd - place.valueStart)
          : null;
    } catch (CorruptFooterException notAStruct) {
      return null;
    }
  }

  /** Index of the first byte after the struct that begins at {@code start}. */
  static int end(byte[] bytes, int start) {
    CompactReader reader = new CompactReader(bytes, start, bytes.length);
    locate(reader);
    return reader.position();
  }

  /** Whether a field is the extension, under either id. */
  static boolean isExtension(int id, int type) {
    return (id == FIELD_ID || id == FIELD_ID_OF_LITERAL) && type == CompactType.BINARY;
  }

  private static byte[] appendUnchecked(byte[] struct, byte[] extension) {
    CompactWriter out = new CompactWriter(struct.length + extension.length + 16);
    out.writeRaw(struct, 0, struct.length - 1);
    out.writeRaw(LITERAL_HEADER, 0, LITERAL_HEADER.length);
    out.writeBinary(extension, 0, extension.length);
    out.writeByte(CompactType.STOP);
    return out.toByteArray();
  }

  /** Bytes of the header that {@link #append} writes before an extension of some bytes. */
  public static int headerLength(int extensionLength) {
    int varint = (Integer.SIZE - Integer.numberOfLeadingZeros(extensionLength | 1) + 6) / 7;
    return LITERAL_HEADER.length + varint;
  }

  /** Where the extension is in an array that is one struct and nothing else; null if nowhere. */
  private static Place locate(byte[] struct) {
    CompactReader reader = new CompactReader(struct);
    Place place = locate(reader);
    requireEnd(reader, struct);
    return place;
  }

  private static void requireEnd(CompactReader reader, byte[] struct) {
    if (reader.position() != struct.length) {
      throw new CorruptFooterException(
          "Thrift struct ending",
          reader.position(),
          (struct.length - reader.position()) + " more bytes",
          "the stop byte last");
    }
  }

  private static Place locate(CompactReader reader) {
    Place last = null;
    int headerStart = reader.position();
    reader.enterStruct();
    while (reader.nextField()) {
      if (isExtension(reader.fieldId(), reader.fieldType())) {
        reader.readBinary();
        last = new Place(headerStart, reader.binaryStart(), reader.position());
      } else {
        reader.skip();
      }
      headerStart = reader.position();
    }
    reader.leaveStruct();
    return last;
  }

  /** Where in the struct the extension's header and value begin, and the value ends. */
  private record Place(int headerStart, int valueStart, int valueEnd) {}
}
