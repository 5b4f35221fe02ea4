// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.stress;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Files of random rows: columns {@code i}, {@code s}, {@code d}, {@code b} plain, {@code l} and
 * {@code m} nested, {@code v} a Variant. Written in several row groups and pages, with and without
 * a FlatBuffers footer, the Variant shredded in some way or not at all.
 */
final class StressFiles {
  private static final String TYPE =
      "struct<i: bigint, s: string, d: double, b: boolean,"
          + " l: list<struct<x: int, y: string>>, m: map<string, bigint>, v: variant>";
  private static final List<String> SHREDDINGS =
      List.of("struct<a: bigint, t: string>", "struct<o: struct<p: double>, l: list<bigint>>");
  private static final FooterLayout[] LAYOUTS = {
    FooterLayout.THRIFT, FooterLayout.SPEC, FooterLayout.ARROW_CPP
  };
  private static final ParquetCodec[] CODECS = {
    ParquetCodec.UNCOMPRESSED, ParquetCodec.SNAPPY, ParquetCodec.ZSTD
  };
  private static final int WORDS = 200;

  private final Random random;

  private StressFiles(Random random) {
    this.random = random;
  }

  /** Writes this many files into an empty folder of its own. */
  static List<Path> write(Path folder, int count, Random random) throws IOException {
    Files.createDirectory(folder);
    StressFiles files = new StressFiles(random);
    List<Path> written = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator()) {
      for (int file = 0; file < count; file++) {
        Path path = folder.resolve(file + ".parquet");
        files.write(path, files.options(file), 500 + random.nextInt(3000), allocator);
        written.add(path);
      }
    }
    return written;
  }

  private ParquetWriteOptions options(int file) {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(200 + random.nextInt(1500))
            .withPageBytes(2000 + random.nextInt(20_000))
            .withCodec(CODECS[random.nextInt(CODECS.length)])
            .withDictionary(random.nextInt(4) > 0)
            .withDataPageV2(random.nextBoolean())
            .withFooter(LAYOUTS[file % LAYOUTS.length]);
    int shredding = random.nextInt(SHREDDINGS.size() + 1);
    if (shredding < SHREDDINGS.size()) {
      options =
          options.withShredding(
              "v", ArrowTypeText.parse("v", SHREDDINGS.get(shredding)), ShredMode.LENIENT);
    }
    return options;
  }

  private void write(Path file, ParquetWriteOptions options, int rows, BufferAllocator allocator)
      throws IOException {
    VariantDecode decode =
        new VariantDecode(ArrowTypeText.parse("row", TYPE), ConversionMode.STRICT);
    try (VarCharVector text = new VarCharVector("row", allocator)) {
      for (int row = 0; row < rows; row++) {
        text.setSafe(row, row(row).getBytes(StandardCharsets.UTF_8));
      }
      text.setValueCount(rows);
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator);
          StructVector table = (StructVector) decode.decode(variants, allocator);
          VectorSchemaRoot root = new VectorSchemaRoot(table.getChildrenFromFields());
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        root.setRowCount(rows);
        writer.write(root);
        writer.finish();
      }
    }
  }

  private String row(int row) {
    StringBuilder json = new StringBuilder("{");
    put(json, "i", Integer.toString(row - random.nextInt(50)));
    put(json, "s", text());
    // Never whole: JSON text of a whole number would be an integer.
    put(json, "d", (random.nextInt(1000) + 0.5) + "E1");
    put(json, "b", Boolean.toString(random.nextBoolean()));
    put(json, "l", list(() -> "{\"x\":" + random.nextInt(99) + ",\"y\":" + text() + "}"));
    put(json, "m", "{\"k\":" + random.nextInt(9) + ",\"n\":" + random.nextInt() + "}");
    put(json, "v", variant());
    return json.append("\"end\":1}").toString();
  }

  /** Adds a field, or leaves it out now and then. */
  private void put(StringBuilder json, String name, String value) {
    if (random.nextInt(8) > 0) {
      json.append('"').append(name).append("\":").append(value).append(',');
    }
  }

  private String text() {
    return "\"word " + random.nextInt(WORDS) + "x".repeat(random.nextInt(20)) + '"';
  }

  private String list(java.util.function.Supplier<String> element) {
    StringBuilder json = new StringBuilder("[");
    for (int i = random.nextInt(4); i > 0; i--) {
      json.append(element.get()).append(i > 1 ? "," : "");
    }
    return json.append(']').toString();
  }

  private String variant() {
    return switch (random.nextInt(6)) {
      case 0 -> text();
      case 1 -> Integer.toString(random.nextInt());
      case 2 -> list(this::text);
      default -> {
        StringBuilder json = new StringBuilder("{");
        put(json, "a", random.nextInt(5) == 0 ? text() : Integer.toString(random.nextInt(100)));
        put(json, "t", text());
        put(json, "o", "{\"p\":" + (random.nextInt(100) + 0.25) + "E0,\"q\":null}");
        put(json, "l", list(() -> Integer.toString(random.nextInt(9))));
        yield json.append("\"z\":true}").toString();
      }
    };
  }
}
