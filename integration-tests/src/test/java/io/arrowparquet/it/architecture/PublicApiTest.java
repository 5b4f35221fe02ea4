// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.storage.DiagnosedException;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The public API is what {@code api.txt} of each module lists, so that a change of it is a change
 * of that file. {@code mvn test -Dtest=PublicApiTest -Dapi.update=true} writes both files.
 */
class PublicApiTest {
  /** Of a record with more of them a caller's pattern or constructor breaks with each addition. */
  private static final int MAX_COMPONENTS = 4;

  @ParameterizedTest
  @ValueSource(strings = {"footer-flatbuf", "variant-arrow"})
  void api_is_what_is_listed(String module) throws IOException, ReflectiveOperationException {
    Path listing = Path.of("..", module, "api.txt");
    String found = listing(Path.of("..", module, "src/main/java"));
    if (Boolean.getBoolean("api.update")) {
      Files.writeString(listing, found);
    }
    assertThat(found.lines())
        .as("the public API; -Dapi.update=true writes " + listing)
        .containsExactlyElementsOf(Files.readAllLines(listing));
  }

  @Test
  void records_have_few_components_but_those_of_the_format() throws Exception {
    assertThat(exported())
        .filteredOn(type -> type.isRecord() && !type.getPackageName().endsWith("footer.model"))
        .allSatisfy(
            type ->
                assertThat(type.getRecordComponents()).hasSizeLessThanOrEqualTo(MAX_COMPONENTS));
  }

  @Test
  void options_are_final_and_have_one_style() throws Exception {
    for (Class<?> type : exported()) {
      if (type.getSimpleName().endsWith("Options")) {
        assertThat(Modifier.isFinal(type.getModifiers())).as(type.getName()).isTrue();
        assertThat(type.getConstructors()).as(type.getName()).isEmpty();
        assertThat(type.getMethod("defaults").getReturnType()).isEqualTo(type);
      }
    }
  }

  /** What an engine has to catch. */
  @Test
  void exceptions_are_of_two_types() throws Exception {
    assertThat(exported())
        .filteredOn(Throwable.class::isAssignableFrom)
        .allMatch(
            type ->
                DiagnosedException.class.isAssignableFrom(type)
                    || IOException.class.isAssignableFrom(type));
  }

  @Test
  void packages_say_where_null_has_a_meaning() throws Exception {
    assertThat(exported())
        .allMatch(type -> type.getPackage().isAnnotationPresent(NullMarked.class));
  }

  /**
   * {@code of} gives a value, {@code from} and {@code to} convert, {@code open} is to be closed.
   */
  @Test
  void no_factory_is_called_create() throws Exception {
    assertThat(exported())
        .flatMap(type -> Arrays.asList(type.getMethods()))
        .filteredOn(method -> Modifier.isStatic(method.getModifiers()))
        .extracting(Method::getName)
        .doesNotContain("create", "newInstance", "getInstance");
  }

  private static List<Class<?>> exported() throws IOException, ReflectiveOperationException {
    List<Class<?>> all = new ArrayList<>();
    for (Path module : PackageOrderTest.modules()) {
      all.addAll(exported(module));
    }
    return all;
  }

  /** The public types of exported packages, with the public and protected ones inside them. */
  private static List<Class<?>> exported(Path sources)
      throws IOException, ReflectiveOperationException {
    List<Class<?>> types = new ArrayList<>();
    var exported = HouseSizeTest.exportedPackages();
    for (Path file : PackageOrderTest.allFiles()) {
      String name = PackageOrderTest.packageOf(file);
      if (file.startsWith(sources)
          && exported.contains(name)
          && !file.endsWith("package-info.java")) {
        String simple = file.getFileName().toString().replace(".java", "");
        String full = "io.arrowparquet." + name + "." + simple;
        add(Class.forName(full, false, PublicApiTest.class.getClassLoader()), types);
      }
    }
    return types;
  }

  private static void add(Class<?> type, List<Class<?>> types) {
    if (isVisible(type.getModifiers())) {
      types.add(type);
      Stream.of(type.getDeclaredClasses())
          .sorted((a, b) -> a.getName().compareTo(b.getName()))
          .forEach(nested -> add(nested, types));
    }
  }

  private static String listing(Path sources) throws IOException, ReflectiveOperationException {
    StringBuilder text = new StringBuilder();
    for (Class<?> type : exported(sources)) {
      text.append(type.getPackageName()).append(": ").append(header(type)).append('\n');
      Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
          .flatMap(Arrays::stream)
          .filter(member -> isVisible(((Member) member).getModifiers()))
          .filter(member -> !((Member) member).isSynthetic() && !isOfObject((Member) member))
          .map(member -> signature(member).replace(shortened(type.getName()) + '.', ""))
          .sorted()
          .forEach(line -> text.append("  ").append(line).append('\n'));
    }
    return text.toString();
  }

  private static String header(Class<?> type) {
    String parents =
        Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()),
                Stream.of(type.getGenericInterfaces()))
            .map(parent -> parent.getTypeName())
            .filter(name -> !name.startsWith("java.lang."))
            .reduce("", (all, name) -> all + (all.isEmpty() ? " : " : ", ") + name);
    // Later releases of Java name what is sealed.
    String header = type.toGenericString().replaceAll("(non-)?sealed ", "");
    return shortened((type.isSealed() ? "sealed " : "") + header + parents);
  }

  private static String signature(AnnotatedElement member) {
    return shortened(
        member instanceof Method method
            ? method.toGenericString()
            : member instanceof Field field
                ? field.toGenericString()
                : ((Constructor<?>) member).toGenericString());
  }

  /** Simple names: no two classes of the library have the same. */
  private static String shortened(String text) {
    return text.replaceAll("\\b(?:[a-z][a-z0-9_]*\\.)+(?=[A-Z])", "").replace('$', '.');
  }

  private static boolean isOfObject(Member member) {
    return List.of("equals", "hashCode", "toString").contains(member.getName());
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }
}
