/**
 * What was written after the name of a command, by option: `/lunch place:Lua time:noon`. A value ends where the next
 * option of the command begins, and what comes before the first one belongs to the first option.
 */
export function writtenOptions(text: string, names: readonly string[]): Readonly<Record<string, string>> {
  const written: [name: string, value: string][] = [];
  let name = names[0];
  let words: string[] = [];
  const keep = (): void => {
    if (name !== undefined && words.length > 0) written.push([name, words.join(" ")]);
  };
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    const next = names.find((one) => word.startsWith(`${one}:`));
    if (next === undefined) words.push(word);
    else {
      keep();
      name = next;
      words = [word.slice(next.length + 1)].filter((one) => one !== "");
    }
  }
  keep();
  return Object.fromEntries(written);
}
