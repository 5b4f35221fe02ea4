// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.shred.MalformedPathFinder;
import io.arrowparquet.variant.internal.shred.RowMap;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.json.VariantJsonReader;
import io.arrowparquet.variant.kernel.cast.ColumnWriter.NullWriter;
import io.arrowparquet.variant.kernel.cast.FixedWidthWriter.DecimalWriter;
import io.arrowparquet.variant.kernel.cast.FixedWidthWriter.PrimitiveWriter;
import io.arrowparquet.variant.kernel.cast.FixedWidthWriter.TemporalWriter;
import io.arrowparquet.variant.kernel.cast.FixedWidthWriter.TextWriter;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The writers of a column, one for each vector it is made of, and the names of its objects' fields.
 *
 * <p>Owns the readers of nested Variants until closed.
 */
final class CastPlan implements AutoCloseable {
  /** Canonical extension of Int8: a boolean that takes a byte. */
  private static final String BOOL8_EXTENSION = "arrow.bool8";

  private static final int DECIMAL_BITS = 128;

  private static final String KEY = "key";

  private static final String VALUE = "value";

  private final CastOptions options;
  private final DictionaryProvider dictionaries;
  private final VariantDictionary names;
  private final List<StructWriter> structs = new ArrayList<>();
  private final List<VariantValueWriter> readers = new ArrayList<>();

  /** {@code dictionaries} may be null; {@code names} gets the names of fields, and is borrowed. */
  CastPlan(CastOptions options, DictionaryProvider dictionaries, VariantDictionary names) {
    this.options = options;
    this.dictionaries = dictionaries;
    this.names = names;
  }

  /**
   * The writer of a column's rows, the names known from its type put in the dictionary in the order
   * of their bytes.
   *
   * @throws IllegalArgumentException if a part of it has no equal among Variants
   */
  ColumnWriter plan(FieldVector column) {
    ColumnWriter root = writer("$", column);
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    structs.forEach(struct -> sorted.addAll(Arrays.asList(struct.names())));
    sorted.forEach(names::intern);
    structs.forEach(struct -> struct.resolve(names));
    return root;
  }

  private ColumnWriter writer(String path, FieldVector vector) {
    Field field = vector.getField();
    if (field.getDictionary() != null && vector instanceof BaseIntVector indices) {
      FieldVector values = dictionary(path, field.getDictionary().getId());
      RowMap map = new RowMap.Indices(RowMap.IDENTITY, indices, values.getValueCount());
      return new EncodedWriter(path, vector, map, writer(path, values));
    }
    String extension = extensionName(field);
    if (ParquetVariantType.NAME.equals(extension)
        || ParquetVariantType.LEGACY_NAME.equals(extension)) {
      return variant(path, vector);
    }
    FieldVector storage = VariantPrimitive.storage(vector);
    ArrowType type = storage.getField().getType();
    if (VariantPrimitive.isUuid(field)) {
      return new PrimitiveWriter(path, storage, PrimitiveWriter.Form.UUID);
    }
    if (BOOL8_EXTENSION.equals(extension) && type instanceof ArrowType.Int) {
      return new PrimitiveWriter(path, storage, PrimitiveWriter.Form.BOOL8);
    }
    ColumnWriter writer = plain(path, storage, type);
    return VariantPrimitive.JSON_EXTENSION.equals(extension) && writer instanceof BytesWriter
        ? new BytesWriter(path, storage, true, new VariantJsonReader(options.limits()))
        : writer;
  }

  /** The name of a field's extension, whether or not its type is registered; null for none. */
  private static String extensionName(Field field) {
    return field.getType() instanceof ExtensionType extension
        ? extension.extensionName()
        : field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME);
  }

  private ColumnWriter plain(String path, FieldVector vector, ArrowType type) {
    return switch (type.getTypeID()) {
      case Struct -> struct(path, (StructVector) vector);
      case List, LargeList, ListView, LargeListView, FixedSizeList ->
          new ListWriter(path, vector, writer(path + "[*]", child(vector, 0)));
      case Map -> map(path, vector);
      case Union -> union(path, vector);
      case RunEndEncoded -> {
        RunEndEncodedVector runs = (RunEndEncodedVector) vector;
        ColumnWriter values = writer(path, runs.getValuesVector());
        yield new EncodedWriter(path, vector, new RowMap.Runs(runs), values);
      }
      default -> primitive(path, vector, type);
    };
  }

  private ColumnWriter primitive(String path, FieldVector vector, ArrowType type) {
    return switch (type.getTypeID()) {
      case Null -> new NullWriter(path);
      case Bool -> new PrimitiveWriter(path, vector, PrimitiveWriter.Form.BIT);
      case Int -> PrimitiveWriter.integer(path, vector, (ArrowType.Int) type);
      case FloatingPoint -> PrimitiveWriter.floating(path, vector, (ArrowType.FloatingPoint) type);
      case Decimal -> decimal(path, vector, (ArrowType.Decimal) type);
      case Date, Time, Timestamp -> new TemporalWriter(path, vector, options.stringify());
      case Utf8, LargeUtf8, Utf8View -> new BytesWriter(path, vector, true, null);
      case Binary, LargeBinary, BinaryView -> new BytesWriter(path, vector, false, null);
      case FixedSizeBinary -> new PrimitiveWriter(path, vector, PrimitiveWriter.Form.BINARY);
      case Duration, Interval -> {
        if (options.stringify()) {
          yield new TextWriter(path, vector);
        }
        throw noEqual(path, type);
      }
      default -> throw noEqual(path, type);
    };
  }

  private ColumnWriter decimal(String path, FieldVector vector, ArrowType.Decimal type) {
    if (type.getBitWidth() != DECIMAL_BITS && type.getBitWidth() != 2 * DECIMAL_BITS) {
      // Arrow Java takes these for numbers of 128 bits: what came from elsewhere would be garbage.
      throw new IllegalArgumentException(
          path
              + ": "
              + type
              + ": Arrow Java has no vectors of "
              + type.getBitWidth()
              + "-bit decimals");
    }
    if (Math.abs(type.getScale()) > DecimalDigits.INT128) {
      throw new IllegalArgumentException(
          path + ": no Variant equals " + type + ": its scale is not in -38 to 38");
    }
    return new DecimalWriter(path, vector, type, options.stringify());
  }

  private static IllegalArgumentException noEqual(String path, ArrowType type) {
    return new IllegalArgumentException(
        path
            + ": no Variant equals "
            + type
            + "; CastOptions.withStringify writes durations and"
            + " intervals as text");
  }

  private ColumnWriter struct(String path, StructVector vector) {
    List<Child> children = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (FieldVector child : vector.getChildrenFromFields()) {
      String name = child.getName();
      if (!seen.add(name)) {
        throw new IllegalArgumentException(path + ": two children named " + name);
      }
      BufferChecks.requireRows(path, child, vector.getValueCount());
      children.add(new Child(name, writer(path + "." + name, child)));
    }
    return struct(path, vector, children, options.keepNullFields());
  }

  private StructWriter struct(
      String path, FieldVector vector, List<Child> children, boolean keepNulls) {
    StructWriter writer = new StructWriter(path, vector, children, keepNulls);
    structs.add(writer);
    return writer;
  }

  private ColumnWriter map(String path, FieldVector vector) {
    StructVector entries = (StructVector) child(vector, 0);
    FieldVector keys = child(entries, 0);
    FieldVector values = child(entries, 1);
    BufferChecks.requireRows(path, keys, entries.getValueCount());
    BufferChecks.requireRows(path, values, entries.getValueCount());
    if (writer(path, keys) instanceof BytesWriter text && text.isText()) {
      return new MapWriter(path, vector, text, writer(path + "[*]", values), names);
    }
    String entryPath = path + "[*]";
    List<Child> children =
        List.of(
            new Child(KEY, writer(entryPath + ".key", keys)),
            new Child(VALUE, writer(entryPath + ".value", values)));
    return new ListWriter(path, vector, struct(entryPath, entries, children, true));
  }

  private ColumnWriter union(String path, FieldVector vector) {
    List<ColumnWriter> members = new ArrayList<>();
    for (FieldVector member : vector.getChildrenFromFields()) {
      members.add(writer(path, member));
    }
    return new UnionWriter(path, vector, members);
  }

  private ColumnWriter variant(String path, FieldVector vector) {
    ParquetVariantVector variants =
        vector instanceof ParquetVariantVector known
            ? known
            : ParquetVariantVector.over(storage(path, vector), dictionaries);
    if (variants.dictionaries() == null && dictionaries != null) {
      variants = variants.withDictionaries(dictionaries);
    }
    VariantValueWriter writer = new VariantValueWriter(path, variants, options.limits());
    readers.add(writer);
    return writer;
  }

  /** The Struct below a Variant that is registered by another library, or not at all. */
  private static StructVector storage(String path, FieldVector vector) {
    if (VariantPrimitive.storage(vector) instanceof StructVector struct) {
      return struct;
    }
    throw new IllegalArgumentException(
        path + ": a Variant whose storage is not a Struct: " + vector.getField());
  }

  private FieldVector dictionary(String path, long id) {
    Dictionary found = dictionaries == null ? null : dictionaries.lookup(id);
    if (found == null) {
      throw new IllegalArgumentException(
          path + ": dictionary " + id + " is not known; give the cast a DictionaryProvider");
    }
    return found.getVector();
  }

  private static FieldVector child(FieldVector vector, int index) {
    return vector.getChildrenFromFields().get(index);
  }

  @Override
  public void close() {
    readers.forEach(VariantValueWriter::close);
    readers.clear();
  }

  /** A dictionary- or run-end-encoded vector: the value that a row's index or run has. */
  private static final class EncodedWriter extends ColumnWriter {
    private final int rows;
    private final RowMap map;
    private final ColumnWriter values;

    EncodedWriter(String path, FieldVector vector, RowMap map, ColumnWriter values) {
      super(path, null);
      this.rows = vector.getValueCount();
      this.map = map;
      this.values = values;
    }

    @Override
    boolean isNull(int row) {
      int place = place(Objects.checkIndex(row, rows));
      return place < 0 || values.isNull(place);
    }

    @Override
    void write(int row, VariantBuilder out) {
      values.write(place(row), out);
    }

    private int place(int row) {
      try {
        return map.place(row);
      } catch (MalformedVariantException e) {
        throw e.at(path());
      }
    }
  }

  private static final class ListWriter extends ColumnWriter {
    private final ListRanges ranges;
    private final ColumnWriter elements;

    ListWriter(String path, FieldVector vector, ColumnWriter elements) {
      super(path, vector);
      this.ranges = new ListRanges(vector);
      this.elements = elements;
    }

    @Override
    void write(int row, VariantBuilder out) {
      ranges.seek(row);
      int end = ranges.end();
      out.startArray();
      elements.writeElements(path(), ranges.start(), end, out);
      out.endArray();
    }
  }

  /** Map with text keys: an object, each entry a field; a null value is a Variant null. */
  private static final class MapWriter extends ColumnWriter {
    private final ListRanges ranges;
    private final BytesWriter keys;
    private final ColumnWriter values;
    private final VariantDictionary names;

    MapWriter(
        String path,
        FieldVector vector,
        BytesWriter keys,
        ColumnWriter values,
        VariantDictionary names) {
      super(path, vector);
      this.ranges = new ListRanges(vector);
      this.keys = keys;
      this.values = values;
      this.names = names;
    }

    @Override
    void write(int row, VariantBuilder out) {
      ranges.seek(row);
      int end = ranges.end();
      out.startObject();
      for (int i = ranges.start(); i < end; i++) {
        if (keys.isNull(i)) {
          throw mismatch("a null key", "text");
        }
        out.field(keys.intern(i, names));
        writeValue(i, out);
      }
      try {
        out.endObject();
      } catch (IllegalArgumentException e) {
        throw mismatch(e.getMessage(), "each key once");
      }
    }

    private void writeValue(int row, VariantBuilder out) {
      try {
        values.writeOrNull(row, out);
      } catch (MalformedVariantException e) {
        throw e.at(values.path()).inElement(path(), keys.step(row));
      } catch (ConversionException e) {
        throw e.inElement(path(), keys.step(row));
      }
    }
  }

  /** Owns the reader's scratch memory until closed. */
  private static final class VariantValueWriter extends ColumnWriter implements AutoCloseable {
    private final VariantReader reader;
    private final VariantLimits limits;

    VariantValueWriter(String path, ParquetVariantVector vector, VariantLimits limits) {
      super(path, vector.getUnderlyingVector());
      this.limits = limits;
      this.reader = new VariantReader(vector, limits);
    }

    @Override
    void write(int row, VariantBuilder out) {
      VariantCursor value;
      try {
        value = reader.seek(row);
      } catch (MalformedVariantException e) {
        throw malformed(e);
      }
      try {
        out.append(value);
      } catch (MalformedVariantException e) {
        throw MalformedPathFinder.locate(e, value, limits).within(path());
      }
    }

    /** The reader names its own row; the one to name is the row of the whole column. */
    private MalformedVariantException malformed(MalformedVariantException e) {
      MalformedVariantException anywhere =
          new MalformedVariantException(e.problem(), e.offset(), e.found(), e.expected());
      return (e.path() == null ? anywhere : anywhere.at(e.path())).within(path());
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  private record Child(String name, ColumnWriter writer) {
    byte[] utf8() {
      return name.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Struct: an object, a field for each child in the order of the names' bytes. */
  private static final class StructWriter extends ColumnWriter {
    private final byte[][] names;
    private final ColumnWriter[] writers;
    private final int[] ids;
    private final boolean keepNulls;

    /** {@code keepNulls}: a child that is null is a field that is null, not a missing one. */
    StructWriter(String path, FieldVector vector, List<Child> children, boolean keepNulls) {
      super(path, vector);
      // The builder sorts fields; those in order already cost it one comparison each.
      List<Child> sorted =
          children.stream().sorted((a, b) -> Arrays.compareUnsigned(a.utf8(), b.utf8())).toList();
      this.names = sorted.stream().map(Child::utf8).toArray(byte[][]::new);
      this.writers = sorted.stream().map(Child::writer).toArray(ColumnWriter[]::new);
      this.ids = new int[writers.length];
      this.keepNulls = keepNulls;
    }

    byte[][] names() {
      return names;
    }

    void resolve(VariantDictionary dictionary) {
      for (int i = 0; i < ids.length; i++) {
        ids[i] = dictionary.intern(names[i]);
      }
    }

    @Override
    void write(int row, VariantBuilder out) {
      out.startObject();
      for (int i = 0; i < writers.length; i++) {
        ColumnWriter child = writers[i];
        if (!child.isNull(row)) {
          out.field(ids[i]);
          child.write(row, out);
        } else if (keepNulls) {
          out.field(ids[i]).appendNull();
        }
      }
      out.endObject();
    }
  }
}
