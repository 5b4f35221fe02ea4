// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes static HTML of the documents: {@code Site ROOT OUTPUT}. Javadoc that is built already joins
 * them.
 */
final class Site {
  /** The pages of the menu, by heading and title; what documents link to besides is a page too. */
  private static final Map<String, Map<String, String>> MENU = new LinkedHashMap<>();

  private static final List<String> MODULES = List.of("footer-flatbuf", "variant-arrow", "spark");
  private static final Pattern TITLE = Pattern.compile("(?m)^# (.*)$");

  static {
    MENU.put(
        "",
        menu(
            "README.md",
            "Overview",
            "docs/tutorial.md",
            "Tutorial",
            "docs/concepts.md",
            "Concepts"));
    MENU.put(
        "Tasks",
        menu(
            "docs/footers.md", "Wide tables: footers",
            "docs/reading.md", "Files and lakes",
            "docs/variants.md", "Variants",
            "docs/storage.md", "S3, HTTP, Hadoop",
            "docs/engines.md", "DuckDB and other engines",
            "docs/writing.md", "Writing",
            "docs/spark.md", "Spark",
            "docs/table-formats.md", "Iceberg and Delta",
            "docs/command-line.md", "Command line",
            "docs/setup.md", "Dependencies, JVM options"));
    MENU.put(
        "Concepts and formats",
        menu(
            "ARCHITECTURE.md", "Architecture",
            "footer-flatbuf/FORMAT.md", "Footers and bundles",
            "variant-arrow/FORMAT.md", "Variants",
            "docs/limits.md", "Limits"));
    MENU.put(
        "Project",
        menu(
            "BENCHMARKS.md", "Numbers",
            "COMPATIBILITY.md", "Compatibility",
            "CHANGELOG.md", "Changes",
            "SECURITY.md", "Security",
            "CONTRIBUTING.md", "Contributing"));
  }

  private static Map<String, String> menu(String... pathsAndTitles) {
    Map<String, String> menu = new LinkedHashMap<>();
    for (int i = 0; i < pathsAndTitles.length; i += 2) {
      menu.put(pathsAndTitles[i], pathsAndTitles[i + 1]);
    }
    return menu;
  }

  private final Path root;
  private final Path output;
  private final Parser parser;
  private final HtmlRenderer renderer;
  private final List<String> javadoc = new ArrayList<>();

  private Site(Path root, Path output) {
    this.root = root.toAbsolutePath().normalize();
    this.output = output;
    List<Extension> extensions = List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    parser = Parser.builder().extensions(extensions).build();
    renderer = HtmlRenderer.builder().extensions(extensions).build();
  }

  public static void main(String[] arguments) throws IOException {
    build(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  /** Writes all pages, and what they link to, into a folder. */
  static void build(Path root, Path output) throws IOException {
    Site site = new Site(root, output);
    for (String module : MODULES) {
      site.copyJavadoc(module);
    }
    for (Map<String, String> group : MENU.values()) {
      for (String page : group.keySet()) {
        site.write(page);
      }
    }
    try (InputStream style = Site.class.getResourceAsStream("site.css")) {
      Files.copy(style, output.resolve("site.css"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void copyJavadoc(String module) throws IOException {
    Path from = root.resolve(module).resolve("target/reports/apidocs");
    if (!Files.exists(from)) {
      return;
    }
    javadoc.add(module);
    try (Stream<Path> walk = Files.walk(from)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        copy(file, "api/" + module + "/" + from.relativize(file));
      }
    }
  }

  private void copy(Path file, String to) throws IOException {
    Path target = output.resolve(to);
    Files.createDirectories(target.getParent());
    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
  }

  private void write(String page) throws IOException {
    String text = Files.readString(root.resolve(page));
    Node document = parser.parse(text);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(destination(page, link.getDestination()));
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            image.setDestination(destination(page, image.getDestination()));
            visitChildren(image);
          }
        });
    Matcher title = TITLE.matcher(text);
    String up = "../".repeat(page.length() - page.replace("/", "").length());
    String html =
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="UTF-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <link rel="stylesheet" href="%ssite.css">
        </head>
        <body>
        <header><a href="%sindex.html">arrowparquet</a></header>
        <nav><details><summary>Contents</summary>%s</details>%s</nav>
        <main>
        %s</main>
        </body>
        </html>
        """
            .formatted(
                title.find() ? title.group(1) : page,
                up,
                up,
                contents(page, up),
                contents(page, up),
                renderer
                    .render(document)
                    .replace("<table>", "<div class=\"scrolled\"><table>")
                    .replace("</table>", "</table></div>"));
    Path target = output.resolve(htmlOf(page));
    Files.createDirectories(target.getParent());
    Files.writeString(target, html, StandardCharsets.UTF_8);
  }

  private String contents(String page, String up) {
    StringBuilder html = new StringBuilder();
    MENU.forEach(
        (heading, group) -> {
          html.append(heading.isEmpty() ? "" : "<h2>" + heading + "</h2>").append("<ul>");
          group.forEach((path, title) -> item(html, up + htmlOf(path), title, path.equals(page)));
          html.append("</ul>");
        });
    if (!javadoc.isEmpty()) {
      html.append("<h2>Javadoc</h2><ul>");
      javadoc.forEach(module -> item(html, up + "api/" + module + "/index.html", module, false));
      html.append("</ul>");
    }
    return html.toString();
  }

  private static void item(StringBuilder html, String link, String title, boolean isCurrent) {
    html.append("<li><a href=\"").append(link).append('"');
    html.append(isCurrent ? " aria-current=\"page\">" : ">").append(title).append("</a></li>");
  }

  private static String htmlOf(String page) {
    return page.equals("README.md") ? "index.html" : page.replaceFirst("\\.md$", ".html");
  }

  /** Where a link leads on the site: to a page, or to a copy of another file of the project. */
  private String destination(String page, String link) {
    if (link.startsWith("#") || link.matches("[a-z]+:.*")) {
      return link;
    }
    String[] parts = link.split("#", 2);
    Path file = root.resolve(page).resolveSibling(parts[0]).normalize();
    String path = root.relativize(file).toString().replace('\\', '/');
    String up = "../".repeat(page.length() - page.replace("/", "").length());
    if (path.endsWith(".md")) {
      return up + htmlOf(path) + (parts.length > 1 ? "#" + parts[1] : "");
    }
    // As text, which browsers show; and servers hide files with a dot in front.
    String copy = path.endsWith(".svg") ? path : "files/" + path.replaceFirst("^\\.", "") + ".txt";
    try {
      copy(file, copy);
    } catch (IOException e) {
      throw new UncheckedIOException(page + " links to " + link, e);
    }
    return up + copy;
  }
}
