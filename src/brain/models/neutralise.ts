/** Makes one foreign text harmless for a model: one line, at most `limit` characters. */
export function neutralise(_text: string, _limit: number): string {
  return "";
}

/** The same for a text of several lines, whose line ends stay. */
export function neutraliseLines(_text: string, _limit: number): string {
  return "";
}
