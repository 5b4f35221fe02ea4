// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiscoveryOptionsTest {
  private static final DiscoveryOptions ANY = DiscoveryOptions.defaults();
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private void write(String name, String type, String row) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    JsonTable.write(file, type, ParquetWriteOptions.defaults(), allocator, row);
  }

  private void touch(String... names) throws IOException {
    for (String name : names) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.write(file, new byte[20]);
    }
  }

  private URI root() {
    return URI.create(folder.toUri().toString());
  }

  /** Below the folder, by both ways. */
  private List<String> found(DiscoveryOptions options) throws IOException {
    List<String> paths =
        options.filesBelow(folder).stream()
            .map(file -> folder.relativize(file).toString().replace('\\', '/'))
            .toList();
    List<SourceEntry> entries = options.filesBelow(root(), ByteSources.defaults());
    assertThat(entries.stream().map(entry -> root().relativize(entry.uri()).getPath()))
        .containsExactlyElementsOf(paths);
    return paths;
  }

  private ParquetFileSet open(DiscoveryOptions options) throws IOException {
    return ParquetFileSet.open(List.of(root()), ByteSources.defaults(), options, Runnable::run);
  }

  private List<String> read(ParquetFileSet set) throws IOException {
    try (ArrowReader reader = set.read(ALL, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  @Test
  void files_are_found_by_suffix_and_hidden_ones_if_asked() throws IOException {
    touch("a.parquet", "b.pq", ".c.parquet", "_d/e.parquet", "_f=1/g.parquet");
    assertThat(found(ANY)).containsExactly("_f=1/g.parquet", "a.parquet");
    assertThat(found(ANY.withSuffixes(List.of(".pq", ".parquet"))))
        .containsExactly("_f=1/g.parquet", "a.parquet", "b.pq");
    assertThat(found(ANY.withHidden(true)))
        .containsExactly(".c.parquet", "_d/e.parquet", "_f=1/g.parquet", "a.parquet");
    assertThat(found(ANY.withSuffixes(List.of("")))).hasSize(3);
  }

  @Test
  void files_are_found_by_glob() throws IOException {
    touch("x-0.parquet", "a/x-1.parquet", "b/x-2.pq", "b/y-3.parquet", "a/b/x-4.parquet");
    assertThat(found(ANY.withGlob("*/x-*.parquet"))).containsExactly("a/x-1.parquet");
    assertThat(found(ANY.withGlob("**/x-?.*")))
        .containsExactly("a/b/x-4.parquet", "a/x-1.parquet", "b/x-2.pq", "x-0.parquet");
    assertThat(found(ANY.withGlob("{a,b}/{x,y}-{1,3}.parquet")))
        .containsExactly("a/x-1.parquet", "b/y-3.parquet");
    assertThat(found(ANY.withGlob("a/**"))).containsExactly("a/b/x-4.parquet", "a/x-1.parquet");
    assertThat(found(ANY.withGlob("x.0*"))).isEmpty();
    assertThat(found(ANY.withGlob("[a-b]/[!y]-[0-2]*")))
        .containsExactly("a/x-1.parquet", "b/x-2.pq");
    assertThat(found(ANY.withGlob("a[!x]x*"))).isEmpty();
    assertThat(found(ANY.withGlob("[]x]-[^0].*"))).containsExactly("x-0.parquet");
    assertThat(found(ANY.withGlob("[&\\\\[x]-[!^0].*"))).isEmpty();
    assertThatThrownBy(() -> ANY.withGlob("a[b")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ANY.withGlob("[]")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ANY.withGlob("{a")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ANY.withGlob("a}")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> open(ANY.withGlob("z*")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("matches the glob");
  }

  @Test
  void uris_may_be_globs() throws IOException {
    write("a/x-0.parquet", "struct<id: int>", "{\"id\":0}");
    write("b/c/x-1.parquet", "struct<id: int>", "{\"id\":1}");
    write("b/x-2.pq", "struct<id: int>", "{\"id\":2}");
    write("b/.x-3.parquet", "struct<id: int>", "{\"id\":3}");
    write("x*/x-4.parquet", "struct<id: int>", "{\"id\":4}");
    for (String[] glob :
        new String[][] {
          {"*/x-*", "0", "2", "4"},
          {"b/**", "1", "2"},
          {"**/x-%5B0-1%5D*.parquet", "0", "1"},
          {"%7Ba,b%7D/x-*", "0", "2"},
          {"x%2A/x-4.parquet", "4"},
          {"a/x-0.parquet", "0"},
        }) {
      List<URI> uri = List.of(URI.create(root() + glob[0]));
      ParquetFileSet set = ParquetFileSet.open(uri, ByteSources.defaults(), ANY, Runnable::run);
      assertThat(read(set))
          .containsExactly(
              Stream.of(glob).skip(1).map(id -> "{\"id\":" + id + "}").toArray(String[]::new));
    }
    URI none = URI.create(root() + "z*");
    assertThatThrownBy(
            () -> ParquetFileSet.open(List.of(none), ByteSources.defaults(), ANY, Runnable::run))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("z*");
    URI web = URI.create("http://localhost:1/a/*.parquet");
    assertThatThrownBy(
            () -> ParquetFileSet.open(List.of(web), ByteSources.defaults(), ANY, Runnable::run))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("cannot be listed");
  }

  @Test
  void unreadable_files_are_skipped_and_reported_if_asked() throws IOException {
    write("a.parquet", "struct<id: int>", "{\"id\":1}");
    touch("b.parquet");
    write("c.parquet", "struct<id: int>", "{\"id\":3}");
    assertThatThrownBy(() -> open(ANY)).isInstanceOf(CorruptFooterException.class);

    List<FileDiagnostic<Exception>> told = new ArrayList<>();
    ParquetFileSet set = open(ANY.withUnreadable(told::add));
    assertThat(read(set)).containsExactly("{\"id\":1}", "{\"id\":3}");
    assertThat(told).hasSize(1);
    assertThat(told.get(0).source()).endsWith("b.parquet");
    assertThat(told.get(0).diagnostic()).isInstanceOf(CorruptFooterException.class);

    DiscoveryOptions none = ANY.withGlob("b*").withUnreadable(told::add);
    assertThatThrownBy(() -> open(none)).isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void footers_of_partitions_that_are_ruled_out_are_not_read() throws IOException {
    write("p=1/a.parquet", "struct<id: int>", "{\"id\":1}");
    touch("p=2/b.parquet");
    write("p=3/c.parquet", "struct<id: int>", "{\"id\":3}");
    DiscoveryOptions partitioned = ANY.withPartitions(HivePartitions.below(root()));
    Operand p = Operand.column("p");
    FooterCounter counter = new FooterCounter();
    List<SourceEntry> files = ANY.filesBelow(root(), ByteSources.defaults());
    ParquetFileSet set =
        ParquetFileSet.open(
            files.stream().map(SourceEntry::uri).toList(),
            counter,
            partitioned.withFilter(p.isEqualTo(3).and(Operand.column("id").isEqualTo(0))),
            Runnable::run);
    assertThat(counter.tails).isEqualTo(1);
    assertThat(read(set)).containsExactly("{\"id\":3,\"p\":3}");

    ParquetFileSet empty = open(partitioned.withFilter(p.isEqualTo(4)));
    assertThat(read(empty)).isEmpty();
    assertThat(empty.schema(ALL).getFields()).hasSize(2);

    List<FileDiagnostic<Exception>> told = new ArrayList<>();
    assertThat(read(open(partitioned.withUnreadable(told::add))))
        .containsExactly("{\"id\":1,\"p\":1}", "{\"id\":3,\"p\":3}");
    assertThat(told).hasSize(1);
  }

  @Test
  void missing_and_extra_columns_are_filled_or_an_error_as_asked() throws IOException {
    write("a.parquet", "struct<id: int, s: struct<x: int>>", "{\"id\":1,\"s\":{\"x\":1}}");
    ReaderSchema missing = ReaderSchema.of(JsonTable.schema("struct<id: int, more: int>"));
    ReaderSchema extra = ReaderSchema.of(JsonTable.schema("struct<id: int, s: struct<y: int>>"));
    ParquetFileSet set = open(ANY);
    assertThat(read(set.withSchema(missing))).containsExactly("{\"id\":1,\"more\":null}");

    EvolutionRules rules = EvolutionRules.defaults();
    ReaderSchema all = missing.withRules(rules.withMissingColumns(false));
    assertThatThrownBy(() -> read(set.withSchema(all)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContainingAll("column more", "no such column", "a.parquet");
    assertThat(read(set.withSchema(all.withDefault("more", 7))))
        .containsExactly("{\"id\":1,\"more\":7}");

    ReaderSchema only = extra.withRules(rules.withExtraColumns(false));
    assertThatThrownBy(() -> read(set.withSchema(only)))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContainingAll("column s.x", "a.parquet");
    ReaderSchema same = ReaderSchema.of(JsonTable.schema("struct<s: struct<x: int>, id: bigint>"));
    assertThat(read(set.withSchema(same.withRules(rules.withExtraColumns(false)))))
        .containsExactly("{\"s\":{\"x\":1},\"id\":1}");
  }
}
