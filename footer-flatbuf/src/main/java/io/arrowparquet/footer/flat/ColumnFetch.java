// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.ByteRanges;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.FooterDirectory;
import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Which parts of a footer are needed for some columns, in two rounds: what leads to them, then all
 * that is about them.
 *
 * <pre>
 *   directory  ->  front: root, checksums, row groups, places     hash  ->  name slots  ->  column
 *   column     ->  schema element and those above it              column  ->  tile with its chunks
 * </pre>
 */
record ColumnFetch(FooterDirectory directory, int size, Collection<String> paths) {
  void fetch(FlatFooter footer) {
    footer.bytes.fetch(directory.first(size, paths));
    ByteRanges ranges = new ByteRanges(size);
    List<String> groups = new ArrayList<>();
    for (String path : paths) {
      List<Integer> columns = footer.names.withHash(PathHash.of(path));
      columns.forEach(column -> add(footer, column, ranges));
      if (columns.isEmpty()) {
        groups.add(path);
      }
    }
    for (int block : directory.shared()) {
      ranges.addBlock(block);
    }
    footer.bytes.fetch(ranges);
    if (!groups.isEmpty()) {
      fetchGroups(footer, groups);
    }
  }

  private void add(FlatFooter footer, int column, ByteRanges ranges) {
    NameIndex names = footer.names;
    int element = names.element(column);
    for (int depth = 1; element > 0; depth++) {
      SchemaTree.requireDepth(depth);
      long reference = footer.schema + FooterBytes.REFERENCE * (element + 1L);
      ranges.add(reference, reference + FooterBytes.REFERENCE);
      if (footer.tiles != null) {
        footer.tiles.addElement(element, ranges);
      }
      element = names.parent(element);
    }
    if (footer.tiles != null) {
      footer.tiles.addChunks(column, ranges);
    }
  }

  private void fetchGroups(FlatFooter footer, List<String> groups) {
    NameIndex names = footer.names;
    ByteRanges schema = new ByteRanges(size);
    long references = (long) FooterBytes.REFERENCE * (names.elementCount() + 1);
    schema.add(footer.schema, footer.schema + references);
    if (footer.tiles != null) {
      for (int element = 0; element < names.elementCount(); element++) {
        footer.tiles.addElement(element, schema);
      }
    }
    footer.bytes.fetch(schema);
    ByteRanges chunks = new ByteRanges(size);
    for (String group : groups) {
      names.findBelow(group).forEach(column -> add(footer, column, chunks));
    }
    footer.bytes.fetch(chunks);
  }
}
