// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/** Header of an index page; it has no fields. */
public record IndexPageHeader() {}
