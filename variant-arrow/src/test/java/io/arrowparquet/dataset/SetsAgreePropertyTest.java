// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.RandomLake.Column;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * One filter over one schema gives the rows that the files give one by one without skipping:
 * through a set of paths, and through a bundle that was planned for it or not.
 *
 * @see ParquetFileSet
 * @see BundlePlanning
 */
class SetsAgreePropertyTest {
  private static ExecutorService pool;

  @BeforeContainer
  static void startThreads() {
    pool = Executors.newFixedThreadPool(2);
  }

  @AfterContainer
  static void stopThreads() {
    pool.shutdown();
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void evolved_files_have_the_rows_of_files_one_by_one(@ForAll long seed) throws IOException {
    check(new Random(seed), true);
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void united_files_have_the_rows_and_the_schema_of_files_one_by_one(@ForAll long seed)
      throws IOException {
    check(new Random(seed), false);
  }

  private static void check(Random random, boolean evolved) throws IOException {
    Path folder = Files.createTempDirectory("lake");
    try (RootAllocator allocator = new RootAllocator()) {
      RandomLake lake = new RandomLake(random, evolved, allocator);
      lake.write(folder);
      ParquetFileSet files = ParquetFileSet.open(List.of(folder));
      Schema united = evolved ? null : files.schema(ParquetReadOptions.defaults());
      ReaderSchema schema = evolved ? schema(lake, random) : null;
      ParquetReadOptions options = options(schema == null ? united : schema.schema(), random);

      List<String> expected = new ArrayList<>();
      for (Path file : ScanFiles.paths(files)) {
        ParquetFileSet one = ParquetFileSet.open(List.of(file));
        one = evolved ? one.withSchema(schema) : one.withSchema(united);
        expected.addAll(read(one, options.withSkipping(false), allocator));
      }
      ParquetFileSet planned;
      ParquetFileSet unplanned;
      try (FooterBundle bundle = FooterBundle.open(folder.resolve("lake.bundle"))) {
        unplanned = open(bundle, folder, ParquetReadOptions.defaults(), null);
        planned = open(bundle, folder, options, schema);
        if (!evolved) {
          assertThat(ParquetFileSet.ofSchemas(bundle).schema(ParquetReadOptions.defaults()))
              .isEqualTo(united);
          assertThat(unplanned.schema(ParquetReadOptions.defaults())).isEqualTo(united);
          assertThat(planned.schema(ParquetReadOptions.defaults())).isEqualTo(united);
        }
      }
      ParquetFileSet every = evolved ? files.withSchema(schema) : files;
      ParquetFileSet bundled = evolved ? unplanned.withSchema(schema) : unplanned;
      for (ParquetFileSet set : List.of(every, bundled, planned)) {
        assertThat(read(set, options, allocator)).isEqualTo(expected);
      }
      for (boolean ordered : new boolean[] {true, false}) {
        List<String> found = scan(planned, options, ordered, allocator);
        if (!ordered) {
          Collections.sort(found);
          Collections.sort(expected);
        }
        assertThat(found).isEqualTo(expected);
      }
    } finally {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static ParquetFileSet open(
      FooterBundle bundle, Path folder, ParquetReadOptions options, ReaderSchema schema)
      throws IOException {
    BundleFolder here = BundleFolder.of(folder);
    return schema == null
        ? ParquetFileSet.open(bundle, here, BundleTrust.STAT, options, found -> {})
        : ParquetFileSet.open(bundle, here, BundleTrust.STAT, options, schema, found -> {});
  }

  private static List<String> read(
      ParquetFileSet set, ParquetReadOptions options, BufferAllocator allocator)
      throws IOException {
    try (ArrowReader reader = set.read(options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private static List<String> scan(
      ParquetFileSet set, ParquetReadOptions options, boolean ordered, BufferAllocator allocator)
      throws IOException {
    ParquetScanOptions read =
        ParquetScanOptions.defaults().withRead(options).withThreads(2).withOrdered(ordered);
    try (ParquetScan scan = set.scan(read, pool, allocator)) {
      return new ArrayList<>(ScanFiles.rows(scan, allocator));
    }
  }

  /** The widest types, under names of other columns in some files, some with defaults. */
  private static ReaderSchema schema(RandomLake lake, Random random) {
    List<Field> fields = new ArrayList<>();
    for (Column column : Column.values()) {
      if (column != Column.VARIANT) {
        fields.add(lake.field(column, 3, true));
      }
    }
    fields.addAll(JsonTable.schema("struct<variants#9: variant>").getFields());
    fields.add(Field.nullable("nowhere", new ArrowType.Int(32, true)));
    Collections.shuffle(fields, random);
    ReaderSchema schema = ReaderSchema.of(new Schema(fields));
    for (Field field : fields) {
      Object value = literal(field.getType(), random);
      if (value != null && random.nextInt(3) == 0) {
        schema = schema.withDefault(field.getName(), value);
      }
    }
    return random.nextInt(3) == 0 ? schema.withDefault("variant.x", 7L) : schema;
  }

  private static ParquetReadOptions options(Schema schema, Random random) {
    ParquetReadOptions options = ParquetReadOptions.defaults();
    List<String> names =
        new ArrayList<>(schema.getFields().stream().map(Field::getName).distinct().toList());
    Collections.shuffle(names, random);
    if (random.nextBoolean() && !names.isEmpty()) {
      options = options.withColumns(names.subList(0, 1 + random.nextInt(names.size())));
    }
    List<RowFilter> leaves = new ArrayList<>();
    addLeaves("", schema.getFields(), leaves, random);
    if (leaves.isEmpty() || random.nextInt(5) == 0) {
      return options;
    }
    return options.withFilter(filter(leaves, 2, random));
  }

  private static RowFilter filter(List<RowFilter> leaves, int depth, Random random) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return leaves.get(random.nextInt(leaves.size()));
    }
    RowFilter left = filter(leaves, depth - 1, random);
    RowFilter right = filter(leaves, depth - 1, random);
    return switch (random.nextInt(3)) {
      case 0 -> left.and(right);
      case 1 -> left.or(right);
      default -> left.not();
    };
  }

  private static void addLeaves(
      String parent, List<Field> fields, List<RowFilter> leaves, Random random) {
    List<Field> comparable = new ArrayList<>();
    for (Field field : fields) {
      Operand operand = Operand.column(parent + field.getName());
      leaves.add(random.nextBoolean() ? operand.isNull() : operand.isNotNull());
      if (field.getType() instanceof ArrowType.Struct) {
        addLeaves(parent + field.getName() + ".", field.getChildren(), leaves, random);
        continue;
      }
      if (field.getType() instanceof ParquetVariantType) {
        VariantProjection path =
            VariantProjection.of(
                field.getName(), VariantPath.parse("$.n"), "n", new ArrowType.Int(Long.SIZE, true));
        leaves.add(path.isGreaterThan((long) random.nextInt(60)));
        continue;
      }
      Object literal = literal(field.getType(), random);
      leaves.add(
          switch (random.nextInt(3)) {
            case 0 -> operand.isLessThan(literal);
            case 1 -> operand.isAtLeast(literal);
            default -> operand.isEqualTo(literal);
          });
      for (Field other : comparable) {
        if (other.getType().equals(field.getType())) {
          leaves.add(operand.isAtMost(Operand.column(parent + other.getName())));
        }
      }
      comparable.add(field);
    }
  }

  private static Object literal(ArrowType type, Random random) {
    int number = random.nextInt(60);
    return switch (type.getTypeID()) {
      case Int -> (long) number;
      case FloatingPoint -> number / 4d;
      case Decimal -> RandomLake.decimal(number);
      case Utf8, LargeUtf8 -> RandomLake.name(number);
      case Time -> LocalTime.ofNanoOfDay(number * 250_000_000L);
      case Timestamp -> {
        Instant instant = Instant.ofEpochMilli(number * 250L);
        yield ((ArrowType.Timestamp) type).getTimezone() == null
            ? (Object) LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
            : instant;
      }
      default -> null;
    };
  }
}
