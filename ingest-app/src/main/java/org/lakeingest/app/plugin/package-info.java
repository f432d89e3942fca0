/** Finds plugins, keeps their class loaders apart and guards the border to them. */
@NullMarked
package org.lakeingest.app.plugin;

import org.jspecify.annotations.NullMarked;
