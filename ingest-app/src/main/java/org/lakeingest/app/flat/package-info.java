/** The flat JSON configuration file of the original tool, turned into a pipeline file. */
@NullMarked
package org.lakeingest.app.flat;

import org.jspecify.annotations.NullMarked;
