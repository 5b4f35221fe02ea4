// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.internal.BatchWriter;
import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.bundle.internal.plan.PackedFooters;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.internal.table.ChunkTable.PlaceFields;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every number of every structure of a segment set to extremes, with the checksums above it made
 * right again: whatever is done with the bundle succeeds or fails with an exception of ours, in
 * little time and memory.
 *
 * @see SegmentReader
 * @see SegmentRoot
 */
class CraftedSegmentTest {
  /** Of thousands of words in Arrow messages and in Thrift, one of this many is changed. */
  private static final int STRIDE = 29;

  /** What a case may allocate more than one without changes does. */
  private static final long MORE_BYTES = 48 << 20;

  private static final long MORE_NANOS = 3_000_000_000L;
  private static byte[] segment;
  private static byte[] file;
  private static SegmentReader reader;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long usualBytes;
  private int cases;
  private final List<AssertionError> failures = new ArrayList<>();

  @BeforeAll
  static void writeSegment() throws IOException {
    segment =
        Segments.writeIndexed(
            Map.of(
                "a",
                WideFooter.thrift(2, 2),
                "b/c",
                WideFooter.thrift(2, 1),
                "b/d",
                WideFooter.thrift(1, 1)),
            Long.MAX_VALUE);
    reader = Segments.open(segment);
    byte[] thrift = WideFooter.thrift(3, 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(thrift);
    out.writeBytes(Extremes.littleEndian(thrift.length, Integer.BYTES));
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    file = out.toByteArray();
  }

  @BeforeEach
  void measureWithoutChanges() throws IOException {
    use("warm-up", segment);
    long before = threads.getCurrentThreadAllocatedBytes();
    use("without changes", segment);
    usualBytes = threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** A store in memory. */
  private static final class MemoryStore implements BundleStore {
    private byte[] published;
    private int version;

    MemoryStore(byte[] published) {
      this.published = published;
    }

    @Override
    public String name() {
      return "crafted";
    }

    @Override
    public Published current() {
      return new Published(source("crafted", published), Integer.toString(version));
    }

    private final Map<String, byte[]> segments = new HashMap<>();

    @Override
    public ByteSource openSegment(String name) throws IOException {
      if (!segments.containsKey(name)) {
        throw new NoSuchFileException(name);
      }
      return source(name, segments.get(name));
    }

    @Override
    public void keep(String of, String name) {
      segments.put(name, published);
    }

    @Override
    public void writeSegment(String name, Content content) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      content.writeTo(Channels.newChannel(out));
      segments.put(name, out.toByteArray());
    }

    @Override
    public void publish(String expected, Content content) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      content.writeTo(Channels.newChannel(out));
      published = out.toByteArray();
      version++;
    }

    @Override
    public void deleteSegment(String name) {
      segments.remove(name);
    }
  }

  private static ByteSource source(String name, byte[] bytes) {
    return new BufferByteSource(name, ByteBuffer.wrap(bytes));
  }

  /** What is done with a bundle. */
  private interface Step {
    void run() throws IOException;
  }

  private static void attempt(String name, Step step) {
    try {
      step.run();
    } catch (CorruptFooterException expected) {
      assertThat(expected).as(name).hasMessageContaining(", expected ");
    } catch (NoSuchFileException gone) {
      assertThat(gone).as(name).hasMessageContaining(".segment");
    } catch (UncheckedIOException | IOException e) {
      throw new AssertionError(name, e);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      throw new AssertionError(name, e);
    }
  }

  private void assertBounded(String name, byte[] crafted) throws IOException {
    cases++;
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long nanos = threads.getCurrentThreadCpuTime();
    try {
      use(name, crafted);
    } catch (AssertionError e) {
      failures.add(e);
    }
    long more = threads.getCurrentThreadAllocatedBytes() - bytes - usualBytes;
    if (more > MORE_BYTES) {
      failures.add(new AssertionError(name + ": took " + more + " bytes"));
    }
    long time = threads.getCurrentThreadCpuTime() - nanos;
    if (time > MORE_NANOS) {
      failures.add(new AssertionError(name + ": took " + time + " ns"));
    }
  }

  @AfterEach
  void assertNoFailures() {
    if (!failures.isEmpty()) {
      failures.stream().limit(30).skip(1).forEach(failures.get(0)::addSuppressed);
      throw failures.get(0);
    }
  }

  private static void use(String name, byte[] crafted) throws IOException {
    attempt(
        name,
        () -> {
          try (FooterBundle bundle = FooterBundle.open(new MemoryStore(crafted))) {
            read(name, bundle);
          }
        });
    BundleInput added =
        new BundleInput(
            new BundledFile.Version("new", file.length, Instant.EPOCH, null),
            () -> source("new", file));
    BundleWriter writer = new BundleWriter(new MemoryStore(crafted), BundleOptions.defaults());
    attempt(name, () -> writer.append(List.of(added), BundleTrust.STAT));
    attempt(name, writer::compact);
    attempt(name, () -> writer.sync(List.of(added), BundleTrust.FOOTER));
  }

  private static void read(String name, FooterBundle bundle) {
    attempt(name, () -> bundle.find("b/c"));
    List<BundleEntry> files = new ArrayList<>();
    attempt(name, () -> bundle.files().forEach(files::add));
    List<BundleEntry> ofSchemas = new ArrayList<>();
    for (BundleEntry entry : files) {
      attempt(name, () -> bundle.footer(entry));
      attempt(name, () -> bundle.footer(entry, List.of(WideFooter.name(0))));
      if (bundle.schema(entry) != null) {
        ofSchemas.add(entry);
      }
    }
    attempt(
        name,
        () -> {
          PackedFooters packed = bundle.pack(ofSchemas, null);
          packed.loadIndexes(
              ofSchemas.stream().map(CraftedSegmentTest::rowGroups).toList(),
              List.of(WideFooter.name(0)));
          for (int i = 0; i < packed.count(); i++) {
            if (packed.has(i)) {
              packed.footer(i);
              packed.findValue(i, "writer.model.name");
              packed.withIndexes(i, null, source("file", file));
              for (int group = 0; group < ofSchemas.get(i).rowGroups(); group++) {
                packed.rows(i, group);
              }
            }
          }
        });
    for (BundledSchema schema : bundle.schemas()) {
      attempt(
          name,
          () -> {
            bundle.rowGroups(
                schema,
                List.of(WideFooter.name(1)),
                facts -> {
                  for (int i = 0; i < facts.count() && facts.footer().columnCount() > 0; i++) {
                    facts.chunk(i, 0);
                  }
                  return all(facts.count());
                });
          });
    }
    attempt(name, () -> FooterBundle.ofDistinctSchemas(bundle.files()));
    attempt(name, bundle::filesWithoutSchema);
    attempt(name, bundle::verify);
  }

  private static List<Integer> rowGroups(BundleEntry entry) {
    return IntStream.range(0, Math.min(entry.rowGroups(), 1000)).boxed().toList();
  }

  private static BitSet all(int count) {
    BitSet all = new BitSet();
    all.set(0, count);
    return all;
  }

  private static CraftedSegment craft() throws IOException {
    return new CraftedSegment(segment, reader);
  }

  @Test
  void numbers_of_trailer_and_root_are_checked() throws IOException {
    byte[] root = reader.root().toBytes();
    for (Extremes.Case varint : Extremes.varints("root", root)) {
      assertBounded(varint.name(), craft().finish(varint.bytes()));
    }
    byte[] trailer =
        Arrays.copyOfRange(
            segment, segment.length - SegmentRoot.SegmentTrailer.BYTES, segment.length);
    for (Extremes.Case word : Extremes.words("trailer", trailer, 0, 20, 4, 8)) {
      byte[] crc = Extremes.littleEndian(Extremes.crc(Arrays.copyOf(word.bytes(), 20)), 4);
      System.arraycopy(crc, 0, word.bytes(), 20, 4);
      byte[] crafted = segment.clone();
      System.arraycopy(word.bytes(), 0, crafted, crafted.length - trailer.length, trailer.length);
      assertBounded(word.name(), crafted);
    }
    assertThat(cases).isGreaterThan(500);
  }

  @Test
  void values_of_all_tables_are_checked() throws IOException {
    SegmentSchema schema = reader.schema(0);
    BlockRows page = craft().page();
    walk("directory", FileRow.Fields.SHAPE, page, (to, block) -> to.withPage(to.append(block)));
    walk(
        "row groups",
        RowGroupRest.SHAPE,
        reader.wholeRowGroups(schema, 0),
        (to, block) -> {
          BlockPlace whole = to.append(block);
          return to.withRowGroups(whole, whole);
        });
    BlockPlace[] pair = craft().entries();
    int rows = schema.tables().rows() * schema.tables().columnsPerBlock();
    for (int i = 0; i < 2; i++) {
      int entry = i;
      BlockShape shape = i == 0 ? ChunkFacts.SHAPE : PlaceFields.SHAPE;
      walk(
          i == 0 ? "facts" : "places",
          shape,
          craft().block(shape, pair[i], rows),
          (to, block) -> {
            BlockPlace[] entries = pair.clone();
            entries[entry] = to.append(block);
            return to.withIndex(CraftedSegment.index(entries));
          });
    }
    assertThat(cases).isGreaterThan(500);
  }

  @Test
  void numbers_of_heads_and_key_values_are_checked() throws IOException {
    FileRow first = reader.file(0);
    BlockShape shape = FileRow.Fields.SHAPE;
    BlockRows page = craft().page();
    try (BatchWriter batches = new BatchWriter()) {
      for (Extremes.Case varint : some(Extremes.varints("head", reader.unpacked(first.head())))) {
        CraftedSegment to = craft();
        BundlePlace head = to.append(Zstd.pack(varint.bytes()));
        Map<Integer, Long> changed =
            Map.of(
                FileRow.Fields.HEAD_OFFSET,
                head.offset(),
                FileRow.Fields.HEAD_LENGTH,
                (long) head.length(),
                FileRow.Fields.HEAD_CRC,
                (long) head.crc());
        BlockWriter writer =
            CraftedSegment.copy(
                shape,
                page,
                (field, row, old) -> changed.containsKey(field) ? changed.get(field) : old);
        assertBounded(varint.name(), to.withPage(to.append(writer.finish(batches))));
      }
      for (Extremes.Case varint :
          some(Extremes.varints("key-value", reader.unpacked(first.keyValues().get(0))))) {
        CraftedSegment to = craft();
        BundleBytes places = new BundleBytes(16);
        to.append(Zstd.pack(varint.bytes())).writeTo(places);
        BlockWriter writer =
            CraftedSegment.copy(shape, page, FileRow.Fields.KEY_VALUES, 0, places.toByteArray());
        assertBounded(varint.name(), to.withPage(to.append(writer.finish(batches))));
      }
    }
  }

  /** Puts a block in the place of another. */
  private interface Placing {
    byte[] place(CraftedSegment to, BlockWriter.Block block);
  }

  /** Sets each field of each row to extremes, or to none. */
  private void walk(String table, BlockShape shape, BlockRows rows, Placing placing)
      throws IOException {
    try (BatchWriter batches = new BatchWriter()) {
      for (int field = 0; field < shape.size(); field++) {
        for (int row = 0; row < rows.rows(); row += Math.max(1, rows.rows() - 1)) {
          boolean isNumber = CraftedSegment.isNumber(shape, field);
          List<Object> values = new ArrayList<>(Extremes.of(isNumber));
          values.add(null);
          for (Object value : values) {
            BlockWriter writer = CraftedSegment.copy(shape, rows, field, row, value);
            String name = table + ", " + shape.name(field) + " of row " + row + " = " + text(value);
            assertBounded(name, placing.place(craft(), writer.finish(batches)));
          }
        }
      }
    }
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }

  @Test
  void numbers_of_indexes_and_definitions_are_checked() throws IOException {
    byte[] index = CraftedSegment.index(craft().entries());
    for (Extremes.Case word :
        Extremes.words("index", index, 0, index.length - BundleFormat.CRC_BYTES, 4, 8)) {
      byte[] crafted = word.bytes();
      int checked = crafted.length - BundleFormat.CRC_BYTES;
      byte[] crc = Extremes.littleEndian(Extremes.crc(Arrays.copyOf(crafted, checked)), 4);
      System.arraycopy(crc, 0, crafted, checked, BundleFormat.CRC_BYTES);
      assertBounded(word.name(), craft().withIndex(crafted));
    }
    byte[] definition = reader.definition(0).toBytes();
    for (Extremes.Case varint : Extremes.definitions(definition)) {
      assertBounded(varint.name(), craft().withDefinition(varint.bytes()));
    }
    assertThat(cases).isGreaterThan(200);
  }

  @Test
  void numbers_of_arrow_messages_are_checked() throws IOException {
    BlockPlace page = reader.root().pages().get(0).block();
    for (Extremes.Case word : words("directory's message", page)) {
      CraftedSegment to = craft();
      BlockPlace crafted = new BlockPlace(to.append(word.bytes()), page.layout());
      assertBounded(word.name(), to.withPage(crafted));
    }
    BlockPlace[] pair = craft().entries();
    for (Extremes.Case word : words("facts' message", pair[0])) {
      CraftedSegment to = craft();
      BlockPlace crafted = new BlockPlace(to.append(word.bytes()), pair[0].layout());
      byte[] index = CraftedSegment.index(new BlockPlace[] {crafted, pair[1]});
      assertBounded(word.name(), to.withIndex(index));
    }
    assertThat(cases).isGreaterThan(500);
  }

  private static List<Extremes.Case> words(String name, BlockPlace block) throws IOException {
    byte[] bytes = reader.bytes().read(block.place()).copy().array();
    return some(Extremes.words(name, bytes, 0, bytes.length, 2, 4, 8));
  }

  private static List<Extremes.Case> some(List<Extremes.Case> all) {
    return IntStream.range(0, all.size() / STRIDE).mapToObj(i -> all.get(i * STRIDE)).toList();
  }

  @Test
  void numbers_of_layouts_are_checked() throws IOException {
    byte[] layouts = reader.unpacked(reader.root().layouts());
    for (Extremes.Case word : some(Extremes.words("layouts", layouts, 0, layouts.length, 2, 4))) {
      assertBounded(word.name(), craft().withLayouts(word.bytes()));
    }
  }

  @Test
  void a_root_takes_memory_for_the_bytes_that_are_there() throws IOException {
    BundleBytes out = new BundleBytes(1 << 20);
    int pages = 30_000;
    out.writeVarint(pages);
    out.writeVarint(8);
    reader.root().layouts().writeTo(out);
    out.writeVarint(1);
    out.writeVarint(pages);
    byte[] first = new byte[500_000];
    Arrays.fill(first, (byte) 'a');
    for (int i = 0; i < pages; i++) {
      out.writeVarint(i == 0 ? 0 : first.length + i - 1);
      out.writeVarint(i == 0 ? first.length : 1);
      out.write(i == 0 ? first : new byte[] {'a'});
      reader.root().pages().get(0).block().place().writeTo(out);
      out.writeVarint(0);
    }
    byte[] paths = craft().finish(out.toByteArray());
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> Segments.open(paths))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("bytes of the first paths");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(200 << 20);
    BitSet far = new BitSet();
    far.set((1 << 26) - 2);
    List<OlderSegment> older =
        IntStream.range(0, 3)
            .mapToObj(i -> new OlderSegment(String.format("crafted.%08x.segment", i), 9, far))
            .toList();
    assertBounded("marks", craft().withOlder(older));
  }
}
