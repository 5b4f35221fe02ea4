// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.storage.ByteSource;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardingByteSourceTest {
  /** A default that is not passed on would do with many requests what a source does with one. */
  @Test
  void every_method_calls_that_method_of_the_other_source_and_no_other() throws Exception {
    List<Method> called = new ArrayList<>();
    ByteSource other =
        (ByteSource)
            Proxy.newProxyInstance(
                ByteSource.class.getClassLoader(),
                new Class<?>[] {ByteSource.class},
                (proxy, method, arguments) -> {
                  called.add(method);
                  return method.getReturnType() == long.class ? 7L : null;
                });
    ByteSource forwarding = new ForwardingByteSource(other) {};
    List<Method> expected = new ArrayList<>();
    for (Method method : ByteSource.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
        expected.add(method);
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
          arguments.add(type == int.class ? (Object) 1 : type == long.class ? (Object) 1L : null);
        }
        method.invoke(forwarding, arguments.toArray());
      }
    }
    assertThat(called).isEqualTo(expected).hasSizeGreaterThan(6);
  }
}
