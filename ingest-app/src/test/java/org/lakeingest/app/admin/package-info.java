@NullMarked
package org.lakeingest.app.admin;

import org.jspecify.annotations.NullMarked;
