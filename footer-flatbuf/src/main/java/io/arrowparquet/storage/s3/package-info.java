// SPDX-License-Identifier: Apache-2.0
/**
 * Objects of S3, through the AWS SDK.
 *
 * <p>In: a client, a bucket and a key. Out: bytes, or an object written in parts. Open {@link
 * io.arrowparquet.storage.s3.S3Storage} first.
 */
@NullMarked
package io.arrowparquet.storage.s3;

import org.jspecify.annotations.NullMarked;
