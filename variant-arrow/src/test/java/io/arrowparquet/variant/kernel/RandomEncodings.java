// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Random columns whose vectors hold something else than their values: indices of a dictionary, ends
 * of runs, the storage of an extension type. Owns the dictionaries until closed.
 */
final class RandomEncodings implements AutoCloseable {
  private static final String UUID = "arrow.uuid";
  static final String BOOL8 = "arrow.bool8";
  static final String JSON = "arrow.json";
  private static final int MAX_VALUES = 6;

  private final Random random;
  private final MapDictionaryProvider dictionaries = new MapDictionaryProvider();

  /** The values' fields, by the id of their dictionary. */
  private final List<Field> values = new ArrayList<>();

  RandomEncodings(Random random) {
    this.random = random;
  }

  MapDictionaryProvider dictionaries() {
    return dictionaries;
  }

  /** A column whose values are those of a field, in another form; its vector is not made yet. */
  Field encoded(Field plain) {
    if (random.nextBoolean()) {
      ArrowType type = new ArrowType.Int(8 << random.nextInt(4), random.nextBoolean());
      ArrowType.Int index = (ArrowType.Int) type;
      values.add(plain);
      DictionaryEncoding encoding = new DictionaryEncoding(values.size() - 1L, false, index);
      return new Field(plain.getName(), new FieldType(true, index, encoding), List.of());
    }
    ArrowType ends = new ArrowType.Int(16 << random.nextInt(3), true);
    return new Field(
        plain.getName(),
        FieldType.notNullable(ArrowType.RunEndEncoded.INSTANCE),
        List.of(
            Field.notNullable("run_ends", ends),
            new Field("values", plain.getFieldType(), plain.getChildren())));
  }

  /** A column of an extension type that no library registered. */
  Field extension(String name) {
    return switch (random.nextInt(4)) {
      case 0 -> VariantPrimitive.of(VariantTypeIds.UUID).field(name);
      case 1 -> extension(name, new ArrowType.Int(8, true), BOOL8);
      case 2 -> extension(name, ArrowType.Utf8.INSTANCE, JSON);
      default -> extension(name, new ArrowType.Int(32, true), "example.celsius");
    };
  }

  private static Field extension(String name, ArrowType storage, String extension) {
    Map<String, String> metadata = Map.of(ExtensionType.EXTENSION_METADATA_KEY_NAME, extension);
    return new Field(name, new FieldType(true, storage, null, metadata), List.of());
  }

  static String extensionOf(Field field) {
    return field.getMetadata().getOrDefault(ExtensionType.EXTENSION_METADATA_KEY_NAME, "");
  }

  /** The field that tells a column's values; the field itself if it is not encoded. */
  Field plain(Field field) {
    if (field.getDictionary() != null) {
      return plain(values.get((int) field.getDictionary().getId()));
    }
    return field.getType() instanceof ArrowType.RunEndEncoded
        ? plain(field.getChildren().get(1))
        : field;
  }

  /**
   * The type that Variants of a type decode to: the same, but for the types that {@link
   * VariantDecode} does not make.
   */
  Field decodable(Field field) {
    Field plain = plain(field);
    ArrowType type = plain.getType();
    if (type instanceof ArrowType.Decimal decimal && decimal.getBitWidth() == 256) {
      type = new ArrowType.Decimal(decimal.getPrecision(), decimal.getScale(), 128);
    } else if (type instanceof ArrowType.Date) {
      type = new ArrowType.Date(DateUnit.DAY);
    } else if (isHalf(type)) {
      type = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    } else if (extensionOf(plain).equals(BOOL8)) {
      type = ArrowType.Bool.INSTANCE;
    } else if (extensionOf(plain).equals(JSON)) {
      type = new ArrowType.Int(64, true);
    }
    boolean nullable = field.isNullable() || !plain.equals(field);
    boolean uuid = extensionOf(plain).equals(UUID);
    Map<String, String> metadata = uuid ? plain.getMetadata() : Map.of();
    return new Field(
        field.getName(),
        new FieldType(nullable, type, null, metadata),
        plain.getChildren().stream().map(this::decodable).toList());
  }

  private static boolean isHalf(ArrowType type) {
    return type instanceof ArrowType.FloatingPoint floating
        && floating.getPrecision() == FloatingPointPrecision.HALF;
  }

  /** Makes the dictionaries of all fields so far, inner ones first. */
  void makeDictionaries(RandomArrowColumn columns, BufferAllocator allocator) {
    for (int id = 0; id < values.size(); id++) {
      if (dictionaries.lookup(id) == null) {
        FieldVector vector =
            columns.filled(values.get(id), 1 + random.nextInt(MAX_VALUES), allocator);
        dictionaries.put(new Dictionary(vector, new DictionaryEncoding(id, false, null)));
      }
    }
  }

  void fillIndices(BaseIntVector indices, int rows) {
    int size =
        dictionaries.lookup(indices.getField().getDictionary().getId()).getVector().getValueCount();
    indices.setInitialCapacity(Math.max(1, rows));
    indices.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(5) != 0) {
        indices.setWithPossibleTruncate(row, random.nextInt(size));
      }
    }
  }

  /** Fills the ends of runs; returns how many runs there are. */
  int fillEnds(RunEndEncodedVector runs, int rows) {
    FieldVector ends = runs.getRunEndsVector();
    int width = ((ArrowType.Int) ends.getField().getType()).getBitWidth() / Byte.SIZE;
    ends.setInitialCapacity(Math.max(1, rows));
    ends.allocateNew();
    int run = 0;
    for (int end = 0; end < rows; run++) {
      end = Math.min(rows, end + 1 + random.nextInt(4));
      ends.getDataBuffer().setShort((long) run * width, end);
      BitVectorHelper.setBit(ends.getValidityBuffer(), run);
    }
    ends.setValueCount(run);
    return run;
  }

  void fillBool8(TinyIntVector vector, int row) {
    vector.setSafe(row, random.nextInt(3) - 1);
  }

  void fillJson(VarCharVector vector, int row) {
    vector.setSafe(row, Integer.toString(random.nextInt()).getBytes(StandardCharsets.UTF_8));
  }

  /** The run that a row is in. */
  static int runOf(RunEndEncodedVector runs, int row) {
    FieldVector ends = runs.getRunEndsVector();
    int run = 0;
    while (((BaseIntVector) ends).getValueAsLong(run) <= row) {
      run++;
    }
    return run;
  }

  @Override
  public void close() {
    dictionaries.getDictionaryIds().forEach(id -> dictionaries.lookup(id).getVector().close());
  }
}
