// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.SourceEntry;
import io.arrowparquet.footer.SourceFactory;
import io.arrowparquet.footer.SourceNames;
import io.arrowparquet.footer.bundle.entry.BundledFile;
import io.arrowparquet.footer.io.UriSources;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the relative paths of a bundle begin, most often the folder that the bundle is in, and how
 * its files are opened: those of a path as local files, those of a URI by a {@link SourceFactory}.
 *
 * <p>Immutable; threads may share it if they may share the factory.
 */
public final class BundleFolder {
  private static final String FILE = "file";

  /** Null where the folder is elsewhere. */
  private final Path folder;

  /** Ends in a slash; null of a local folder. */
  private final URI base;

  private final SourceFactory sources;

  private BundleFolder(Path folder, URI base, SourceFactory sources) {
    this.folder = folder;
    this.base = base;
    this.sources = sources;
  }

  /** A local folder, of a bundle that may have URIs too: {@link UriSources} opens them. */
  public static BundleFolder of(Path folder) {
    return new BundleFolder(folder, null, UriSources.create());
  }

  /**
   * A folder or prefix elsewhere.
   *
   * @param folder ends in a slash; the URI of the bundle itself will do too
   * @param sources opens and lists the files
   */
  public static BundleFolder of(URI folder, SourceFactory sources) {
    return new BundleFolder(null, below(folder, ""), sources);
  }

  /** The folder's name for messages. */
  public String name() {
    return folder != null ? folder.toString() : SourceNames.of(base);
  }

  /** What opens the files that have a URI. */
  public SourceFactory sources() {
    return sources;
  }

  /** The URI of a name in the folder of another URI: what is behind its last slash is replaced. */
  static URI below(URI uri, String name) {
    String path = uri.getPath();
    if (path == null) {
      throw new IllegalArgumentException(SourceNames.of(uri) + ": a bundle's URI needs a path");
    }
    return withPath(uri, path.substring(0, path.lastIndexOf('/') + 1) + name);
  }

  private static URI withPath(URI uri, String path) {
    try {
      return new URI(uri.getScheme(), uri.getAuthority(), path, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(SourceNames.of(uri) + ": cannot have the path " + path, e);
    }
  }

  /**
   * The path of a file in the local file system; null if the file has a URI.
   *
   * @throws CorruptFooterException if what the bundle calls the file is neither
   */
  public Path path(BundledFile file) {
    String path = file.path();
    try {
      if (SourceNames.isUri(path)) {
        URI uri = URI.create(path);
        return FILE.equalsIgnoreCase(uri.getScheme()) ? Path.of(uri) : null;
      }
      if (folder != null) {
        return folder.resolve(path);
      }
      return path.startsWith("/") ? Path.of(path) : null;
    } catch (IllegalArgumentException e) {
      throw noPlace(path, e);
    }
  }

  private CorruptFooterException noPlace(String path, IllegalArgumentException cause) {
    return new CorruptFooterException(
        "name of a file in the bundle",
        CorruptFooterException.NO_OFFSET,
        path,
        "a path below " + name() + ", or a URI",
        cause);
  }

  /**
   * The URI of a file that has no path: its own, or that of its name below the folder.
   *
   * @throws CorruptFooterException if what the bundle calls the file is neither
   */
  public URI uri(BundledFile file) {
    String path = file.path();
    try {
      return SourceNames.isUri(path) ? URI.create(path) : below(base, path);
    } catch (IllegalArgumentException e) {
      throw noPlace(path, e);
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
   *     credentials, which do not belong into a bundle
   */
  public BundleInput input(SourceEntry file) {
    URI uri = file.uri();
    if (uri.getRawQuery() != null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          SourceNames.of(uri)
              + ": has a query or user information, which may be credentials, and is not written"
              + " to a bundle");
    }
    return new BundleInput(
        name(uri), file.length(), null, file.version(), () -> sources.open(file));
  }

  private String name(URI uri) {
    boolean isBelow =
        base != null
            && base.getScheme().equalsIgnoreCase(uri.getScheme())
            && String.valueOf(base.getAuthority()).equals(String.valueOf(uri.getAuthority()))
            && uri.getPath() != null
            && uri.getPath().startsWith(base.getPath());
    String below = isBelow ? uri.getPath().substring(base.getPath().length()) : "";
    // Read again, such a name has to be what it is now: relative.
    boolean isRelative = !below.isEmpty() && !below.startsWith("/") && !SourceNames.isUri(below);
    return isRelative ? below : uri.toString();
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
    return input(new SourceEntry(uri(file), file.length(), file.etag()));
  }

  /**
   * Files as they are now, without a request to any of those that have a URI: the folders they are
   * in are listed. Where that is not possible, as with HTTP, a file is taken to be what the bundle
   * says; reading it demands that version.
   *
   * @return by the path in the bundle; files that are gone are missing
   * @throws IOException if a folder cannot be listed
   */
  public Map<String, BundleInput> nowAll(Collection<BundledFile> files) throws IOException {
    Map<String, BundleInput> found = new HashMap<>();
    Map<String, List<BundledFile>> elsewhere = new HashMap<>();
    for (BundledFile file : files) {
      if (path(file) == null) {
        String place = SourceNames.isUri(file.path()) ? authority(uri(file)) : "";
        elsewhere.computeIfAbsent(place, first -> new ArrayList<>()).add(file);
      } else {
        addLocal(file, found);
      }
    }
    for (List<BundledFile> together : elsewhere.values()) {
      addListed(together, found);
    }
    return found;
  }

  private static String authority(URI uri) {
    return uri.getScheme() + "://" + uri.getAuthority();
  }

  private void addLocal(BundledFile file, Map<String, BundleInput> found) throws IOException {
    try {
      found.put(file.path(), now(file));
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  private void addListed(List<BundledFile> files, Map<String, BundleInput> found)
      throws IOException {
    List<SourceEntry> listed;
    try {
      listed = sources.list(commonFolder(files));
    } catch (UnsupportedOperationException noListing) {
      for (BundledFile file : files) {
        found.put(file.path(), asBundled(file));
      }
      return;
    }
    Map<String, SourceEntry> byPath = new HashMap<>();
    listed.forEach(entry -> byPath.put(entry.uri().getPath(), entry));
    for (BundledFile file : files) {
      SourceEntry entry = byPath.get(uri(file).getPath());
      if (entry != null) {
        String version = entry.version() != null ? entry.version() : file.etag();
        found.put(file.path(), input(new SourceEntry(uri(file), entry.length(), version)));
      }
    }
  }

  /** The longest prefix of all files' URIs that ends in a slash. */
  private URI commonFolder(List<BundledFile> files) {
    URI first = uri(files.get(0));
    String common = first.getPath();
    for (BundledFile file : files) {
      String path = uri(file).getPath();
      int length = 0;
      while (length < Math.min(common.length(), path.length())
          && common.charAt(length) == path.charAt(length)) {
        length++;
      }
      common = common.substring(0, length);
    }
    return withPath(first, common.substring(0, common.lastIndexOf('/') + 1));
  }
}
