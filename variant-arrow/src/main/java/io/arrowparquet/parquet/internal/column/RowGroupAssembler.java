// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages.ColumnPlace;
import io.arrowparquet.parquet.internal.column.ColumnLanes.ColumnThreads;
import io.arrowparquet.parquet.internal.column.VectorAssembler.ListAssembler;
import io.arrowparquet.parquet.internal.column.VectorAssembler.StructAssembler;
import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.LevelDecoder;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Reads batches of rows of all chosen columns, one row group after another. Batches belong to the
 * caller; everything else is freed by {@link #close}, also after {@link #read} has failed. One
 * thread at a time.
 */
public final class RowGroupAssembler implements AutoCloseable {
  private final FlatFooter footer;
  private final BufferAllocator allocator;
  private final List<Scratch> scratches = new ArrayList<>();
  private final List<ColumnDecoders> decoders = new ArrayList<>();
  private final ColumnLanes lanes;
  private final List<VectorAssembler> roots = new ArrayList<>();
  private final List<LeafReader> leaves = new ArrayList<>();
  private final int[] firstLeaves;
  private final List<Integer> columns;
  private int leavesMade;
  private ColumnPlace place;

  /** {@code indices}: of columns that become indices, by name. */
  public RowGroupAssembler(
      FlatFooter footer,
      List<ArrowSchemaNode> nodes,
      List<Integer> columns,
      Map<String, DictionaryIndices> indices,
      ColumnThreads threads,
      BufferAllocator allocator) {
    this.footer = footer;
    this.allocator = allocator;
    this.columns = columns;
    this.lanes = new ColumnLanes(footer, columns, threads);
    boolean continuesDeltas = WriterQuirks.continuesDeltas(footer.createdBy());
    for (int lane = 0; lane < lanes.count(); lane++) {
      Scratch scratch = new Scratch();
      scratches.add(scratch);
      decoders.add(new ColumnDecoders(allocator, scratch, continuesDeltas, indices));
    }
    for (ArrowSchemaNode node : nodes) {
      roots.add(assembler(node));
    }
    firstLeaves = new int[roots.size() + 1];
    for (int i = 0; i < roots.size(); i++) {
      roots.get(i).addLeaves(leaves);
      firstLeaves[i + 1] = leaves.size();
    }
  }

  private VectorAssembler assembler(ArrowSchemaNode node) {
    List<VectorAssembler> children = new ArrayList<>();
    if (node.kind() != ArrowSchemaNode.Kind.LEAF) {
      node.children().forEach(child -> children.add(assembler(child)));
    }
    return switch (node.kind()) {
      case LEAF -> leaf(node);
      // These work when all lanes have decoded.
      case STRUCT -> new StructAssembler(node, children, scratches.get(0), allocator);
      case LIST, MAP -> new ListAssembler(node, children.get(0), scratches.get(0), allocator);
    };
  }

  private VectorAssembler leaf(ArrowSchemaNode node) {
    if (node.definitionLevel() > LevelDecoder.MAX_LEVEL) {
      throw new UnsupportedColumnException(
          footer.columnPath(node.column()),
          "definition levels up to " + node.definitionLevel(),
          "at most " + LevelDecoder.MAX_LEVEL);
    }
    SchemaElementView element = footer.schemaElement(node.element());
    PhysicalType type = element.type();
    int lane = lanes.lane(leavesMade++);
    ColumnDecoder decoder =
        decoders
            .get(lane)
            .decoder(
                footer.columnPath(node.column()),
                type,
                element.typeLength(),
                node.field().getType());
    return LeafReader.of(node, decoder, scratches.get(lane), allocator);
  }

  public ColumnLanes lanes() {
    return lanes;
  }

  /** Goes on with a row group: one chunk per column, borrowed. */
  public void startRowGroup(List<ColumnChunkPages> chunks) {
    place = chunks.isEmpty() ? null : chunks.get(0).place();
    long rows = place == null ? 0 : footer.rowGroup(place.rowGroup()).numRows();
    for (int i = 0; i < leaves.size(); i++) {
      leaves.get(i).startChunk(chunks.get(i), rows);
    }
    roots.forEach(VectorAssembler::requestLevels);
  }

  /**
   * Reads rows of one batch, for each node none of them before those that were read of it already.
   * {@code wanted}: numbers of the nodes to read, ascending. The caller closes the batch.
   */
  public ArrowRecordBatch read(List<Integer> wanted, RowRanges ranges) throws IOException {
    int rows = (int) ranges.rows();
    lanes.decode(
        leavesOf(wanted),
        rows,
        leaf -> {
          LeafReader reader = leaves.get(leaf);
          reader.startBatch(rows);
          try {
            if (!reader.isAbsent()) {
              reader.read(ranges);
            }
          } catch (TimestampRangeException e) {
            throw conversionException(columns.get(leaf), e);
          } catch (RuntimeException e) {
            throw reader.placed(e);
          }
        });
    List<ArrowFieldNode> nodes = new ArrayList<>();
    List<ArrowBuf> buffers = new ArrayList<>();
    try {
      for (int node : wanted) {
        int slots = roots.get(node).finish(nodes, buffers);
        if (slots != rows) {
          throw new CorruptPageException("slots of a column", slots + "", rows + ", its rows");
        }
      }
      return new ArrowRecordBatch(rows, nodes, buffers);
    } catch (CorruptPageException e) {
      throw e.at(place.source(), place.column(), place.rowGroup(), CorruptPageException.UNKNOWN);
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  public int[] leavesOf(List<Integer> nodes) {
    int[] found = new int[leaves.size()];
    int count = 0;
    for (int node : nodes) {
      for (int leaf = firstLeaves[node]; leaf < firstLeaves[node + 1]; leaf++) {
        found[count++] = leaf;
      }
    }
    return count == found.length ? found : Arrays.copyOf(found, count);
  }

  private DiagnosedException conversionException(int column, TimestampRangeException e) {
    long row = e.index();
    for (int before = 0; before < place.rowGroup(); before++) {
      row += footer.rowGroup(before).numRows();
    }
    return new ConversionException(footer.columnPath(column), e.found(), e.expected())
        .atRow(row)
        .in(place.source());
  }

  /** Proves that no column of which the last of {@code rows} rows was read has more of them. */
  public void endRowGroup(long rows) {
    leaves.forEach(leaf -> leaf.requireEnd(rows));
  }

  @Override
  public void close() {
    roots.forEach(VectorAssembler::close);
  }
}
