// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.FileIdentity;
import io.arrowparquet.storage.internal.OptionValues;
import io.arrowparquet.storage.internal.SourceUris;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which files below a folder belong to a set, and how their footers are read. Files that are named
 * themselves always belong to it.
 *
 * <p>Immutable; threads may share one. Each {@code with} method gives a changed copy, and says what
 * its option means.
 */
public final class DiscoveryOptions {
  /** What of a path has no sign of a glob, up to its last slash. */
  private static final Pattern ABOVE_GLOB = Pattern.compile("[^*?{\\[]*/");

  private final Values values;

  private DiscoveryOptions(Values values) {
    this.values = values;
  }

  /** Files that end in {@code .parquet} and are not hidden; all must be readable. */
  public static DiscoveryOptions defaults() {
    return new DiscoveryOptions(new Values());
  }

  /** How the names of files end; an empty suffix takes all. */
  public DiscoveryOptions withSuffixes(List<String> endings) {
    return with(copy -> copy.suffixes = List.copyOf(endings));
  }

  /**
   * A pattern that the path below the folder must match, whatever its suffix; null, the default,
   * for none. {@code *} is any text in a name, {@code **} any text, {@code ?} a character of a
   * name, {@code [a-z]} one of these, {@code [!a-z]} one that is none of them, <code>{a,b}</code>
   * one of several texts; {@code **}{@code /} may also be no folder at all.
   *
   * @throws IllegalArgumentException if brackets or braces are not closed, or braces in each other
   */
  public DiscoveryOptions withGlob(@Nullable String pattern) {
    Pattern compiled = pattern == null ? null : compile(pattern);
    return with(copy -> copy.glob = compiled);
  }

  /**
   * Whether hidden files are taken: of a name, or in a folder of a name, that begins with a dot, or
   * with an underscore and has no {@code =} as names of partitions do; they are not by default.
   */
  public DiscoveryOptions withHidden(boolean take) {
    return with(copy -> copy.hidden = take);
  }

  /**
   * Is told of each file whose footer cannot be read, in the order of the files; the others make
   * the set. Null, the default, if such a file is an exception, as it is if no file can be read.
   */
  public DiscoveryOptions withUnreadable(@Nullable Consumer<FileDiagnostic<Exception>> told) {
    return with(copy -> copy.unreadable = told);
  }

  /**
   * Columns that folders name, as {@link ParquetFileSet#withPartitions} has them; null for none.
   */
  public DiscoveryOptions withPartitions(@Nullable HivePartitions folders) {
    return with(copy -> copy.partitions = folders);
  }

  /**
   * Leaves out files that the values of partition columns alone rule out, before their footers are
   * read; null, the default, for none. Readers of the set need the filter too.
   */
  public DiscoveryOptions withFilter(@Nullable RowFilter predicate) {
    return with(copy -> copy.filter = predicate);
  }

  /**
   * Keys for the footers of encrypted files; null, the default, for none. Readers of the set need
   * them too: {@link io.arrowparquet.parquet.options.ParquetReadOptions#withDecryption}.
   */
  public DiscoveryOptions withDecryption(@Nullable DecryptionKeys keys) {
    return with(copy -> copy.decryption = keys);
  }

  /**
   * A cache that is asked for the footer of each file by its entry; null, the default, for none.
   * Footers that are decrypted with keys are not put into it.
   */
  public DiscoveryOptions withFooters(@Nullable FooterCache cache) {
    return with(copy -> copy.footers = cache);
  }

  /**
   * Reads the footers of the first files only: of as many as have this number of rows together, of
   * at least one, or of all. The set has only these; all files are the default.
   */
  public DiscoveryOptions withFirstRows(long rows) {
    return with(copy -> copy.firstRows = rows);
  }

  @Nullable DecryptionKeys decryption() {
    return values.decryption;
  }

  @Nullable FooterCache footers() {
    return values.footers;
  }

  long firstRows() {
    return values.firstRows;
  }

  @Nullable Consumer<FileDiagnostic<Exception>> unreadable() {
    return values.unreadable;
  }

  @Nullable HivePartitions partitions() {
    return values.partitions;
  }

  @Nullable RowFilter filter() {
    return values.filter;
  }

  /** What files are called in a message that there is none. */
  String wanted() {
    return values.glob == null
        ? String.join(" or ", values.suffixes) + " file"
        : "file that matches the glob";
  }

  /**
   * The files below a folder, sorted; no file is opened.
   *
   * @param folder or a glob, which has a {@code *} in its path: what follows the folder above its
   *     first sign is taken as {@link #withGlob} takes it, percent-decoded, in its place
   * @throws IOException if listing fails
   * @throws UnsupportedOperationException if there is no way to list
   */
  public List<SourceEntry> filesBelow(URI folder, SourceFactory sources) throws IOException {
    if (SourceUris.isGlob(folder)) {
      Matcher parts = ABOVE_GLOB.matcher(folder.getPath());
      int end = parts.lookingAt() ? parts.end() : 0;
      URI above = SourceUris.withPath(folder, folder.getPath().substring(0, end));
      return withGlob(folder.getPath().substring(end)).filesBelow(above, sources);
    }
    return sources.list(folder).stream()
        .filter(file -> isWanted(below(folder, file.uri())))
        .toList();
  }

  /** As {@link #filesBelow(URI, SourceFactory)}, of a local folder; paths begin with its own. */
  public List<Path> filesBelow(Path folder) throws IOException {
    String separator = folder.getFileSystem().getSeparator();
    return FileIdentity.below(folder).keySet().stream()
        .filter(file -> isWanted(folder.relativize(file).toString().replace(separator, "/")))
        .toList();
  }

  private static String below(URI folder, URI file) {
    String root = folder.getPath();
    int length = root.endsWith("/") ? root.length() : root.length() + 1;
    String path = file.getPath();
    return path.substring(Math.min(path.length(), length));
  }

  /** Whether a file is, by its path below the folder. */
  private boolean isWanted(String below) {
    boolean isNamed =
        values.glob == null
            ? values.suffixes.stream().anyMatch(below::endsWith)
            : values.glob.matcher(below).matches();
    return isNamed
        && (values.hidden || Stream.of(below.split("/", -1)).noneMatch(DiscoveryOptions::isHidden));
  }

  /** The unfinished work of a writer, by a convention of the field. */
  private static boolean isHidden(String name) {
    return name.startsWith(".") || (name.startsWith("_") && name.indexOf('=') < 0);
  }

  private static Pattern compile(String glob) {
    StringBuilder regex = new StringBuilder();
    boolean isInBraces = false;
    for (int at = 0; at < glob.length(); at++) {
      char c = glob.charAt(at);
      if (glob.startsWith("**/", at)) {
        regex.append("(?:.*/)?");
        at += 2;
      } else if (glob.startsWith("**", at)) {
        regex.append(".*");
        at++;
      } else if (c == '*' || c == '?') {
        regex.append("[^/]").append(c == '*' ? "*" : "");
      } else if (c == '[') {
        int end = glob.indexOf(']', at + 2);
        if (end < 0) {
          throw new IllegalArgumentException(
              "a bracket that is not closed at position " + at + " of the glob " + glob);
        }
        boolean isNegated = glob.charAt(at + 1) == '!' && end > at + 2;
        String characters = glob.substring(isNegated ? at + 2 : at + 1, end);
        regex.append("(?!/)[").append(isNegated ? "^" : "");
        regex.append(characters.replaceAll("[\\\\\\[&^]", "\\\\$0")).append(']');
        at = end;
      } else if (c == (isInBraces ? '}' : '{')) {
        regex.append(isInBraces ? ")" : "(?:");
        isInBraces = !isInBraces;
      } else if (c == '{' || c == '}') {
        throw new IllegalArgumentException(
            "a brace in braces, or one that closes none, at position "
                + at
                + " of the glob "
                + glob);
      } else {
        regex.append(c == ',' && isInBraces ? "|" : Pattern.quote(String.valueOf(c)));
      }
    }
    if (isInBraces) {
      throw new IllegalArgumentException("a brace that is not closed in the glob " + glob);
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private DiscoveryOptions with(Consumer<Values> change) {
    return new DiscoveryOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private List<String> suffixes = List.of(".parquet");
    private Pattern glob;
    private boolean hidden;
    private Consumer<FileDiagnostic<Exception>> unreadable;
    private HivePartitions partitions;
    private RowFilter filter;
    private DecryptionKeys decryption;
    private FooterCache footers;
    private long firstRows = Long.MAX_VALUE;
  }
}
