// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.schema.Type;

/** Random Variants in files, shredded to fit one of them, between parquet-java and Iceberg. */
class RandomVariantFilesTest {
  private static final List<VariantFilePeer> ENGINES =
      List.of(new ParquetJavaFiles(), new IcebergFiles());

  @Provide
  Arbitrary<List<Object>> batches() {
    return RandomVariants.portableTrees().list().ofMinSize(1).ofMaxSize(12);
  }

  @Property(tries = 30)
  void both_engines_read_what_both_engines_shred(@ForAll("batches") List<Object> trees)
      throws Exception {
    Type shredding = FittingShredding.of(trees.get(0));
    List<EncodedVariant> rows = IcebergVariants.encodeTogether(trees);
    Path folder = Files.createTempDirectory("variants");
    Path file = folder.resolve("variants.parquet");
    for (VariantFilePeer writer : ENGINES) {
      writer.write(file, shredding, rows);
      for (VariantFilePeer reader : ENGINES) {
        String way = writer + " -> " + reader + " as " + shredding;
        List<Object> read = trees(reader.read(file));
        if (writer instanceof IcebergFiles) { // it gives decimals the scale of their column
          assertThat(VariantTrees.stripped(read)).as(way).isEqualTo(VariantTrees.stripped(trees));
        } else {
          assertThat(read).as(way).isEqualTo(trees);
        }
      }
      Files.delete(file);
    }
    Files.delete(folder);
  }

  private static List<Object> trees(List<EncodedVariant> rows) {
    List<Object> trees = new ArrayList<>();
    rows.forEach(row -> trees.add(new ParquetJavaVariants().decode(row)));
    return trees;
  }
}
