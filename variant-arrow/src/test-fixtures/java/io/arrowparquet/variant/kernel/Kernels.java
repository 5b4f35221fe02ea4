// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.value.VariantValidator;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The list of all kernels, over which tests of what every kernel has to do iterate: errors, limits,
 * damaged and random bytes, failed allocations. A test proves that no public method is missing.
 */
public final class Kernels {
  private static final NaturalTypeOptions NARROW =
      NaturalTypeOptions.defaults()
          .withMaxStructChildren(2)
          .withMaxUnionMembers(4)
          .withExactIntegers(true);

  private static final Field TEXT = Field.nullable("text", ArrowType.Utf8.INSTANCE);

  private final Field type;
  private final Field shredding;
  private final VariantPath path;
  private final VariantLimits limits;
  private final List<Kernel> kernels = new ArrayList<>();

  private Kernels(Field type, Field shredding, VariantPath path, VariantLimits limits) {
    this.type = type;
    this.shredding = shredding;
    this.path = path;
    this.limits = limits;
  }

  /**
   * All kernels.
   *
   * @param type what values are decoded to
   * @param shredding what they are shredded to
   * @param path where values are taken from
   */
  public static List<Kernel> all(
      Field type, Field shredding, VariantPath path, VariantLimits limits) {
    Kernels all = new Kernels(type, shredding, path, limits);
    all.addReaders();
    all.addDecoders();
    all.addShredders();
    all.addJson();
    return List.copyOf(all.kernels);
  }

  private void add(Kernel kernel) {
    kernels.add(kernel);
  }

  private void addReaders() {
    VariantValidator validator = new VariantValidator(limits);
    add(
        new Kernel(
            "VariantValidator.validate",
            (column, allocator) -> {
              forEach(column, validator::validate);
              return "valid";
            }));
    add(
        new Kernel(
            "Variant.copyOf",
            (column, allocator) -> {
              List<Integer> hashes = new ArrayList<>();
              forEach(column, value -> hashes.add(Variant.copyOf(value, limits).hashCode()));
              return hashes;
            }));
  }

  private void forEach(ParquetVariantVector column, Consumer<VariantCursor> use) {
    try (VariantReader reader = new VariantReader(column, limits)) {
      for (int row = 0; row < reader.count(); row++) {
        VariantCursor value = reader.seek(row);
        if (value != null) {
          visit(value, row, use);
        }
      }
    }
  }

  private static void visit(VariantCursor value, int row, Consumer<VariantCursor> use) {
    try {
      use.accept(value);
    } catch (MalformedVariantException e) {
      throw e.atRow(row);
    }
  }

  private void addDecoders() {
    add(
        new Kernel(
            "VariantDecode.decode", new VariantDecode(type, ConversionMode.SAFE, limits)::decode));
    add(
        new Kernel(
            "VariantDecode.decode strict",
            new VariantDecode(type, ConversionMode.STRICT, limits)::decode));
    add(
        new Kernel(
            "VariantDecode.decode with casts",
            new VariantDecode(type, ConversionMode.TRY_CAST, limits)::decode));
    add(
        new Kernel(
            "VariantDecode.decode with casts, strict",
            new VariantDecode(type, ConversionMode.CAST, limits)::decode));
    add(
        new Kernel(
            "VariantDecode.decode cast to text",
            new VariantDecode(TEXT, ConversionMode.TRY_CAST, limits)::decode));
    add(
        new Kernel(
            "VariantGet.get",
            new VariantGet(path, VariantVectorBuilder.field("got"), ConversionMode.SAFE, limits)
                ::get));
    add(
        new Kernel(
            "VariantGet.get typed", new VariantGet(path, type, ConversionMode.SAFE, limits)::get));
    add(
        new Kernel(
            "VariantGet.get cast to text",
            new VariantGet(path, TEXT, ConversionMode.TRY_CAST, limits)::get));
    NaturalTypeOptions options = NaturalTypeOptions.defaults().withLimits(limits);
    NaturalTypeOptions narrow = NARROW.withLimits(limits);
    add(
        new Kernel(
            "NaturalType.decode",
            (column, allocator) -> NaturalType.decode(column, allocator, options)));
    add(
        new Kernel(
            "NaturalType.decode narrow",
            (column, allocator) -> NaturalType.decode(column, allocator, narrow)));
    add(
        new Kernel(
            "NaturalType.type",
            (column, allocator) -> NaturalType.type(column, allocator, options)));
    add(new Kernel("VariantCast.cast", this::cast));
    add(
        new Kernel(
            "VariantCast.cast of the natural type",
            (column, allocator) -> {
              try (FieldVector decoded = NaturalType.decode(column, allocator, options)) {
                return cast(decoded, allocator);
              }
            }));
  }

  private ParquetVariantVector cast(FieldVector column, BufferAllocator allocator) {
    return VariantCast.cast(column, allocator, CastOptions.defaults().withLimits(limits), null);
  }

  private void addShredders() {
    for (ShredMode mode : ShredMode.values()) {
      VariantShred shred = new VariantShred(shredding, mode, limits);
      add(new Kernel("VariantShred.shred " + mode, shred::shred));
      add(
          new Kernel(
              "VariantUnshred.unshred after " + mode,
              (column, allocator) -> {
                try (ParquetVariantVector shredded = shred.shred(column, allocator)) {
                  return VariantUnshred.unshred(shredded, allocator, limits);
                }
              }));
    }
    add(
        new Kernel(
            "VariantUnshred.unshred",
            (column, allocator) -> VariantUnshred.unshred(column, allocator, limits)));
    InferShreddingOptions options = InferShreddingOptions.defaults().withLimits(limits);
    add(
        new Kernel(
            "InferredShredding.of",
            (column, allocator) -> InferredShredding.of(column, options).schema()));
  }

  private void addJson() {
    add(
        new Kernel(
            "VariantToJson.write",
            (column, allocator) -> VariantToJson.write(column, allocator, limits)));
    add(
        new Kernel(
            "VariantToJson.writeLarge",
            (column, allocator) -> VariantToJson.writeLarge(column, allocator, limits)));
    add(
        new Kernel(
            "VariantToJson.writeViews",
            (column, allocator) -> VariantToJson.writeViews(column, allocator, limits)));
    add(
        new Kernel(
            "VariantFromJson.parse",
            (column, allocator) -> {
              try (VarCharVector text = VariantToJson.write(column, allocator, limits)) {
                return VariantFromJson.parse(text, allocator, limits);
              }
            }));
  }
}
