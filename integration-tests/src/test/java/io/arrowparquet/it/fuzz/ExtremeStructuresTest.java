// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.FooterSizes;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.ArrowCppWriter;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.it.fuzz.StructureSites.Site;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever stands in the structures of a file is set to its extremes, checksums are made right
 * again, and the file is used in every way: that ends well or with an exception of ours, in little
 * time and memory. {@link StructureSites} finds what there is.
 *
 * <p>Of all cases a sample runs, the same each time; all with {@code -Dstructures.all=true}.
 */
class ExtremeStructuresTest {
  private static final int SAMPLE = 100;
  private static final int TAIL = 8;

  /** Columns whose footer is checked in blocks. */
  private static final int MANY = 100;

  /** A file of a few KB takes no more than that, however its numbers lie. */
  private static final long MOST_HEAP = 200L << 20;

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final List<FooterReader> READERS =
      List.of(
          FooterReader.defaults(),
          FooterReader.defaults().withVerification(true).withCrcCheck(CrcCheck.NONE),
          FooterReader.defaults().withColumns(List.of("id", "list")));

  private record Case(String what, Supplier<byte[]> file) {}

  private final byte[] plain = FuzzSeeds.everyStructure();
  private final int footerStart;
  private final byte[] thrift;
  private final List<Case> cases = new ArrayList<>();

  ExtremeStructuresTest() throws IOException {
    int end = plain.length - TAIL;
    footerStart = end - ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    thrift = Arrays.copyOfRange(plain, footerStart, end);
  }

  /** Which structures. */
  enum Structures {
    THRIFT_FOOTER(ExtremeStructuresTest::addThrift),
    SPEC_FOOTER(test -> test.addFlatBuffer(FooterLayout.SPEC)),
    V1_FOOTER(test -> test.addFlatBuffer(FooterLayout.SPEC_V1)),
    PAR3_FOOTER(test -> test.addFlatBuffer(FooterLayout.PAR3)),
    ARROW_CPP_FOOTER(test -> test.addFlatBuffer(FooterLayout.ARROW_CPP)),
    FOOTER_IN_BLOCKS(ExtremeStructuresTest::addWide),
    FRAMES(ExtremeStructuresTest::addFrames),
    PAGE_HEADERS(ExtremeStructuresTest::addPageHeaders),
    PAGE_INDEXES(ExtremeStructuresTest::addIndexes),
    BLOOM_FILTER_HEADERS(ExtremeStructuresTest::addBloomFilters);

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
    private final Consumer<ExtremeStructuresTest> add;

    Structures(Consumer<ExtremeStructuresTest> add) {
      this.add = add;
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void extremes_are_taken_or_refused(Structures structures) throws Exception {
    structures.add.accept(this);
    int step = Boolean.getBoolean("structures.all") ? 1 : Math.max(1, cases.size() / SAMPLE);
    List<String> failures = new ArrayList<>();
    // Sites have about ten values each: a step that shares no factor with that meets all kinds.
    for (int i = 0; i < cases.size(); i += step % 2 == 0 && step > 1 ? step + 1 : step) {
      Case next = cases.get(i);
      String failure = run(next);
      if (failure != null) {
        failures.add("case " + i + ", " + next.what + ": " + failure);
      }
    }
    assertThat(cases).hasSizeGreaterThan(20);
    assertThat(failures).isEmpty();
  }

  /** What is wrong, or null. */
  private static String run(Case one) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long heap = threads.getCurrentThreadAllocatedBytes();
    long time = System.nanoTime();
    try {
      useFile(one.file.get());
    } catch (Throwable e) {
      StackTraceElement[] stack = e.getStackTrace();
      return e + " " + Arrays.asList(stack).subList(0, Math.min(12, stack.length));
    }
    long taken = System.nanoTime() - time;
    if (taken > MOST_NANOS) {
      return "took " + TimeUnit.NANOSECONDS.toMillis(taken) + " ms";
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - heap;
    return allocated > MOST_HEAP ? "took " + allocated + " bytes of heap" : null;
  }

  private static void useFile(byte[] file) throws Exception {
    for (FooterReader reader : READERS) {
      takesOrRefuses(() -> use(file, reader.read(DamagedScan.source(file)), reader));
    }
    takesOrRefuses(
        () -> {
          try (ByteSource source = DamagedScan.source(file)) {
            FooterVerifier.defaults().verify(source);
          }
        });
  }

  private static void use(byte[] file, ParquetFooter read, FooterReader reader) throws Exception {
    if (reader == READERS.get(2)) {
      takesOrRefuses(() -> DamagedScan.read(file, read));
      return;
    }
    FlatFooter footer = read.footer();
    takesOrRefuses(() -> FooterWalk.over(footer));
    takesOrRefuses(() -> ArrowSchema.of(footer));
    takesOrRefuses(() -> ParquetJavaMetadata.of(read).toParquetMetadata());
    takesOrRefuses(() -> FooterChecks.check(footer, read.fileLength()));
    takesOrRefuses(() -> FooterSizes.ofFlatBuffer(footer.flatbuffer()));
    if (reader == READERS.get(1)) {
      // It takes verified footers only.
      takesOrRefuses(() -> ArrowCppWriter.convert(footer));
    }
    takesOrRefuses(
        () -> {
          byte[] back = FlatBuffersToThrift.convert(footer.flatbuffer());
          ThriftToFlatBuffers.convert(back, 0, back.length);
          FooterSizes.ofThrift(back);
        });
    DamagedScan.read(file, read);
  }

  /** Something that may find the file wrong. */
  @FunctionalInterface
  private interface Use {
    void run() throws Exception;
  }

  private static void takesOrRefuses(Use use) throws Exception {
    try {
      use.run();
    } catch (CorruptFooterException
        | EncryptedFooterException
        | ForeignExtensionException
        | UnsupportedColumnException e) {
      assertThat(e.getMessage()).isNotBlank();
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      // What parquet-java, or the footer of Arrow C++, has no word for.
      assertThat(e.getMessage()).isNotBlank();
      assertThat(e.getStackTrace()[0].getClassName()).startsWith("io.arrowparquet.");
    }
  }

  private void add(Site site, byte[] bytes, UnaryOperator<byte[]> toFile) {
    for (int i = 0; i < site.values().size(); i++) {
      byte[] value = site.values().get(i);
      cases.add(new Case(site.what() + " value " + i, () -> toFile.apply(site.set(bytes, value))));
    }
  }

  private static byte[] file(byte[] pages, ByteBuffer ending) {
    byte[] file = Arrays.copyOf(pages, pages.length + ending.remaining());
    ending.get(file, pages.length, ending.remaining());
    return file;
  }

  private byte[] pages() {
    return Arrays.copyOf(plain, footerStart);
  }

  private void addThrift() {
    for (Site site : StructureSites.thrift("FileMetaData", thrift, 0)) {
      add(site, thrift, bytes -> file(pages(), FooterFrame.thrift(ByteBuffer.wrap(bytes))));
    }
  }

  private static byte[] flatBuffer(byte[] thrift, FooterLayout layout) {
    ByteBuffer own = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    ByteBuffer buffer =
        layout == FooterLayout.ARROW_CPP ? ArrowCppWriter.convert(FlatFooter.wrap(own)) : own;
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private ByteBuffer framed(byte[] beside, byte[] flatBuffer, FooterLayout layout) {
    ByteBuffer bytes = ByteBuffer.wrap(flatBuffer);
    if (layout == FooterLayout.PAR3) {
      return FooterFrame.par3(bytes);
    }
    if (layout == FooterLayout.INDEX || layout == FooterLayout.PARX) {
      return new FooterEnding(layout, true, true).of("file", beside, pages().length);
    }
    ByteBuffer extension = FooterFrame.extension(bytes, layout);
    byte[] value = new byte[extension.remaining()];
    extension.get(value);
    return FooterFrame.thrift(ByteBuffer.wrap(StructExtension.append(beside, value)));
  }

  private void addFlatBuffer(FooterLayout layout) {
    addFlatBuffer(thrift, layout);
  }

  /** A footer whose blocks have checksums of their own: the same column very often. */
  private void addWide() {
    FileMetaData model = model();
    SchemaElement root = model.getSchema().get(0);
    root.setNum_children(root.getNum_children() + MANY);
    for (int i = 0; i < MANY; i++) {
      String name = "copy ".repeat(40) + i;
      model.addToSchema(model.getSchema().get(1).deepCopy().setName(name));
      ColumnChunk chunk = chunks(model).get(0).deepCopy();
      chunk.getMeta_data().setPath_in_schema(List.of(name));
      model.getRow_groups().get(0).addToColumns(chunk);
    }
    addFlatBuffer(thrift(model), FooterLayout.SPEC);
  }

  private void addFlatBuffer(byte[] beside, FooterLayout layout) {
    byte[] flatBuffer = flatBuffer(beside, layout);
    List<Site> sites =
        layout == FooterLayout.ARROW_CPP
            ? StructureSites.flatBuffer(flatBuffer, ArrowCppFbs.CppFileMetaData.SHAPE)
            : StructureSites.flatBuffer(flatBuffer, ParquetFbs.FileMetaData.SHAPE);
    for (Site site : sites) {
      add(site, flatBuffer, bytes -> file(pages(), framed(beside, bytes, layout)));
    }
  }

  /** Lengths, checksums and ids after a footer; a checksum of one length alone is mended. */
  private void addFrames() {
    for (FooterLayout layout : FooterLayout.values()) {
      if (layout == FooterLayout.PHOTON || layout == FooterLayout.AUTO) {
        continue; // no file is written so
      }
      byte[] file =
          layout == FooterLayout.THRIFT
              ? plain
              : file(pages(), framed(thrift, flatBuffer(thrift, layout), layout));
      int sites = layout == FooterLayout.THRIFT ? TAIL : 44;
      for (Site site :
          StructureSites.integers(layout.label(), file, file.length - sites, file.length)) {
        add(site, file, bytes -> bytes);
        if (layout != FooterLayout.ARROW_CPP && layout != FooterLayout.THRIFT) {
          add(site, file, ExtremeStructuresTest::withChecksum);
        }
      }
    }
  }

  /** With the checksum of the size of the FlatBuffer, which stands before its own checksum. */
  private static byte[] withChecksum(byte[] file) {
    byte[] mended = file.clone();
    boolean isPar3 = file[file.length - 1] == '3';
    int size = file.length - (isPar3 ? 12 : 33);
    CRC32 crc = new CRC32();
    crc.update(mended, size, Integer.BYTES);
    ByteBuffer.wrap(mended)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(size + Integer.BYTES, (int) crc.getValue());
    return mended;
  }

  private FileMetaData model() {
    try {
      return Util.readFileMetaData(new ByteArrayInputStream(thrift));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file with some more bytes after its pages, and what its footer says of them. */
  private byte[] withUnit(byte[] unit, Consumer<FileMetaData> change) {
    FileMetaData model = model();
    change.accept(model);
    byte[] pages = Arrays.copyOf(plain, footerStart + unit.length);
    System.arraycopy(unit, 0, pages, footerStart, unit.length);
    return file(pages, FooterFrame.thrift(ByteBuffer.wrap(thrift(model))));
  }

  private static byte[] thrift(FileMetaData model) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Util.writeFileMetaData(model, out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ColumnChunk> chunks(FileMetaData model) {
    return model.getRow_groups().get(0).getColumns();
  }

  private byte[] unit(long offset, long length) {
    return Arrays.copyOfRange(plain, (int) offset, (int) (offset + length));
  }

  private void addPageHeaders() {
    List<ColumnChunk> chunks = chunks(model());
    for (int c = 0; c < chunks.size(); c++) {
      int column = c;
      ColumnMetaData metaData = chunks.get(c).getMeta_data();
      boolean hasDictionary = metaData.isSetDictionary_page_offset();
      long start =
          hasDictionary ? metaData.getDictionary_page_offset() : metaData.getData_page_offset();
      byte[] unit = unit(start, metaData.getTotal_compressed_size());
      long shift = footerStart - start;
      for (int at = 0; at < unit.length; ) {
        for (Site site : StructureSites.thrift("PageHeader of column " + c, unit, at)) {
          add(
              site,
              unit,
              bytes ->
                  withUnit(
                      bytes,
                      model -> {
                        ColumnMetaData moved = chunks(model).get(column).getMeta_data();
                        moved.setTotal_compressed_size(bytes.length);
                        moved.setData_page_offset(moved.getData_page_offset() + shift);
                        if (hasDictionary) {
                          moved.setDictionary_page_offset(
                              moved.getDictionary_page_offset() + shift);
                        }
                      }));
        }
        at += pageLength(unit, at);
      }
    }
  }

  private static int pageLength(byte[] unit, int at) {
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(unit, at, unit.length - at);
      PageHeader header = Util.readPageHeader(in);
      return unit.length - at - in.available() + header.getCompressed_page_size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addIndexes() {
    List<ColumnChunk> chunks = chunks(model());
    for (int c = 0; c < chunks.size(); c++) {
      int column = c;
      ColumnChunk chunk = chunks.get(c);
      byte[] columnIndex = unit(chunk.getColumn_index_offset(), chunk.getColumn_index_length());
      for (Site site : StructureSites.thrift("ColumnIndex of column " + c, columnIndex, 0)) {
        add(
            site,
            columnIndex,
            bytes ->
                withUnit(
                    bytes,
                    model ->
                        chunks(model)
                            .get(column)
                            .setColumn_index_offset(footerStart)
                            .setColumn_index_length(bytes.length)));
      }
      byte[] offsetIndex = unit(chunk.getOffset_index_offset(), chunk.getOffset_index_length());
      for (Site site : StructureSites.thrift("OffsetIndex of column " + c, offsetIndex, 0)) {
        add(
            site,
            offsetIndex,
            bytes ->
                withUnit(
                    bytes,
                    model ->
                        chunks(model)
                            .get(column)
                            .setOffset_index_offset(footerStart)
                            .setOffset_index_length(bytes.length)));
      }
    }
  }

  private void addBloomFilters() {
    ColumnMetaData metaData = chunks(model()).get(0).getMeta_data();
    byte[] unit = unit(metaData.getBloom_filter_offset(), metaData.getBloom_filter_length());
    for (Site site : StructureSites.thrift("BloomFilterHeader", unit, 0)) {
      for (boolean hasLength : new boolean[] {true, false}) {
        add(
            site,
            unit,
            bytes ->
                withUnit(
                    bytes,
                    model -> {
                      ColumnMetaData moved = chunks(model).get(0).getMeta_data();
                      moved.setBloom_filter_offset(footerStart);
                      moved.setBloom_filter_length(bytes.length);
                      moved.setBloom_filter_lengthIsSet(hasLength);
                    }));
      }
    }
  }
}
