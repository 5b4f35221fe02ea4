// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.storage.ByteSource;
import java.io.IOException;

/** A store in which something happens to each publication. */
record StoreWithHook(BundleStore store, Hook hook) implements BundleStore {

  /** What happens. */
  interface Hook {
    /** What is published instead of the content; called before. */
    Content on(Content content) throws IOException;
  }

  /** What happens before. */
  interface Action {
    void run() throws IOException;
  }

  /** A store in which something happens before each publication. */
  static StoreWithHook before(BundleStore store, Action action) {
    return new StoreWithHook(
        store,
        content -> {
          action.run();
          return content;
        });
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public Published current() throws IOException {
    return store.current();
  }

  @Override
  public ByteSource openSegment(String segment) throws IOException {
    return store.openSegment(segment);
  }

  @Override
  public void keep(String version, String segment) throws IOException {
    store.keep(version, segment);
  }

  @Override
  public void publish(String expected, Content content) throws IOException {
    store.publish(expected, hook.on(content));
  }

  @Override
  public void writeSegment(String segment, Content content) throws IOException {
    store.writeSegment(segment, content);
  }

  @Override
  public void deleteSegment(String segment) throws IOException {
    store.deleteSegment(segment);
  }
}
