// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Skips a test class, saying why, where the public Parquet test corpus is not at hand. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
    value = "io.arrowparquet.it.Corpus#isThere",
    disabledReason = "PARQUET_TEST_DATA does not name a checkout of apache/parquet-testing")
public @interface NeedsCorpus {}
