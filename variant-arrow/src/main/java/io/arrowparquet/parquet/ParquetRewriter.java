// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.internal.codec.PageCompressor;
import io.arrowparquet.parquet.internal.rewrite.RewrittenFile;
import io.arrowparquet.parquet.internal.rewrite.RewrittenFile.Request;
import io.arrowparquet.parquet.internal.rewrite.RewrittenFile.Written;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.internal.OptionValues;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Makes one Parquet file of the column chunks of others, without decoding their values: merges
 * files, drops and renames columns, changes the codec, attaches a footer.
 *
 * <pre>{@code
 * ParquetRewriter.defaults()
 *     .withoutColumn("debug")
 *     .withName("customer.id", "customer_id")
 *     .rewrite(List.of(monday, tuesday), week, allocator);
 * }</pre>
 *
 * <p>The new file has the row groups of all files in their order. Pages are copied as they are,
 * unless they get another codec: then they are decompressed and compressed, no more. Statistics,
 * page indexes, Bloom filters and second encodings go with them, and all that says where something
 * is follows. Extensions of other programs do not: only they know what is in them.
 *
 * <p>The schemas must be the same: names, types, repetition, annotations and field ids.
 *
 * <p>{@code created_by} stays, since readers go by it where they know errors of a writer. Where the
 * files do not agree on it, the new one names this library; then statistics that are only to be
 * taken with what is known of their writer are left out, pages whose writer's errors readers have
 * to know are written without these, and of a file whose pages cannot be written so an {@link
 * io.arrowparquet.parquet.options.UnsupportedColumnException} says why.
 *
 * <p>Key-values are those of all files. One is left out if two files have different values for it,
 * if its key speaks of row groups or offsets, or, where columns are dropped or renamed, if it is
 * known to be the schema in the words of another program; {@code ARROW:schema} changes as the
 * columns do.
 *
 * <p>Memory: a window of the files, a page if it gets another codec, their footers, and their page
 * indexes until the end.
 *
 * <p>Immutable; each {@code with} method gives a changed copy. May be shared between threads.
 */
public final class ParquetRewriter {
  private final Request values;

  private ParquetRewriter(Request values) {
    this.values = values;
  }

  /** Changes nothing, attaches no footer and replaces no file. */
  public static ParquetRewriter defaults() {
    return new ParquetRewriter(new Request());
  }

  /**
   * Leaves out a column, or a group with all columns below.
   *
   * @param path dotted; what makes a list, map or Variant is only left out as a whole
   */
  public ParquetRewriter withoutColumn(String path) {
    return with(copy -> copy.dropped = and(copy.dropped, path, ""));
  }

  /**
   * Gives a column or group another name.
   *
   * @param path dotted, with the old names
   * @param name of the node alone
   */
  public ParquetRewriter withName(String path, String name) {
    return with(copy -> copy.renamed = and(copy.renamed, path, Objects.requireNonNull(name)));
  }

  /**
   * Compresses pages so; those that have this codec are copied as they are. Null, the default, for
   * the codec that each has.
   *
   * @throws IllegalArgumentException if it is one that is only read
   */
  public ParquetRewriter withCodec(@Nullable ParquetCodec codec) {
    if (codec != null) {
      PageCompressor.of(codec, null).close();
    }
    return with(copy -> copy.codec = codec);
  }

  /** Sets a key of the footer, whatever the files have; null leaves it out. */
  public ParquetRewriter withKeyValue(String key, @Nullable String value) {
    return with(copy -> copy.keyValues = and(copy.keyValues, key, value));
  }

  /** Attaches a FlatBuffers footer of this layout; THRIFT, the default, for none. */
  public ParquetRewriter withFooter(FooterLayout layout) {
    return with(copy -> copy.footer = layout.orRefuseReadOnly());
  }

  /**
   * Keys of the files that are encrypted or signed, each of which is decrypted as it is copied:
   * what was encrypted is in plain text in the new file, unless that is to be encrypted. Columns
   * that are left out need no key. Null, the default, refuses such files.
   */
  public ParquetRewriter withDecryption(@Nullable DecryptionKeys keys) {
    return with(copy -> copy.decryption = keys);
  }

  /**
   * Encrypts the new file, whose columns have their new names; columns that are encrypted lose a
   * second encoding, and may not have data pages of version 2. Null, the default, for none.
   */
  public ParquetRewriter withEncryption(@Nullable FileEncryption encryption) {
    return with(copy -> copy.encryption = encryption);
  }

  /** Whether a file that exists is replaced, which may be one of the inputs. */
  public ParquetRewriter withOverwrite(boolean replace) {
    return with(copy -> copy.overwrite = replace);
  }

  /**
   * Bytes of the inputs in memory and on their way, 64 MiB by default; more where a page has more.
   */
  public ParquetRewriter withWindowBytes(long bytes) {
    return with(copy -> copy.windowBytes = OptionValues.atLeast1("window bytes", bytes));
  }

  /**
   * Makes a file of others.
   *
   * @param inputs at least one
   * @param output put in its place whole, when all went well
   * @param allocator for what is in memory; stays the caller's
   * @return what was written, for the commit of a table
   * @throws java.nio.file.FileAlreadyExistsException if the output exists and is not to be replaced
   * @throws IOException if reading or writing fails
   * @throws io.arrowparquet.footer.CorruptFooterException if a footer, or a place that it names, is
   *     damaged
   * @throws io.arrowparquet.parquet.options.CorruptPageException if a page that gets another codec
   *     is damaged
   * @throws io.arrowparquet.footer.EncryptedFooterException if a file is encrypted or its footer is
   *     signed, and no keys are given, or the key of its footer is missing
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if a codec is not known that
   *     has to be, or pages are in another file, or need their writer's name; or the key of an
   *     encrypted column is not to be had, or one to be encrypted has data pages of version 2
   * @throws io.arrowparquet.storage.InvalidRequestException if schemas differ, which says where
   *     first; if a path names no column, a name is taken, or nothing would be left
   */
  public WrittenFile rewrite(List<Path> inputs, Path output, BufferAllocator allocator)
      throws IOException {
    List<ByteSource> sources = new ArrayList<>();
    try (ByteSink sink = ByteSinks.path(output, values.overwrite)) {
      for (Path input : inputs) {
        PathByteSource source = PathByteSource.open(input);
        sources.add(source);
        source.keep(); // Few of many files are open at once.
      }
      return rewrite(sources, sink, allocator);
    } finally {
      for (ByteSource source : sources) {
        source.close();
      }
    }
  }

  /**
   * Makes a file of others, wherever they are, and publishes it. Files elsewhere are read in large
   * ranges, several at a time.
   *
   * @param inputs at least one; stay open
   * @param output empty; committed by this method if all went well, and the caller's to close
   * @param allocator for what is in memory; stays the caller's
   * @return what was written, for the commit of a table
   * @throws IOException if reading, writing or publishing fails; others as {@link #rewrite(List,
   *     Path, BufferAllocator)}
   */
  public WrittenFile rewrite(
      List<? extends ByteSource> inputs, ByteSink output, BufferAllocator allocator)
      throws IOException {
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("no file to rewrite");
    }
    Written written = RewrittenFile.write(List.copyOf(inputs), output, values, allocator);
    return new WrittenFile(output.name(), written.length(), written.footer());
  }

  private ParquetRewriter with(Consumer<Request> change) {
    return new ParquetRewriter(values.with(change));
  }

  private static Map<String, String> and(
      Map<String, String> map, String key, @Nullable String value) {
    Map<String, String> more = new LinkedHashMap<>(map);
    more.put(Objects.requireNonNull(key), value);
    return Collections.unmodifiableMap(more);
  }
}
