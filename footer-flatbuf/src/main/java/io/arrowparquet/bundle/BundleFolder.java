// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.SourceUris;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the relative paths of a bundle begin, most often the folder that the bundle is in, and how
 * its files are opened: those of a path as local files, those of a URI by a {@link SourceFactory}.
 *
 * <p>Names of files are read from bytes that anybody may have made, on another's server perhaps. So
 * only files below the folder are opened, whether a name is relative, a path or a URI; and those
 * below other folders that the caller allows by {@link #withFilesBelow(Path)} or {@link
 * #withFilesBelow(URI)}. A name that leads upwards, by {@code ..} in any form, is refused
 * everywhere. Symbolic links inside a folder are followed: what they lead to is said by whoever may
 * write to the folder, and not by the bundle.
 *
 * <p>Immutable; threads may share it if they may share the factory.
 */
public final class BundleFolder {
  private static final String FILE = "file";

  /** Before a relative path that would read as a URI (RFC 3986, section 4.2). */
  private static final String HERE = "./";

  /** Two dots between separators, each of them percent-encoded or not, for any server's taste. */
  private static final Pattern UPWARDS =
      Pattern.compile(
          "(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){2}(?:$|[/\\\\;]|%2f|%5c)", Pattern.CASE_INSENSITIVE);

  /** Null where the folder is elsewhere. */
  private final Path folder;

  /** Ends in a slash; null of a local folder. */
  private final URI base;

  private final SourceFactory sources;
  private final List<Path> paths;

  /** As {@link #paths}, of files that have a URI; each ends in a slash. */
  private final List<URI> uris;

  private BundleFolder(
      Path folder, URI base, SourceFactory sources, List<Path> paths, List<URI> uris) {
    this.folder = folder;
    this.base = base;
    this.sources = sources;
    this.paths = List.copyOf(paths);
    this.uris = List.copyOf(uris);
  }

  /** A local folder; {@link ByteSources} opens what is allowed elsewhere. */
  public static BundleFolder of(Path folder) {
    return of(folder, ByteSources.defaults());
  }

  private static BundleFolder of(Path folder, SourceFactory sources) {
    Path plain = plain(folder);
    boolean isAsItReads = plain.equals(folder.toAbsolutePath().normalize());
    Path local = isAsItReads ? folder : plain;
    return new BundleFolder(local, null, sources, List.of(plain), List.of());
  }

  /**
   * The folder that a local bundle is in.
   *
   * @param sources opens what is allowed elsewhere
   * @throws IOException if the bundle is a symbolic link, which is followed, and cannot be
   */
  public static BundleFolder ofBundle(Path bundle, SourceFactory sources) throws IOException {
    Path absolute = LocalBundleStore.followed(bundle).toAbsolutePath();
    return of(absolute.getParent() == null ? absolute : absolute.getParent(), sources);
  }

  /**
   * A folder or prefix elsewhere.
   *
   * @param folder ends in a slash; the URI of the bundle itself will do too. Its query, a shared
   *     access signature for example, is sent for each file below the folder, unless it is the
   *     signature of one object
   * @param sources opens and lists the files
   */
  public static BundleFolder of(URI folder, SourceFactory sources) {
    URI base = below(folder, "");
    BundleFolder found =
        new BundleFolder(
            null,
            base,
            ObjectBundleStore.withToken(folder, base, sources),
            List.of(),
            List.of(base));
    return FILE.equalsIgnoreCase(base.getScheme()) ? found.withFilesBelow(Path.of(base)) : found;
  }

  /** The same, which also opens local files below a folder; all of them below {@code /}. */
  public BundleFolder withFilesBelow(Path allowed) {
    List<Path> more = new ArrayList<>(paths);
    more.add(plain(allowed));
    return new BundleFolder(folder, base, sources, more, uris);
  }

  /**
   * The same, which also opens files below a folder or prefix elsewhere, {@code
   * https://host/folder/} or {@code s3://bucket/} for example.
   *
   * @throws IllegalArgumentException if the URI has no path, as {@code mailto:} has none
   */
  public BundleFolder withFilesBelow(URI allowed) {
    if (FILE.equalsIgnoreCase(allowed.getScheme())) {
      return withFilesBelow(Path.of(allowed));
    }
    boolean isFolder = SourceUris.isFolder(allowed);
    List<URI> more = new ArrayList<>(uris);
    more.add(isFolder ? below(allowed, "") : SourceUris.withPath(allowed, allowed.getPath() + "/"));
    return new BundleFolder(folder, base, sources, paths, more);
  }

  /**
   * Absolute and without two dots: the file that the system opens by the path. After a symbolic
   * link two dots lead above what the link leads to.
   */
  private static Path plain(Path path) {
    Path absolute = path.toAbsolutePath();
    try {
      Path plain = absolute.getRoot();
      for (Path name : absolute) {
        boolean isUp = name.toString().equals("..");
        plain = isUp ? plain.toRealPath().resolve(name).normalize() : plain.resolve(name);
      }
      return plain.normalize();
    } catch (IOException isNotThere) {
      return absolute.normalize();
    }
  }

  /** The folder's name for messages. */
  public String name() {
    return folder != null ? folder.toString() : SourceEntry.name(base);
  }

  /** What opens the files that have a URI. */
  public SourceFactory sources() {
    return sources;
  }

  /** The URI of a name in the folder of another URI: what is after its last slash is replaced. */
  static URI below(URI uri, String name) {
    String path = uri.getPath();
    if (path == null) {
      throw new IllegalArgumentException(SourceEntry.name(uri) + ": a bundle's URI needs a path");
    }
    return SourceUris.withPath(uri, path.substring(0, path.lastIndexOf('/') + 1) + name);
  }

  /**
   * The path of a file in the local file system; null if the file has a URI.
   *
   * @throws CorruptFooterException if what the bundle calls the file is neither, or leads to where
   *     no files are allowed
   */
  public @Nullable Path path(BundledFile file) {
    return path(file.path());
  }

  private Path path(String name) {
    try {
      Path path = null;
      if (SourceUris.isUri(name)) {
        URI uri = URI.create(name);
        path = FILE.equalsIgnoreCase(uri.getScheme()) ? Path.of(uri) : null;
      } else if (folder != null) {
        path = folder.resolve(unmarked(name));
      } else if (name.startsWith("/")) {
        path = Path.of(name);
      }
      if (path == null || isAllowed(name, path)) {
        return path;
      }
    } catch (IllegalArgumentException e) {
      throw noPlace(name, e);
    }
    throw noPlace(name, null);
  }

  private boolean isAllowed(String name, Path path) {
    Path plain = path.toAbsolutePath().normalize();
    return paths.stream().anyMatch(plain::startsWith) && !leadsUpwards(name);
  }

  /** Most names have none of what the pattern begins with, and are not searched for it. */
  private static boolean leadsUpwards(String name) {
    return (name.contains("..") || name.indexOf('%') >= 0) && UPWARDS.matcher(name).find();
  }

  private CorruptFooterException noPlace(String path, IllegalArgumentException cause) {
    return new CorruptFooterException(
        "name of a file in the bundle",
        CorruptFooterException.NO_OFFSET,
        path,
        "a path or URI below "
            + name()
            + "; files elsewhere are read where the caller allows it, by"
            + " BundleFolder.withFilesBelow or --files-below",
        cause);
  }

  /**
   * The URI of a file that has no path: its own, or that of its name below the folder.
   *
   * @throws CorruptFooterException if what the bundle calls the file is neither, or leads to where
   *     no files are allowed
   */
  public URI uri(BundledFile file) {
    return uri(file.path());
  }

  private URI uri(String name) {
    try {
      URI uri = SourceUris.isUri(name) ? URI.create(name) : below(base, unmarked(name));
      if (isAllowed(name, uri)) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw noPlace(name, e);
    }
    throw noPlace(name, null);
  }

  private boolean isAllowed(String name, URI uri) {
    return uri.getRawQuery() == null
        && uris.stream().anyMatch(allowed -> isBelow(allowed, uri))
        && !leadsUpwards(name);
  }

  static boolean isBelow(URI folder, URI uri) {
    return folder.getScheme().equalsIgnoreCase(uri.getScheme())
        && Objects.equals(folder.getAuthority(), uri.getAuthority())
        && uri.getPath() != null
        && uri.getPath().startsWith(folder.getPath());
  }

  /**
   * Whether an input of the bundle is going to be opened by the name that the bundle has for it.
   */
  public boolean allows(BundleInput input) {
    try {
      return path(input.path()) != null || uri(input.path()) != null;
    } catch (CorruptFooterException elsewhere) {
      return false;
    }
  }

  /** A local file as an input of the bundle: relative to a local folder where it is below it. */
  public BundleInput input(Path file) throws IOException {
    return BundleInput.of(folder, file);
  }

  /**
   * A file elsewhere as an input of the bundle: its path below the folder, or its URI. What the
   * entry does not say, length and version, is found out when the footer is read, or a change
   * looked for.
   *
   * @throws IllegalArgumentException if the URI has a query or user information: they may be
   *     credentials, which do not belong into a bundle; or a fragment
   */
  public BundleInput input(SourceEntry file) {
    URI uri = SourceUris.requireNoFragment(file.uri());
    if (uri.getRawQuery() != null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri)
              + ": has a query or user information, which may be credentials, and is not written"
              + " to a bundle");
    }
    return new BundleInput(
        new BundledFile.Version(name(uri), file.length(), null, file.version()),
        () -> sources.open(file));
  }

  /**
   * What a bundle in this folder calls a local file, which need not be there: its path relative to
   * the folder where it is below it, also as symbolic links between folders have it; else its
   * absolute path.
   */
  public String name(Path file) throws IOException {
    return name(folder, file);
  }

  static String name(Path folder, Path file) throws IOException {
    Path named = plain(file);
    if (folder != null) {
      Path base = plain(folder);
      Path above = named.startsWith(base) ? base : named.getParent();
      while (above != null && !above.equals(base) && !isSame(above, base)) {
        above = above.getParent();
      }
      named = above == null ? named : above.relativize(named);
    }
    return marked(named.toString().replace(file.getFileSystem().getSeparator(), "/"));
  }

  private static boolean isSame(Path folder, Path base) throws IOException {
    return Files.exists(folder) && Files.exists(base) && Files.isSameFile(folder, base);
  }

  /** What a bundle in this folder calls a file: its path below the folder, or its URI. */
  public String name(URI uri) {
    boolean isBelow = base != null && isBelow(base, uri);
    String below = isBelow ? uri.getPath().substring(base.getPath().length()) : "";
    // Read again, such a name has to be what it is now: relative, and of the same URI. It is not
    // where the URI encodes more characters than it has to, as %2F.
    boolean isRelative =
        !below.isEmpty()
            && !below.startsWith("/")
            && !below.startsWith(HERE)
            && below(base, below).equals(uri);
    return isRelative ? marked(below) : uri.toString();
  }

  /**
   * What a bundle in this folder may call a file that somebody names: as the bundle does, by a path
   * from the working directory or from this folder, with links and dots, or by a URI.
   *
   * @throws java.nio.file.InvalidPathException if it cannot be a path, and is no URI
   */
  public List<String> names(String named) throws IOException {
    Set<String> names = new LinkedHashSet<>(List.of(named, marked(named)));
    if (SourceUris.isUri(named)) {
      addNamesOfUri(named, names);
    }
    Path path = folder != null ? folder.getFileSystem().getPath(named) : Path.of(named);
    addNames(path, names);
    if (folder != null) {
      addNames(folder.resolve(path), names);
    } else if (!path.isAbsolute()) {
      String separator = path.getFileSystem().getSeparator();
      names.add(name(below(base, path.normalize().toString().replace(separator, "/"))));
    }
    return List.copyOf(names);
  }

  private void addNamesOfUri(String named, Set<String> names) throws IOException {
    try {
      URI uri = URI.create(named);
      names.add(name(uri));
      if (FILE.equalsIgnoreCase(uri.getScheme())) {
        addNames(Path.of(uri), names);
      }
    } catch (IllegalArgumentException isPath) {
      return; // it begins as a URI does
    }
  }

  private void addNames(Path file, Set<String> names) throws IOException {
    names.add(name(file));
    Path above = file.toAbsolutePath().getParent();
    if (above != null && Files.exists(above)) {
      names.add(name(above.toRealPath().resolve(file.getFileName())));
    }
  }

  private static String marked(String path) {
    return SourceUris.isUri(path) ? HERE + path : path;
  }

  private static String unmarked(String path) {
    return path.startsWith(HERE) ? path.substring(HERE.length()) : path;
  }

  /**
   * A file as it is now: a local file's length and time, or length and version by a request.
   *
   * @throws NoSuchFileException if it is gone
   * @throws IOException if it cannot be found out
   */
  public BundleInput now(BundledFile file) throws IOException {
    Path path = path(file);
    if (path != null) {
      return input(path);
    }
    try (ByteSource source = sources.open(uri(file))) {
      return input(new SourceEntry(uri(file), source.length(), source.version()));
    }
  }

  /**
   * A file that has a URI, taken to be what the bundle says: nothing is asked, and opening it
   * demands that version.
   */
  public BundleInput asBundled(BundledFile file) {
    return input(new SourceEntry(uri(file), file.length(), file.version().etag()));
  }

  /**
   * Files as they are now, without a request to any of those that have a URI: the folders they are
   * in are listed. A file whose version the list does not say is asked for it. Where nothing can be
   * listed, as with HTTP, a file is taken to be what the bundle says, and reading it demands that
   * version; unless its footer is going to be read anyway.
   *
   * @param trust how the files are going to be compared with the bundle
   * @return by the path in the bundle; files that are gone are missing
   * @throws IOException if a folder cannot be listed, or a file not be asked
   */
  public Map<String, BundleInput> nowAll(Collection<BundledFile> files, BundleTrust trust)
      throws IOException {
    Map<String, BundleInput> found = new HashMap<>();
    Map<String, List<BundledFile>> elsewhere = new HashMap<>();
    for (BundledFile file : files) {
      if (path(file) == null) {
        String place =
            SourceUris.isUri(file.path()) ? SourceUris.withPath(uri(file), "/").toString() : "";
        elsewhere.computeIfAbsent(place, first -> new ArrayList<>()).add(file);
      } else {
        addAsked(file, found);
      }
    }
    for (List<BundledFile> together : elsewhere.values()) {
      addListed(together, trust, found);
    }
    return found;
  }

  private void addAsked(BundledFile file, Map<String, BundleInput> found) throws IOException {
    try {
      found.put(file.path(), now(file));
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  private void addListed(List<BundledFile> files, BundleTrust trust, Map<String, BundleInput> found)
      throws IOException {
    List<SourceEntry> listed;
    try {
      listed = sources.list(commonFolder(files));
    } catch (UnsupportedOperationException noListing) {
      for (BundledFile file : files) {
        if (trust == BundleTrust.FOOTER) {
          addAsked(file, found);
        } else {
          found.put(file.path(), asBundled(file));
        }
      }
      return;
    }
    Map<String, SourceEntry> byPath = new HashMap<>();
    listed.forEach(entry -> byPath.put(entry.uri().getPath(), entry));
    for (BundledFile file : files) {
      SourceEntry entry = byPath.get(uri(file).getPath());
      if (entry != null && entry.version() == null) {
        addAsked(file, found);
      } else if (entry != null) {
        found.put(file.path(), input(new SourceEntry(uri(file), entry.length(), entry.version())));
      }
    }
  }

  private URI commonFolder(List<BundledFile> files) {
    URI first = uri(files.get(0));
    String common = first.getPath();
    for (BundledFile file : files) {
      String path = uri(file).getPath();
      int length = Arrays.mismatch(common.toCharArray(), path.toCharArray());
      common = length < 0 ? common : common.substring(0, length);
    }
    return SourceUris.withPath(first, common.substring(0, common.lastIndexOf('/') + 1));
  }
}
