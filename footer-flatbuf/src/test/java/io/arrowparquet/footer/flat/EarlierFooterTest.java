// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.NameIndex;
import io.arrowparquet.footer.flatc.generated.SchemaElement;
import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.model.Type;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Footers as earlier versions wrote them: an index with sorted hashes, and no directory. */
class EarlierFooterTest {
  private static final int GROUPS = 20;
  private static final int LEAVES = 10;

  /** Groups of leaves, each with a field id. */
  private static ByteBuffer footer(boolean sorted) {
    FlatBufferBuilder builder = new FlatBufferBuilder(1024).forceDefaults(true);
    int count = 1 + GROUPS * (LEAVES + 1);
    SchemaTree tree = new SchemaTree(count, 1000);
    int[] elements = new int[count];
    elements[0] = element(builder, tree, "root", GROUPS, 0);
    for (int group = 0; group < GROUPS; group++) {
      int first = 1 + group * (LEAVES + 1);
      elements[first] = element(builder, tree, "g" + group, LEAVES, first);
      for (int leaf = 1; leaf <= LEAVES; leaf++) {
        elements[first + leaf] = element(builder, tree, "leaf" + leaf, 0, first + leaf);
      }
    }
    tree.finish();
    int schema = FileMetaData.createSchemaVector(builder, elements);
    int rowGroups = FileMetaData.createRowGroupsVector(builder, new int[0]);
    int index = index(builder, tree, sorted);
    FileMetaData.startFileMetaData(builder);
    FileMetaData.addSchema(builder, schema);
    FileMetaData.addRowGroups(builder, rowGroups);
    FileMetaData.addNameIndex(builder, index);
    builder.finish(FileMetaData.endFileMetaData(builder));
    return builder.dataBuffer().slice();
  }

  private static int element(
      FlatBufferBuilder builder, SchemaTree tree, String name, int children, int fieldId) {
    int hash = tree.parentHash();
    for (int i = 0; i < name.length(); i++) {
      hash = PathHash.extend(hash, name.charAt(i));
    }
    tree.add(children, children == 0, hash, name.length());
    tree.fieldId(fieldId);
    int nameString = builder.createString(name);
    SchemaElement.startSchemaElement(builder);
    SchemaElement.addName(builder, nameString);
    SchemaElement.addFieldId(builder, fieldId);
    if (children == 0) {
      SchemaElement.addType(builder, (byte) Type.INT64.number());
    } else {
      SchemaElement.addNumChildren(builder, children);
    }
    return SchemaElement.endSchemaElement(builder);
  }

  private static int index(FlatBufferBuilder builder, SchemaTree tree, boolean sorted) {
    long[] hashed = tree.hashedColumns();
    if (!sorted) {
      long first = hashed[0];
      hashed[0] = hashed[1];
      hashed[1] = first;
    }
    int ids = tree.fieldIdCount();
    int parents = NameIndex.createParentsVector(builder, longs(tree.parents()));
    int leaves = NameIndex.createLeavesVector(builder, longs(tree.leaves()));
    int hashes =
        NameIndex.createHashesVector(
            builder, LongStream.of(hashed).map(entry -> entry >>> 32).toArray());
    int columns =
        NameIndex.createColumnsVector(
            builder, LongStream.of(hashed).map(entry -> entry & 0xFFFFFFFFL).toArray());
    int fieldIds =
        NameIndex.createFieldIdsVector(
            builder, IntStream.range(0, ids).map(tree::sortedFieldId).toArray());
    int idElements =
        NameIndex.createFieldIdElementsVector(
            builder, IntStream.range(0, ids).mapToLong(tree::fieldIdElement).toArray());
    return NameIndex.createNameIndex(
        builder, parents, leaves, hashes, columns, fieldIds, idElements);
  }

  private static long[] longs(int[] numbers) {
    return IntStream.of(numbers).asLongStream().toArray();
  }

  @Test
  void columns_are_found_by_name_and_field_id() {
    FlatFooter footer = FlatFooter.wrap(footer(true));

    assertThat(footer.columnCount()).isEqualTo(GROUPS * LEAVES);
    for (int column = 0; column < footer.columnCount(); column++) {
      String path = "g" + column / LEAVES + ".leaf" + (1 + column % LEAVES);
      assertThat(footer.findColumn(path)).isEqualTo(column);
      assertThat(footer.findColumns(path)).containsExactly(column);
      assertThat(footer.columnPath(column)).isEqualTo(path);
      int element = footer.columnElement(column);
      assertThat(footer.findColumnByFieldId(element)).isEqualTo(column);
    }
    assertThat(footer.findColumn("g1.leaf0")).isEqualTo(-1);
    FlatFooterVerifier.verify(footer(true));
  }

  @Test
  void there_is_nothing_to_check_in_parts() {
    assertThat(FlatFooter.wrapChecked(footer(true), "earlier", 0, 0)).isNull();
  }

  @Test
  void an_index_that_is_not_sorted_does_not_verify() {
    assertThatThrownBy(() -> FlatFooterVerifier.verify(footer(false)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("name index");
  }
}
