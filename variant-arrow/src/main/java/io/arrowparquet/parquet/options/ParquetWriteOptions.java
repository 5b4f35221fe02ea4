// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.CompressionCodec;
import io.arrowparquet.footer.model.Encoding;
import io.arrowparquet.variant.kernel.infer.InferShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * How a file is written. Immutable; threads may share one. {@link #builder} makes others than
 * {@link #DEFAULT}.
 *
 * <p>Paths are dotted and name the group or column in the file: {@code event}, {@code
 * order.items.list.element}.
 */
public final class ParquetWriteOptions {
  /** Every default: see the methods of the builder. */
  public static final ParquetWriteOptions DEFAULT = builder().build();

  private final CompressionCodec codec;
  private final long rowGroupBytes;
  private final long rowGroupRows;
  private final int pageBytes;
  private final int pageRows;
  private final boolean dataPageV2;
  private final boolean dictionary;
  private final boolean pageChecksums;
  private final int statisticsBytes;
  private final List<String> bloomFilters;
  private final String createdBy;
  private final Map<String, String> keyValues;
  private final boolean arrowSchema;
  private final Map<String, Shredding> shreddings;
  private final Map<String, Encoding> duplicateEncodings;
  private final FooterLayout footer;
  private final boolean overwrite;

  private ParquetWriteOptions(Builder builder) {
    codec = builder.codec;
    rowGroupBytes = builder.rowGroupBytes;
    rowGroupRows = builder.rowGroupRows;
    pageBytes = builder.pageBytes;
    pageRows = builder.pageRows;
    dataPageV2 = builder.dataPageV2;
    dictionary = builder.dictionary;
    pageChecksums = builder.pageChecksums;
    statisticsBytes = builder.statisticsBytes;
    bloomFilters = List.copyOf(builder.bloomFilters);
    createdBy = builder.createdBy;
    keyValues = new LinkedHashMap<>(builder.keyValues);
    arrowSchema = builder.arrowSchema;
    shreddings = Map.copyOf(builder.shreddings);
    duplicateEncodings = Map.copyOf(builder.duplicateEncodings);
    footer = builder.footer;
    overwrite = builder.overwrite;
  }

  /** A builder with every default. */
  public static Builder builder() {
    return new Builder();
  }

  /** How a Variant column is to be shredded. */
  public sealed interface Shredding {
    /** By a schema that is given. */
    record Given(Field schema, ShredMode mode) implements Shredding {}

    /** By a schema that fits the first batch. */
    record Inferred(InferShredding infer) implements Shredding {}

    /** Not at all. */
    record None() implements Shredding {}
  }

  public CompressionCodec codec() {
    return codec;
  }

  public long rowGroupBytes() {
    return rowGroupBytes;
  }

  public long rowGroupRows() {
    return rowGroupRows;
  }

  public int pageBytes() {
    return pageBytes;
  }

  public int pageRows() {
    return pageRows;
  }

  public boolean dataPageV2() {
    return dataPageV2;
  }

  public boolean dictionary() {
    return dictionary;
  }

  public boolean pageChecksums() {
    return pageChecksums;
  }

  public int statisticsBytes() {
    return statisticsBytes;
  }

  public List<String> bloomFilters() {
    return bloomFilters;
  }

  /** Null for what parquet-java says. */
  public String createdBy() {
    return createdBy;
  }

  public Map<String, String> keyValues() {
    return keyValues;
  }

  public boolean arrowSchema() {
    return arrowSchema;
  }

  public Map<String, Shredding> shreddings() {
    return shreddings;
  }

  /** By dotted path of a column: the encoding that it is stored in a second time. */
  public Map<String, Encoding> duplicateEncodings() {
    return duplicateEncodings;
  }

  public FooterLayout footer() {
    return footer;
  }

  public boolean overwrite() {
    return overwrite;
  }

  /** Collects options; for one thread. */
  public static final class Builder {
    private static final int DEFAULT_PAGE_BYTES = 1024 * 1024;
    private static final int LEAST_PAGE_BYTES = 1024;
    private static final int DEFAULT_PAGE_ROWS = 20_000;
    private static final int DEFAULT_STATISTICS_BYTES = 64;

    private CompressionCodec codec = CompressionCodec.SNAPPY;
    private long rowGroupBytes = 128L * DEFAULT_PAGE_BYTES;
    private long rowGroupRows = Long.MAX_VALUE;
    private int pageBytes = DEFAULT_PAGE_BYTES;
    private int pageRows = DEFAULT_PAGE_ROWS;
    private boolean dataPageV2;
    private boolean dictionary = true;
    private boolean pageChecksums = true;
    private int statisticsBytes = DEFAULT_STATISTICS_BYTES;
    private final List<String> bloomFilters = new ArrayList<>();
    private String createdBy;
    private final Map<String, String> keyValues = new LinkedHashMap<>();
    private boolean arrowSchema = true;
    private final Map<String, Shredding> shreddings = new LinkedHashMap<>();
    private final Map<String, Encoding> duplicateEncodings = new LinkedHashMap<>();
    private FooterLayout footer = FooterLayout.THRIFT;
    private boolean overwrite;

    private Builder() {}

    /** Compresses pages so: UNCOMPRESSED, SNAPPY (the default), GZIP, ZSTD or LZ4_RAW. */
    public Builder codec(CompressionCodec value) {
      codec = Objects.requireNonNull(value);
      return this;
    }

    /** Ends a row group when it has about so many bytes, encoded; 128 MiB by default. */
    public Builder rowGroupBytes(long value) {
      rowGroupBytes = atLeast1("row group bytes", value);
      return this;
    }

    /** Ends a row group when it has so many rows; unlimited by default. */
    public Builder rowGroupRows(long value) {
      rowGroupRows = atLeast1("row group rows", value);
      return this;
    }

    /** Ends a page when it has about so many bytes, encoded; 1 MiB by default, at least 1 KiB. */
    public Builder pageBytes(int value) {
      if (value < LEAST_PAGE_BYTES) {
        throw new IllegalArgumentException(
            "page bytes " + value + ": at least " + LEAST_PAGE_BYTES);
      }
      pageBytes = value;
      return this;
    }

    /** Ends a page when it has about so many rows; 20 000 by default. */
    public Builder pageRows(int value) {
      pageRows = (int) atLeast1("page rows", value);
      return this;
    }

    /** Writes data pages of version 2, with delta encodings; version 1 by default. */
    public Builder dataPageV2(boolean value) {
      dataPageV2 = value;
      return this;
    }

    /** Whether repeated values may go into dictionaries; they may by default. */
    public Builder dictionary(boolean value) {
      dictionary = value;
      return this;
    }

    /** Whether pages get CRCs; they do by default. */
    public Builder pageChecksums(boolean value) {
      pageChecksums = value;
      return this;
    }

    /** Keeps at most so many bytes of the bounds of text and binaries; 64 by default. */
    public Builder statisticsBytes(int value) {
      statisticsBytes = (int) atLeast1("statistics bytes", value);
      return this;
    }

    /** Gives a column a bloom filter; none has one by default. */
    public Builder bloomFilter(String column) {
      bloomFilters.add(Objects.requireNonNull(column));
      return this;
    }

    /**
     * Names the program in the footer; by default parquet-java names itself, which wrote the pages.
     * Readers go by it where they know bugs of a program.
     */
    public Builder createdBy(String value) {
      createdBy = Objects.requireNonNull(value);
      return this;
    }

    /** Adds a key and its value to the footer, beside those of the schema's metadata. */
    public Builder keyValue(String key, String value) {
      keyValues.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
      return this;
    }

    /**
     * Whether the footer holds the Arrow schema too, from which readers know large strings, time
     * zones, durations and the fields' metadata again; it does by default.
     */
    public Builder arrowSchema(boolean value) {
      arrowSchema = value;
      return this;
    }

    /** As {@link #shredding(String, Field, ShredMode)}, in {@link ShredMode#LENIENT}. */
    public Builder shredding(String path, Field schema) {
      return shredding(path, schema, ShredMode.LENIENT);
    }

    /**
     * Shreds a Variant column; by default its form is that of the vectors.
     *
     * @param path of the Variant group
     * @param schema the Arrow type, as {@link io.arrowparquet.variant.kernel.shred.VariantShred}
     *     takes it
     */
    public Builder shredding(String path, Field schema, ShredMode mode) {
      return shredding(path, new Shredding.Given(schema, Objects.requireNonNull(mode)));
    }

    /** Shreds a Variant column as fits the rows of the first batch that is written. */
    public Builder inferredShredding(String path, InferShredding infer) {
      return shredding(path, new Shredding.Inferred(Objects.requireNonNull(infer)));
    }

    /** Writes a Variant column unshredded, also where its vectors are shredded. */
    public Builder unshredded(String path) {
      return shredding(path, new Shredding.None());
    }

    private Builder shredding(String path, Shredding shredding) {
      shreddings.put(Objects.requireNonNull(path), shredding);
      return this;
    }

    /**
     * Stores the pages of a FLOAT or DOUBLE column a second time, in an encoding that not every
     * reader knows: at the start of each row group, where an extension of the column's metadata
     * says they are. Other readers read the column as if they were not there. The values of a row
     * group are held in memory until it is full.
     *
     * @param column dotted path of the column in the file
     * @param encoding only ALP so far
     * @throws IllegalArgumentException if it is another encoding
     */
    public Builder duplicateEncoding(String column, Encoding encoding) {
      if (encoding != Encoding.ALP) {
        throw new IllegalArgumentException(
            "duplicate encoding " + encoding + " of column " + column + ": choose ALP");
      }
      duplicateEncodings.put(Objects.requireNonNull(column), encoding);
      return this;
    }

    /** Attaches a FlatBuffers footer of this layout; THRIFT, the default, for none. */
    public Builder footer(FooterLayout layout) {
      footer = Objects.requireNonNull(layout);
      return this;
    }

    /** Whether a file that exists is replaced; by default that is refused. */
    public Builder overwrite(boolean value) {
      overwrite = value;
      return this;
    }

    /** The options. */
    public ParquetWriteOptions build() {
      return new ParquetWriteOptions(this);
    }

    private static long atLeast1(String what, long value) {
      if (value < 1) {
        throw new IllegalArgumentException(what + " " + value + ": at least 1");
      }
      return value;
    }
  }
}
