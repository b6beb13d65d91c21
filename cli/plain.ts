/** What others wrote, without what would move the cursor, change colours or begin another line. */
export const plain = (text: string): string => text.replace(/\p{Cc}/gu, "·");
