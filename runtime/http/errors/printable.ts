/** One line of visible text, so that what came over the wire cannot write into a log what it likes. */
export const printable = (text: string, length = 100): string => text.slice(0, length).replace(/[^\x20-\x7e]/g, "?");
