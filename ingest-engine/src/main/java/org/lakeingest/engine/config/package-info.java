/** From the text of a configuration to the records of components: binding, problems, reference pages. */
@NullMarked
package org.lakeingest.engine.config;

import org.jspecify.annotations.NullMarked;
