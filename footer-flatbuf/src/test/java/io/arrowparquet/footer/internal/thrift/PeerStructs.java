// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.TFieldIdEnum;
import shaded.parquet.org.apache.thrift.TUnion;
import shaded.parquet.org.apache.thrift.meta_data.EnumMetaData;
import shaded.parquet.org.apache.thrift.meta_data.FieldMetaData;
import shaded.parquet.org.apache.thrift.meta_data.FieldValueMetaData;
import shaded.parquet.org.apache.thrift.meta_data.ListMetaData;
import shaded.parquet.org.apache.thrift.meta_data.StructMetaData;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/** The structs that Thrift's compiler generated for parquet-java: read, written, made up. */
@SuppressWarnings({"rawtypes", "unchecked"}) // generated classes are raw wherever they are generic
public final class PeerStructs {
  private static final String PACKAGE = "org.apache.parquet.format.";

  // Constants of the Thrift library that parquet-java's copy leaves out.
  private static final byte REQUIRED = 1;
  private static final byte BOOL = 2;
  private static final byte BYTE = 3;
  private static final byte DOUBLE = 4;
  private static final byte I16 = 6;
  private static final byte I32 = 8;
  private static final byte I64 = 10;
  private static final byte STRING = 11;

  private PeerStructs() {}

  public static Class<? extends TBase> type(String name) {
    try {
      return Class.forName(PACKAGE + name).asSubclass(TBase.class);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  public static Map<TFieldIdEnum, FieldMetaData> fields(Class<? extends TBase> type) {
    return FieldMetaData.getStructMetaDataMap((Class) type);
  }

  public static byte[] write(TBase struct) throws TException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    struct.write(new TCompactProtocol(new TIOStreamTransport(bytes)));
    return bytes.toByteArray();
  }

  static TBase read(Class<? extends TBase> type, byte[] bytes) throws TException {
    TBase struct = newInstance(type);
    struct.read(new TCompactProtocol(new TIOStreamTransport(new ByteArrayInputStream(bytes))));
    return struct;
  }

  private static TBase newInstance(Class<? extends TBase> type) {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type.getName(), e);
    }
  }

  /** A struct with all required and some of the optional fields, or a union with one member. */
  public static TBase random(Class<? extends TBase> type, Random random) {
    TBase struct = newInstance(type);
    var fields = new ArrayList<>(fields(type).entrySet());
    if (struct instanceof TUnion) {
      var member = fields.get(random.nextInt(fields.size()));
      struct.setFieldValue(member.getKey(), randomValue(member.getValue().valueMetaData, random));
      return struct;
    }
    for (var field : fields) {
      if (field.getValue().requirementType == REQUIRED || random.nextBoolean()) {
        struct.setFieldValue(field.getKey(), randomValue(field.getValue().valueMetaData, random));
      }
    }
    return struct;
  }

  private static Object randomValue(FieldValueMetaData type, Random random) {
    if (type instanceof EnumMetaData enumType) {
      Object[] constants = enumType.enumClass.getEnumConstants();
      return constants[random.nextInt(constants.length)];
    }
    if (type instanceof StructMetaData struct) {
      return random((Class) struct.structClass, random);
    }
    if (type instanceof ListMetaData list) {
      // Now and then more than 14, where the list header takes its long form.
      int size = random.nextInt(10) == 0 ? 15 + random.nextInt(30) : random.nextInt(4);
      List<Object> elements = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        elements.add(randomValue(list.elemMetaData, random));
      }
      return elements;
    }
    return switch (type.type) {
      case BOOL -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case I16 -> (short) random.nextInt();
      case I32 -> random.nextInt() >> random.nextInt(32);
      case I64 -> random.nextLong() >> random.nextInt(64);
      case DOUBLE -> random.nextGaussian();
      case STRING -> type.isBinary() ? ByteBuffer.wrap(bytes(random)) : text(random);
      default -> throw new IllegalArgumentException("Thrift type " + type.type);
    };
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(5) == 0 ? random.nextInt(300) : random.nextInt(9)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String text(Random random) {
    return "näme-\uD83D\uDE00".substring(0, random.nextInt(6)) + Integer.toString(random.nextInt());
  }
}
