@NullMarked
package org.lakeingest.lake.ledger;

import org.jspecify.annotations.NullMarked;
