// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Fields made of Parquet's schema elements, and those of the Arrow schema made of the same. */
class ArrowFieldsTest {

  private static List<Path> files() throws IOException {
    List<Path> roots = new ArrayList<>();
    roots.add(OtherWritersFiles.find("mixed_strings").getParent());
    String corpus = System.getenv("PARQUET_TEST_DATA");
    if (corpus != null) {
      roots.add(Path.of(corpus, "data"));
      roots.add(Path.of(corpus, "shredded_variant"));
    }
    List<Path> files = new ArrayList<>();
    for (Path root : roots) {
      try (Stream<Path> walk = Files.walk(root)) {
        walk.filter(file -> file.toString().endsWith(".parquet")).forEach(files::add);
      }
    }
    return files;
  }

  @Test
  void schemas_of_files_are_the_same_by_both_ways() throws IOException {
    int compared = 0;
    for (Path file : files()) {
      FlatFooter footer;
      byte[] thrift;
      try (PathByteSource bytes = PathByteSource.open(file)) {
        footer = FooterReader.defaults().withThriftOnly(true).read(bytes).footer();
        thrift = FlatBuffersToThrift.convert(footer.flatbuffer());
      } catch (CorruptFooterException | EncryptedFooterException e) {
        continue; // on purpose
      }
      if (footer.findValue(ArrowSchema.ARROW_SCHEMA) != null) {
        continue; // says more than Parquet's types
      }
      List<SchemaElement> elements = FileMetaDataCodec.read(new CompactReader(thrift)).schema();
      assertThat(text(SchemaField.ofParquet(elements)))
          .as(file.toString())
          .isEqualTo(text(ArrowFields.ofNodes(ArrowSchema.nodes(footer)).fields()));
      compared++;
    }
    assertThat(compared).isPositive();
  }

  /** Without the names of elements, keys and values, which Arrow may have of its own. */
  private static String text(List<SchemaField> fields) {
    StringBuilder text = new StringBuilder();
    for (SchemaField field : fields) {
      boolean isVariant = field.type() instanceof ValueType.Variant;
      text.append(field.nullable() ? "optional " : "required ").append(type(field));
      if (field.column() >= 0 && !isVariant) {
        text.append('#').append(field.column());
      }
      if (field.fieldId() != null) {
        text.append(" id ").append(field.fieldId());
      }
      if (!field.children().isEmpty() && !isVariant(field)) {
        text.append('<').append(text(field.children())).append('>');
      }
      text.append(", ");
    }
    return text.toString();
  }

  private static String type(SchemaField field) {
    return isVariant(field) ? "variant" : field.type().toString();
  }

  /** In the bridge's schema Variants are still structs. */
  private static boolean isVariant(SchemaField field) {
    return field.type() instanceof ValueType.Variant
        || (!field.children().isEmpty()
            && field.children().get(0).name().equals("metadata")
            && field.type() instanceof ValueType.Struct);
  }
}
