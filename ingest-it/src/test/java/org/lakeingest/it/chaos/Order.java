package org.lakeingest.it.chaos;

/**
 * Does something to one request.
 *
 * @param step which kind of request
 * @param after so many of the kind pass before it
 * @param number a status, or milliseconds
 */
record Order(Step step, int after, Fault fault, int number) {
    @Override
    public String toString() {
        return fault + (number == 0 ? "" : "(" + number + ")") + " at " + step + (after == 0 ? "" : " after " + after);
    }
}
