// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.NestedFooter;
import io.arrowparquet.footer.convert.RandomFooter;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.RowGroupSpan;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Thrift footers with an index of their parts: read by it, they say what they say without it.
 *
 * @see io.arrowparquet.footer.internal.wire.FooterIndex
 * @see io.arrowparquet.footer.internal.wire.IndexedThrift
 */
class IndexLayoutTest {
  private static final FooterReader READER = FooterReader.defaults();

  /** Looked up once: a test asks for the facts of thousands of chunks. */
  private static final ClassValue<List<Method>> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> view) {
          return Stream.of(view.getMethods())
              .filter(method -> !Modifier.isStatic(method.getModifiers()))
              .filter(method -> method.getParameterCount() == 0)
              .filter(method -> method.getDeclaringClass() == view)
              .filter(method -> !method.getName().endsWith("ashCode"))
              .filter(method -> method.getReturnType() != void.class)
              .sorted(Comparator.comparing(Method::getName))
              .toList();
        }
      };

  @TempDir Path folder;

  private static byte[] ending(byte[] thrift, FooterLayout layout) {
    ByteBuffer ending = new FooterEnding(layout, true, false).of("test", thrift, 4);
    byte[] file = new byte[4 + ending.remaining()];
    System.arraycopy(new byte[] {'P', 'A', 'R', '1'}, 0, file, 0, 4);
    ending.get(file, 4, ending.remaining());
    return file;
  }

  private static ParquetFooter read(FooterReader reader, byte[] file) throws IOException {
    return reader.read(new BufferByteSource("test", ByteBuffer.wrap(file)));
  }

  private static FlatFooter indexed(byte[] thrift) throws IOException {
    ParquetFooter read = read(READER, ending(thrift, FooterLayout.INDEX));
    assertThat(read.layout()).isEqualTo(FooterLayout.INDEX);
    assertThat(read.diagnostics()).isEmpty();
    return read.footer();
  }

  private static FlatFooter plain(byte[] thrift) throws IOException {
    return read(READER, ending(thrift, FooterLayout.THRIFT)).footer();
  }

  /** Whatever a view says that takes no argument, by name. */
  private static List<String> facts(Object view) {
    return ACCESSORS.get(view.getClass()).stream()
        .map(method -> method.getName() + "=" + text(view, method))
        .toList();
  }

  private static String text(Object view, Method method) {
    try {
      Object value = method.invoke(view);
      if (value instanceof byte[] bytes) {
        return ByteBuffer.wrap(bytes).toString() + java.util.Arrays.toString(bytes);
      }
      boolean isView =
          value != null && value.getClass().getPackage() == view.getClass().getPackage();
      return isView ? facts(value).toString() : String.valueOf(value);
    } catch (ReflectiveOperationException e) {
      return String.valueOf(e.getCause());
    }
  }

  private static List<Object> facts(FlatFooter footer, int column) {
    List<Object> facts = new ArrayList<>();
    String path = footer.columnPath(column);
    facts.add(path);
    facts.add(footer.findColumn(path));
    facts.add(footer.findColumns(path));
    facts.add(footer.columnOrder(column));
    facts.add(footer.maxDefinitionLevel(column));
    facts.add(footer.maxRepetitionLevel(column));
    for (int at = footer.columnElement(column); at >= 0; at = footer.parentElement(at)) {
      facts.add(at);
      facts.add(footer.elementPath(at));
      facts.add(footer.elementColumn(at));
      facts.add(facts(footer.schemaElement(at)));
    }
    ColumnChunkView chunk = new ColumnChunkView();
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      facts.add(facts(footer.chunk(group, column, chunk)));
    }
    return facts;
  }

  private static void assertSame(FlatFooter found, FlatFooter expected) {
    assertThat(found.columnCount()).isEqualTo(expected.columnCount());
    assertThat(found.elementCount()).isEqualTo(expected.elementCount());
    assertThat(found.rowGroupCount()).isEqualTo(expected.rowGroupCount());
    assertThat(found.version()).isEqualTo(expected.version());
    assertThat(found.numRows()).isEqualTo(expected.numRows());
    assertThat(found.createdBy()).isEqualTo(expected.createdBy());
    assertThat(found.keyValueCount()).isEqualTo(expected.keyValueCount());
    assertThat(found.hasKeyValueMetadata()).isEqualTo(expected.hasKeyValueMetadata());
    for (int i = 0; i < found.keyValueCount(); i++) {
      assertThat(found.key(i)).isEqualTo(expected.key(i));
      assertThat(found.value(i)).isEqualTo(expected.value(i));
      assertThat(found.findValue(found.key(i))).isEqualTo(expected.findValue(found.key(i)));
    }
    for (int group = 0; group < found.rowGroupCount(); group++) {
      assertThat(facts(found.rowGroup(group))).isEqualTo(facts(expected.rowGroup(group)));
    }
    for (int column = 0; column < found.columnCount(); column++) {
      assertThat(facts(found, column)).isEqualTo(facts(expected, column));
    }
    assertThat(found.thriftCrc32()).isEqualTo(expected.thriftCrc32());
    assertThat(found.columnOrders()).isEqualTo(expected.columnOrders());
    assertThat(found.flatbuffer()).isEqualTo(expected.flatbuffer());
  }

  @ParameterizedTest
  @CsvSource({"1,1", "5,1", "9,3", "40,2", "300,3", "33,70", "10,0"})
  void wide_footers_say_the_same_by_their_index(int columns, int rowGroups) throws IOException {
    byte[] thrift = WideFooter.thrift(columns, rowGroups);
    assertSame(indexed(thrift), plain(thrift));
  }

  @Test
  void random_footers_say_the_same_by_their_index() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      byte[] thrift = RandomFooter.thrift(seed);
      FlatFooter expected = plain(thrift);
      if (expected.encryption() == null) {
        assertSame(indexed(thrift), expected);
      }
    }
  }

  @Test
  void footers_of_the_corpus_say_the_same_by_their_index() throws IOException {
    for (byte[] thrift : CorpusFooters.all().values()) {
      FlatFooter expected = plain(thrift);
      if (expected.encryption() == null) {
        assertSame(indexed(thrift), expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_local_file_is_read_in_parts(boolean namesColumns) throws IOException {
    byte[] thrift = WideFooter.thrift(1_000, 2);
    Path file = Files.write(folder.resolve("wide.parquet"), ending(thrift, FooterLayout.INDEX));
    FlatFooter expected = plain(thrift);
    List<String> names = List.of(WideFooter.name(7), WideFooter.name(999), "absent");
    FooterReader reader = namesColumns ? READER.withColumns(names) : READER;
    FlatFooter footer = reader.read(file).footer();
    footer.fetch(names);

    assertThat(footer.isFetchedInParts()).isTrue();
    assertThat(footer.findColumn("absent")).isEqualTo(-1);
    assertThat(facts(footer, 7)).isEqualTo(facts(expected, 7));
    assertThat(facts(footer, 999)).isEqualTo(facts(expected, 999));
    assertSame(footer, expected);
  }

  @Test
  void one_chunk_is_read_without_those_of_other_row_groups() throws IOException {
    byte[] thrift = WideFooter.thrift(1_000, 40);
    byte[] ending = ending(thrift, FooterLayout.INDEX);
    FlatFooter expected = plain(thrift);
    String name = WideFooter.name(123);
    CountingSource ofColumn = new CountingSource(ending);
    int column = READER.withColumns(List.of(name)).read(ofColumn).footer().findColumn(name);
    CountingSource file = new CountingSource(ending);
    FlatFooter footer = READER.read(file).footer();

    assertThat(footer.findColumn(name)).isEqualTo(column);
    assertThat(facts(footer.chunk(17, column))).isEqualTo(facts(expected.chunk(17, column)));
    assertThat(file.bytesRead).isLessThan(ofColumn.bytesRead / 2);
    assertThatThrownBy(() -> footer.chunk(40, column))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(facts(footer.chunk(3, column))).isEqualTo(facts(expected.chunk(3, column)));
    assertThat(facts(footer, column)).isEqualTo(facts(expected, column));
  }

  @Test
  void chunks_are_the_same_in_any_order() throws IOException {
    byte[] thrift = NestedFooter.thrift(20, 30);
    FlatFooter expected = plain(thrift);
    FlatFooter footer = indexed(thrift);
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      int group = random.nextInt(footer.rowGroupCount());
      int column = random.nextInt(footer.columnCount());
      assertThat(facts(footer.chunk(group, column)))
          .isEqualTo(facts(expected.chunk(group, column)));
      if (i % 50 == 20) {
        footer.fetch(List.of(expected.columnPath(column), expected.columnPath(0)));
      }
    }
  }

  @Test
  void attaching_verifies_and_strips_to_the_bytes_before() throws IOException {
    byte[] plain = ending(WideFooter.thrift(50, 2), FooterLayout.THRIFT);
    Path file = Files.write(folder.resolve("plain.parquet"), plain);
    FooterAttacher.defaults().withLayout(FooterLayout.INDEX).withForce(true).attachInPlace(file);

    ParquetFooter read = READER.withStrict(true).read(file);
    assertThat(read.layout()).isEqualTo(FooterLayout.INDEX);
    assertThat(read.toThrift()).isEqualTo(WideFooter.thrift(50, 2));
    FooterStripper.defaults().stripInPlace(file);
    assertThat(file).hasBinaryContent(plain);
  }

  @ParameterizedTest
  @CsvSource({"1000,1", "1000,10", "10000,1", "10000,3"})
  void the_index_takes_an_eighth_of_the_thrift_bytes_at_most(int columns, int rowGroups) {
    byte[] thrift = WideFooter.thrift(columns, rowGroups);
    int added = ending(thrift, FooterLayout.INDEX).length - thrift.length - 12;
    assertThat(added).isLessThan(thrift.length * 12 / 100);
  }

  @Test
  void the_index_of_five_columns_takes_200_bytes_at_most() {
    byte[] thrift = WideFooter.thrift(5, 1);
    int added = ending(thrift, FooterLayout.INDEX).length - thrift.length - 12;
    assertThat(added).isLessThanOrEqualTo(200);
  }

  @Test
  void a_damaged_block_is_met_when_a_column_in_it_is_asked_for() throws IOException {
    byte[] thrift = WideFooter.thrift(3_000, 1);
    byte[] file = ending(thrift, FooterLayout.INDEX);
    file[thrift.length / 2] ^= 1;
    FlatFooter footer = read(READER, file).footer();
    FlatFooter expected = plain(thrift);
    assertThat(facts(footer, 0)).isEqualTo(facts(expected, 0));
    assertThat(facts(footer, 2_999)).isEqualTo(facts(expected, 2_999));
    assertThatThrownBy(
            () -> {
              for (int column = 0; column < footer.columnCount(); column++) {
                footer.chunk(0, column);
              }
            })
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("Thrift footer with its index: checksum of block");
    ParquetFooter whole = read(READER.withCrcCheck(CrcCheck.WHOLE), file);
    assertThat(whole.layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(whole.diagnostics()).hasSize(1);
  }

  @Test
  void columns_beside_damage_are_read_by_checksums_of_their_own() throws IOException {
    byte[] thrift = WideFooter.thrift(3_000, 1);
    byte[] file = ending(thrift, FooterLayout.INDEX);
    file[thrift.length / 2] ^= 1;
    FlatFooter expected = plain(thrift);
    int damaged = 0;
    for (int column = 0; column < expected.columnCount(); column++) {
      FlatFooter footer = read(READER, file).footer();
      try {
        footer.chunk(0, column);
      } catch (CorruptFooterException e) {
        assertThat(e).hasMessageContaining("checksum of block");
        damaged++;
        continue;
      }
      assertThat(facts(footer.chunk(0, column))).isEqualTo(facts(expected.chunk(0, column)));
    }
    assertThat(damaged).isEqualTo(1);
  }

  private static List<byte[]> flatAndNested() {
    return List.of(
        WideFooter.thrift(5, 3),
        WideFooter.thrift(40, 3),
        WideFooter.thrift(12, 20),
        NestedFooter.thrift(2),
        NestedFooter.thrift(20));
  }

  @ParameterizedTest
  @MethodSource("flatAndNested")
  void an_index_that_lies_is_our_exception_or_changes_nothing(byte[] thrift) throws IOException {
    FlatFooter truth = plain(thrift);
    byte[] file = ending(thrift, FooterLayout.INDEX);
    int index = 4 + thrift.length - 1;
    Random random = new Random(1);
    int thrown = 0;
    for (int i = 0; i < 1_000; i++) {
      byte[] damaged = file.clone();
      int at = index + random.nextInt(file.length - 37 - index);
      damaged[at] = (byte) random.nextInt();
      try {
        FlatFooter footer = read(READER.withCrcCheck(CrcCheck.NONE), damaged).footer();
        for (int element = 1; element < Math.min(60, footer.elementCount()); element++) {
          assertThat(footer.schemaElement(element).element()).isEqualTo(element);
          assertThat(footer.parentElement(element)).isLessThan(element);
          assertThat(footer.elementColumn(element)).isLessThan(footer.columnCount());
        }
        for (int column = 0; column < Math.min(40, truth.columnCount()); column++) {
          String path = truth.columnPath(column);
          int found = footer.findColumn(path);
          if (found >= 0) {
            assertThat(footer.columnPath(found)).isEqualTo(path);
          }
          if (column < footer.columnCount() && footer.rowGroupCount() > 0) {
            footer.chunk(0, column).hasStatistics();
          }
        }
      } catch (CorruptFooterException e) {
        thrown++;
      }
    }
    assertThat(thrown).isPositive();
  }

  @Test
  void strict_reading_refuses_an_index_of_another_footer() throws IOException {
    byte[] file = ending(WideFooter.thrift(40, 2), FooterLayout.INDEX);
    assertThat(read(READER.withStrict(true), file).layout()).isEqualTo(FooterLayout.INDEX);
    int places = 0;
    byte[] thrift = WideFooter.thrift(40, 2);
    int checksums = Integer.BYTES * BlockChecksums.count(file.length - 4 - 37);
    for (int at = 4 + thrift.length + 6; at < file.length - 37 - checksums; at += 7) {
      byte[] damaged = file.clone();
      damaged[at] ^= 1;
      assertThatThrownBy(() -> read(READER.withStrict(true).withCrcCheck(CrcCheck.NONE), damaged))
          .isInstanceOf(CorruptFooterException.class);
      places++;
    }
    assertThat(places).isGreaterThan(10);
  }

  @ParameterizedTest
  @CsvSource({"5", "300"})
  void schema_is_known_again_and_another_one_is_not(int columns) throws IOException {
    Predicate<FlatFooter> schema = indexed(WideFooter.thrift(columns, 2)).sameSchema();
    FlatFooter plain = plain(WideFooter.thrift(columns, 2));

    assertThat(schema)
        .accepts(indexed(WideFooter.thrift(columns, 1)), indexed(WideFooter.thrift(columns, 3)))
        .rejects(
            indexed(WideFooter.thrift(columns + 1, 2)), indexed(NestedFooter.thrift(4)), plain);
    assertThat(plain.sameSchema()).rejects(indexed(WideFooter.thrift(columns, 2)));
  }

  @Test
  void row_groups_of_a_part_are_numbered_from_0() throws IOException {
    byte[] thrift = WideFooter.thrift(12, 5);
    RowGroupSpan span = new RowGroupSpan(2, 2, 40_000);
    FlatFooter part = indexed(thrift).part(span);
    FlatFooter expected = plain(thrift).part(span);
    assertThat(facts(part, 11)).isEqualTo(facts(expected, 11));
  }

  @Test
  void groups_are_fetched_and_found_below_their_names() throws IOException {
    byte[] thrift = NestedFooter.thrift(20);
    FlatFooter expected = plain(thrift);
    for (String group : List.of("outer7", "outer20.inner", "outer7.left", "absent", "first3")) {
      FlatFooter footer = indexed(thrift);
      footer.fetch(List.of(group));
      assertThat(footer.findColumnsBelow(group)).isEqualTo(expected.findColumnsBelow(group));
      assertThat(footer.findColumns(group)).isEqualTo(expected.findColumns(group));
      assertThat(footer.findColumn(List.of(group.split("\\."))))
          .isEqualTo(expected.findColumn(List.of(group.split("\\."))));
    }
    assertSame(indexed(thrift), expected);
  }
}
