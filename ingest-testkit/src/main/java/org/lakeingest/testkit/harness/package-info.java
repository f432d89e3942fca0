/** The whole engine on the test's thread, one step at a time, in virtual time; a seed replays an interleaving. */
@NullMarked
package org.lakeingest.testkit.harness;

import org.jspecify.annotations.NullMarked;
