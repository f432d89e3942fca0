package org.lakeingest.lake;

import java.util.Arrays;
import java.util.List;
import org.lakeingest.api.Schema;

/** Which field of a struct goes to which field of a tuple. */
final class TupleFields {
    private TupleFields() {}

    /** For each field of the struct its place in the tuple, -1 for none. */
    static int[] places(List<Schema.Field> fields, LakeType tuple) {
        int[] places = new int[fields.size()];
        Arrays.fill(places, -1);
        if (isUnnamed(tuple) && fields.size() == tuple.children().size() && !isNumbered(fields)) {
            Arrays.setAll(places, i -> i);
            return places;
        }
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < places.length; i++) {
                String name = fields.get(i).name();
                int place = places[i] < 0 ? place(tuple, pass == 0 ? name : SqlIdentifier.fold(name)) : -1;
                if (place >= 0 && indexOf(places, place) < 0) {
                    places[i] = place;
                }
            }
        }
        return places;
    }

    private static int place(LakeType tuple, String name) {
        for (int i = 0; i < tuple.children().size(); i++) {
            if (tuple.children().get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Fields without names are called 1, 2, and so on. */
    private static boolean isUnnamed(LakeType tuple) {
        for (int i = 0; i < tuple.children().size(); i++) {
            if (!tuple.children().get(i).name().equals(String.valueOf(i + 1))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNumbered(List<Schema.Field> fields) {
        for (int i = 0; i < fields.size(); i++) {
            if (!fields.get(i).name().equals(String.valueOf(i + 1))) {
                return false;
            }
        }
        return true;
    }

    static int indexOf(int[] places, int wanted) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Name of the first field without a place; empty when all have one. */
    static String lacking(List<Schema.Field> fields, int[] places) {
        int at = indexOf(places, -1);
        return at < 0 ? "" : fields.get(at).name();
    }
}
