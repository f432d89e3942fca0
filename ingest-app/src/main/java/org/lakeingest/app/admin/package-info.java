/** Metrics and health over HTTP. */
@NullMarked
package org.lakeingest.app.admin;

import org.jspecify.annotations.NullMarked;
