@NullMarked
package org.lakeingest.app.audit;

import org.jspecify.annotations.NullMarked;
