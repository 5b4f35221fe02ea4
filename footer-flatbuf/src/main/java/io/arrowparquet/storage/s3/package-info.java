// SPDX-License-Identifier: Apache-2.0
/**
 * Objects of S3, through the asynchronous client of the AWS SDK.
 *
 * <p>In: a client, a bucket and a key. Out: bytes, or an object written in parts. Open {@link
 * io.arrowparquet.storage.s3.S3ByteSource} and {@link io.arrowparquet.storage.s3.S3ByteSink} first.
 */
package io.arrowparquet.storage.s3;
