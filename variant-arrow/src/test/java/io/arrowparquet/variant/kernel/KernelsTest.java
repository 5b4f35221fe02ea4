// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/**
 * The list of kernels has them all.
 *
 * @see VariantDecode
 * @see io.arrowparquet.variant.kernel.cast.VariantCast
 */
class KernelsTest {
  private static final Field TEXT = Field.nullable("v", ArrowType.Utf8.INSTANCE);

  private static Set<String> listed() {
    return Kernels.all(TEXT, TEXT, VariantPath.parse("$"), VariantLimits.defaults()).stream()
        .map(kernel -> kernel.name().split(" ", -1)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> publicMethods() throws IOException, URISyntaxException {
    Path root =
        Path.of(VariantDecode.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path folder = root.resolve(KernelsTest.class.getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.replaceFirst("\\.class$", "").replace('/', '.'))
          .filter(name -> !name.contains(".internal."))
          .flatMap(KernelsTest::kernelsOf)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Stream<String> kernelsOf(String className) {
    try {
      Class<?> type = Class.forName(className, false, KernelsTest.class.getClassLoader());
      if (!Modifier.isPublic(type.getModifiers())) {
        return Stream.empty();
      }
      return Arrays.stream(type.getDeclaredMethods())
          .filter(method -> Modifier.isPublic(method.getModifiers()))
          .filter(KernelsTest::takesVectors)
          .map(method -> type.getSimpleName() + "." + method.getName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean takesVectors(Method method) {
    List<String> parameters =
        Arrays.stream(method.getGenericParameterTypes()).map(Type::getTypeName).toList();
    return parameters.stream().anyMatch(type -> type.matches(".*Vector\\b.*"));
  }

  @Test
  void every_public_method_that_takes_vectors_is_in_the_list() throws Exception {
    assertThat(publicMethods()).contains("VariantDecode.decode", "VariantToJson.writeViews");
    assertThat(listed()).containsAll(publicMethods());
  }

  @Test
  void no_two_kernels_have_one_name() {
    List<String> names =
        Kernel.names(Kernels.all(TEXT, TEXT, VariantPath.parse("$"), VariantLimits.defaults()));
    assertThat(names).doesNotHaveDuplicates();
  }
}
