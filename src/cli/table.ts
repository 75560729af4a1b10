/**
 * Lays out rows in columns two spaces apart; the last column, which may hold long text, runs on.
 * Takes the rows, the header first; gives the lines.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const last = Math.max(...rows.map((row) => row.length)) - 1;
  const widths = Array.from(
    { length: last },
    (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row.map((cell, column) => column < last ? cell.padEnd(widths[column]!) : cell).join("  ")
      .trimEnd()
  ).join("\n");
}
