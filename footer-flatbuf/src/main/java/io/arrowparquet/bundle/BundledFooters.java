// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.plan.FooterAssembler;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts together the footers of many files of a bundle. A part of the bundle has the row groups of
 * many files; it is kept for the next file, up to a quarter of the heap. So files should come in
 * the order of {@link FooterBundle#files}.
 *
 * <p>For one thread; of no use once the bundle is closed.
 */
public final class BundledFooters {
  private final FooterBundle bundle;
  private final List<String> columns;

  /** By segment. */
  private final Map<Integer, FooterAssembler> assemblers = new HashMap<>();

  BundledFooters(FooterBundle bundle, Collection<String> columns) {
    this.bundle = bundle;
    this.columns = columns == null ? null : List.copyOf(columns);
  }

  /**
   * The Thrift footer of a file: the struct {@code FileMetaData}, equal to the file's field by
   * field, without extensions. If some columns are wanted, chunks of others have no metadata.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if a part that is needed is damaged
   */
  public byte[] thrift(BundleEntry file) throws IOException {
    return assemblers
        .computeIfAbsent(
            file.segment, segment -> new FooterAssembler(bundle.segments().get(segment), columns))
        .thrift(file.row);
  }

  /**
   * The footer of a file, with the chunks of the columns that are wanted.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if a part that is needed is damaged
   */
  public FlatFooter footer(BundleEntry file) throws IOException {
    byte[] thrift = thrift(file);
    String path = file.file().path();
    return columns == null
        ? FlatFooter.wrap(
            ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer(), path, 0)
        : ThriftToFlatBuffers.convertColumns(thrift, 0, thrift.length, columns).footer(path);
  }
}
