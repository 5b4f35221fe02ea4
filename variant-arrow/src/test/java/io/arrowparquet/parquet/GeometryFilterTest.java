// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.format.BoundingBox;
import org.apache.parquet.format.GeographyType;
import org.apache.parquet.format.GeometryType;
import org.apache.parquet.format.GeospatialStatistics;
import org.apache.parquet.format.LogicalType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Boxes that geometries meet: of rows, and of what statistics say of row groups.
 *
 * @see RowFilter.Intersects
 */
class GeometryFilterTest {
  private static final Operand G = Operand.column("g");
  private static final LogicalType GEOMETRY = LogicalType.GEOMETRY(new GeometryType());
  private static final LogicalType GEOGRAPHY = LogicalType.GEOGRAPHY(new GeographyType());
  private static final double INFINITE = Double.POSITIVE_INFINITY;
  private static final double NAN = Double.NaN;

  @AutoClose private final RootAllocator allocator = new RootAllocator();
  @TempDir private Path folder;

  /** A geometry of WKB: numbers are doubles, counts are Integers, parts are byte arrays. */
  private static byte[] wkb(boolean bigEndian, int type, Object... parts) {
    ByteBuffer bytes =
        ByteBuffer.allocate(1024)
            .order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
            .put((byte) (bigEndian ? 0 : 1))
            .putInt(type);
    for (Object part : parts) {
      if (part instanceof Integer count) {
        bytes.putInt(count);
      } else if (part instanceof byte[] geometry) {
        bytes.put(geometry);
      } else {
        bytes.putDouble(((Number) part).doubleValue());
      }
    }
    byte[] geometry = new byte[bytes.flip().remaining()];
    bytes.get(geometry);
    return geometry;
  }

  private static byte[] point(double x, double y) {
    return wkb(false, 1, x, y);
  }

  private static byte[] line(double... xy) {
    List<Object> parts = new ArrayList<>(List.of(xy.length / 2));
    for (double number : xy) {
      parts.add(number);
    }
    return wkb(true, 2, parts.toArray());
  }

  /** A file of columns id and g, a row group for each row of geometries. */
  private Path write(LogicalType type, byte[][]... rowGroups) throws IOException {
    Path file = folder.resolve("g.parquet");
    try (IntVector ids = new IntVector("id", allocator);
        VarBinaryVector geometries = new VarBinaryVector("g", allocator);
        VectorSchemaRoot root = new VectorSchemaRoot(List.of(ids, geometries));
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file,
                root.getSchema(),
                ParquetWriteOptions.defaults()
                    .withRowGroupRows(rowGroups[0].length)
                    .withOverwrite(true),
                allocator)) {
      int id = 0;
      for (byte[][] rowGroup : rowGroups) {
        ids.clear();
        geometries.clear();
        for (int row = 0; row < rowGroup.length; row++) {
          ids.setSafe(row, id++);
          if (rowGroup[row] != null) {
            geometries.setSafe(row, rowGroup[row]);
          }
        }
        root.setRowCount(rowGroup.length);
        writer.write(root);
      }
      writer.finish();
    }
    RewrittenStatistics changed = new RewrittenStatistics(file);
    changed.element("g").setLogicalType(type);
    changed.write();
    return file;
  }

  private static void setBoxes(Path file, List<Integer> types, double[]... boxes)
      throws IOException {
    RewrittenStatistics changed = new RewrittenStatistics(file);
    for (int rowGroup = 0; rowGroup < boxes.length; rowGroup++) {
      double[] box = boxes[rowGroup];
      changed
          .chunk(rowGroup, "g")
          .getMeta_data()
          .setGeospatial_statistics(
              new GeospatialStatistics()
                  .setBbox(new BoundingBox(box[0], box[1], box[2], box[3]))
                  .setGeospatial_types(types));
    }
    changed.write();
  }

  private record Read(List<Integer> ids, long rowGroups) {}

  private static List<Integer> ids(ArrowReader reader) throws IOException {
    List<Integer> ids = new ArrayList<>();
    while (reader.loadNextBatch()) {
      IntVector vector = (IntVector) reader.getVectorSchemaRoot().getVector("id");
      for (int row = 0; row < vector.getValueCount(); row++) {
        ids.add(vector.get(row));
      }
    }
    return ids;
  }

  /** Reads with and without skipping, which gives the same rows. */
  private Read read(Path file, RowFilter filter) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of("id")).withFilter(filter);
    List<Integer> all;
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, options.withSkipping(false), allocator)) {
      all = ids(reader);
    }
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(ids(reader)).isEqualTo(all);
      return new Read(all, reader.statistics().rowGroupsRead());
    }
  }

  @Test
  void rows_are_tested_by_the_box_of_their_coordinates() throws IOException {
    byte[] square = wkb(false, 3, 1, 4, 0.0, 0.0, 9.0, 0.0, 9.0, 9.0, 0.0, 0.0);
    Path file =
        write(
            GEOMETRY,
            new byte[][] {
              point(1, 1),
              point(5, 5),
              line(-9, 4, 4, -9), // the box, not the line, meets others
              square,
              wkb(true, 4, 2, wkb(false, 1, -1.0, -1.0), wkb(true, 1, 2.0, 2.0)),
              wkb(false, 7, 2, square, wkb(false, 7, 1, point(30, 30))),
              wkb(false, 1001, 1.0, 1.0, 77.0),
              wkb(true, 2001, 1.0, 1.0, 77.0),
              wkb(false, 3002, 1, 1.0, 1.0, 77.0, 77.0),
              point(NAN, NAN),
              wkb(false, 2, 0),
              line(NAN, 1, 1, NAN),
              point(1, INFINITE),
              null,
            });
    assertThat(read(file, G.intersects(1, 1, 2, 2)).ids())
        .containsExactly(0, 2, 3, 4, 5, 6, 7, 8, 11);
    assertThat(read(file, G.intersects(1, 1, 2, 2).not()).ids()).containsExactly(1, 9, 10, 12);
    assertThat(read(file, G.intersects(-INFINITE, -INFINITE, INFINITE, INFINITE)).ids())
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12);
    assertThat(read(file, G.intersects(29, 0, -5, 9)).ids()).containsExactly(2, 5);
    assertThat(read(file, G.intersects(10, 10, 11, 11).or(Operand.column("id").isEqualTo(1))).ids())
        .containsExactly(1, 5);
  }

  @Test
  void bytes_that_are_no_geometry_are_unknown() throws IOException {
    byte[] cut = new byte[20];
    System.arraycopy(point(1, 1), 0, cut, 0, 20);
    Path file =
        write(
            GEOMETRY,
            new byte[][] {
              {},
              {1},
              cut,
              wkb(false, 0),
              wkb(false, 8, 1, 1.0, 1.0), // no type of these statistics
              wkb(false, 4001, 1.0, 1.0, 1.0, 1.0),
              wkb(false, 0x20000001, 4326, 1.0, 1.0), // of PostGIS
              wkb(false, 2, -1, 1.0, 1.0),
              wkb(false, 2, 2, 1.0, 1.0),
              wkb(false, 3, -1),
              wkb(false, 3, 1 << 30, 0, 0),
              wkb(false, 7, -1, point(1, 1)),
              wkb(false, 1, 1.0, 1.0, 1.0),
              {2, 1, 0, 0, 0},
            });
    RowFilter meets = G.intersects(0, 0, 2, 2);
    assertThat(read(file, meets).ids()).isEmpty();
    assertThat(read(file, meets.not()).ids()).isEmpty();
  }

  @Test
  void row_groups_are_left_unread_by_their_boxes() throws IOException {
    Path file =
        write(
            GEOMETRY,
            new byte[][] {point(0, 0), line(3, 3, 1, 1)},
            new byte[][] {point(10, 10), null},
            new byte[][] {point(20, 20), new byte[3]});
    RowFilter meets = G.intersects(10, 10, 15, 15);
    assertThat(read(file, meets)).isEqualTo(new Read(List.of(2), 3));

    setBoxes(
        file,
        null,
        new double[] {0, 3, 0, 3},
        new double[] {10, 10, 10, 10},
        new double[] {20, 20, 20, 20});
    assertThat(read(file, meets)).isEqualTo(new Read(List.of(2), 1));
    assertThat(read(file, G.intersects(4, 4, 9, 9))).isEqualTo(new Read(List.of(), 0));
    assertThat(read(file, G.intersects(20, 0, 2, 99))).isEqualTo(new Read(List.of(0, 1, 4), 2));
    assertThat(read(file, G.intersects(4, 4, 9, 9).and(Operand.column("id").isEqualTo(3))))
        .isEqualTo(new Read(List.of(), 0));
    assertThat(read(file, meets.or(Operand.column("id").isEqualTo(4))).ids()).containsExactly(2, 4);
    // The geometry that is none is neither inside nor outside.
    assertThat(read(file, meets.not()).ids()).containsExactly(0, 1, 4);
  }

  @Test
  void boxes_that_bound_nothing_are_not_used() throws IOException {
    Path file = write(GEOMETRY, new byte[][] {point(170, 1), line(-170, 2, 175, 3)});
    RowFilter west = G.intersects(-10, 0, 10, 9);
    RowFilter north = G.intersects(-10, 50, 10, 60);
    double[][] useless = {
      {NAN, 1, 50, 60},
      {1, NAN, 50, 60},
      {0, 1, NAN, 60},
      {0, 1, 50, NAN},
      {0, 1, 60, 50},
      {INFINITE, -INFINITE, INFINITE, -INFINITE}
    };
    for (double[] box : useless) {
      setBoxes(file, List.of(1, 2), box);
      assertThat(read(file, west)).isEqualTo(new Read(List.of(1), 1));
    }
    // Across the antimeridian: y says something, x of points alone.
    double[] across = {170, -170, 1, 3};
    setBoxes(file, List.of(1, 2), across);
    assertThat(read(file, west)).isEqualTo(new Read(List.of(1), 1));
    assertThat(read(file, north)).isEqualTo(new Read(List.of(), 0));

    file = write(GEOMETRY, new byte[][] {point(170, 1), point(-170, 3)});
    for (List<Integer> types : List.of(List.<Integer>of(), List.of(1, 4))) {
      setBoxes(file, types, across);
      assertThat(read(file, west)).isEqualTo(new Read(List.of(), 1));
    }
    setBoxes(file, List.of(1, 3001), across);
    assertThat(read(file, west)).isEqualTo(new Read(List.of(), 0));
    assertThat(read(file, G.intersects(160, 0, 175, 9)).ids()).containsExactly(0);
    assertThat(read(file, G.intersects(160, 0, -160, 9)).ids()).containsExactly(0, 1);
  }

  @Test
  void boxes_of_columns_that_are_no_geometries_are_not_used() throws IOException {
    Path file = write(null, new byte[][] {point(1, 1)});
    setBoxes(file, List.of(1), new double[] {50, 60, 50, 60});
    assertThat(read(file, G.intersects(0, 0, 2, 2))).isEqualTo(new Read(List.of(0), 1));
  }

  @Test
  void what_is_not_on_the_earth_is_left_out_of_geographies() throws IOException {
    byte[][] rows = {line(0, 0, 190, 10), line(0, 0, 10, -91), point(200, 5)};
    RowFilter east = G.intersects(100, 0, 300, 9);
    assertThat(read(write(GEOMETRY, rows), east).ids()).containsExactly(0, 2);
    Path file = write(GEOGRAPHY, rows);
    setBoxes(file, List.of(2), new double[] {0, 10, 0, 10});
    assertThat(read(file, east)).isEqualTo(new Read(List.of(), 0));
    assertThat(read(file, G.intersects(0, -91, 0, -1)).ids()).isEmpty();
    assertThat(read(file, G.intersects(0, 0, 0, 0)).ids()).containsExactly(0, 1);
  }

  @Test
  void random_boxes_find_what_meets_them() throws IOException {
    Random random = new Random(5);
    byte[][][] geometries = new byte[20][25][];
    double[][] boxes = new double[geometries.length][];
    List<double[]> all = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < geometries.length; rowGroup++) {
      double[] outer = {INFINITE, -INFINITE, INFINITE, -INFINITE};
      double x = random.nextInt(100);
      double y = random.nextInt(100);
      for (int row = 0; row < geometries[rowGroup].length; row++) {
        double[] box = {x + random.nextInt(5), 0, y + random.nextInt(5), 0};
        box[1] = box[0] + random.nextInt(5);
        box[3] = box[2] + random.nextInt(5);
        geometries[rowGroup][row] = line(box[0], box[3], box[1], box[2]);
        all.add(box);
        outer[0] = Math.min(outer[0], box[0]);
        outer[1] = Math.max(outer[1], box[1]);
        outer[2] = Math.min(outer[2], box[2]);
        outer[3] = Math.max(outer[3], box[3]);
      }
      boxes[rowGroup] = outer;
    }
    Path file = write(GEOMETRY, geometries);
    setBoxes(file, List.of(2), boxes);
    long skipped = 0;
    for (int i = 0; i < 40; i++) {
      double x = random.nextInt(100);
      double y = random.nextInt(100);
      double width = random.nextInt(30);
      List<Integer> expected = new ArrayList<>();
      for (int id = 0; id < all.size(); id++) {
        double[] box = all.get(id);
        if (box[1] >= x && box[0] <= x + width && box[3] >= y && box[2] <= y + width) {
          expected.add(id);
        }
      }
      Read read = read(file, G.intersects(x, y, x + width, y + width));
      assertThat(read.ids()).isEqualTo(expected);
      skipped += geometries.length - read.rowGroups();
    }
    assertThat(skipped).isGreaterThan(400);
  }

  @Test
  void texts_sets_and_splits_have_boxes() throws IOException {
    Path file = write(GEOMETRY, new byte[][] {point(1, 1)}, new byte[][] {point(5, 5)});
    setBoxes(file, null, new double[] {1, 1, 1, 1}, new double[] {5, 5, 5, 5});
    Schema schema = ArrowSchema.of(FooterReader.defaults().read(file).footer());
    RowFilter filter =
        RowFilter.parse("not (bbox(g, 0, -1.5, 2e0, 2) or id > 7)", schema, ConversionMode.CAST);
    assertThat(read(file, filter).ids()).containsExactly(1);
    for (String wrong :
        List.of("bbox(id, 0, 0, 1, 1)", "bbox(g, 0, 0, 1)", "bbox(g, 0, 0, 1, x)")) {
      assertThatThrownBy(() -> RowFilter.parse(wrong, schema, ConversionMode.CAST))
          .isInstanceOf(InvalidRequestException.class);
    }
    ParquetFileSet set = ParquetFileSet.open(List.of(file));
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(G.intersects(4, 4, 9, 9));
    List<Integer> found = new ArrayList<>();
    for (ParquetSplit split : ParquetScanPlan.of(set, options).splits(1)) {
      try (ArrowReader reader =
          ParquetSplit.from(split.toBytes()).open(ByteSources.defaults(), allocator)) {
        found.addAll(ids(reader));
      }
    }
    assertThat(found).containsExactly(1);

    List<Field> both = new ArrayList<>(schema.getFields());
    both.add(Field.nullable("h", both.get(1).getType()));
    ReaderSchema reader = ReaderSchema.of(new Schema(both));
    ParquetReadOptions missing = options.withFilter(Operand.column("h").intersects(0, 0, 1, 1));
    try (ArrowReader rows = set.withSchema(reader).read(missing, allocator)) {
      assertThat(ids(rows)).isEmpty();
    }
    ParquetFileSet filled = set.withSchema(reader.withDefault("h", point(1, 1)));
    assertThatThrownBy(
            () -> {
              try (ArrowReader rows = filled.read(missing, allocator)) {
                ids(rows);
              }
            })
        .isInstanceOf(UnsupportedColumnException.class);
  }

  @Test
  void bundles_have_the_boxes() throws IOException {
    Path file = write(GEOMETRY, new byte[][] {point(1, 1)}, new byte[][] {line(5, 5, 9, 9)});
    setBoxes(file, List.of(2), new double[] {1, 1, 1, 1}, new double[] {5, 9, 5, 9});
    Path path = folder.resolve("bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults())
        .write(List.of(BundleInput.of(folder, file)), false);
    try (FooterBundle bundle = FooterBundle.open(path)) {
      for (int at : new int[] {1, 3, 7}) {
        ParquetReadOptions options =
            ParquetReadOptions.defaults().withFilter(G.intersects(at, at, at, at));
        List<Integer> planned =
            ParquetScanPlan.of(bundle, BundleFolder.of(folder), null, options).files().stream()
                .flatMap(one -> one.rowGroups().stream())
                .map(ParquetScanPlan.PlannedRowGroup::number)
                .toList();
        assertThat(planned).isEqualTo(at == 1 ? List.of(0) : at == 3 ? List.of() : List.of(1));
      }
    }
  }

  @Test
  void boxes_without_a_point_and_other_types_are_refused() throws IOException {
    assertThatThrownBy(() -> G.intersects(NAN, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> G.intersects(0, 0, NAN, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> G.intersects(0, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> G.intersects(0, NAN, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    Path file = write(GEOMETRY, new byte[][] {point(1, 1)});
    assertThatThrownBy(() -> read(file, Operand.column("id").intersects(0, 0, 1, 1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("id");
  }
}
