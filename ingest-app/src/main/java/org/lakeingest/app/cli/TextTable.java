package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.util.List;

/** Text in columns. */
final class TextTable {
    private static final int GAP = 2;

    private TextTable() {}

    /** The last column may be as wide as it likes. */
    static void print(PrintWriter out, List<String> names, List<String[]> rows) {
        int[] widths = new int[names.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = names.get(i).length();
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        out.println(line(names.toArray(String[]::new), widths));
        rows.forEach(row -> out.println(line(row, widths)));
    }

    private static String line(String[] cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            line.append(cells[i]);
            if (i < cells.length - 1) {
                line.append(" ".repeat(widths[i] - cells[i].length() + GAP));
            }
        }
        return line.toString();
    }
}
