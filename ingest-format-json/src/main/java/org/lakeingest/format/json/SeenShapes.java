package org.lakeingest.format.json;

/** The {@link Shapes} that the values of one field had so far. Confined to one thread. */
final class SeenShapes {
    private int shapes;

    void add(int more) {
        shapes |= more;
    }

    int get() {
        return shapes;
    }
}
