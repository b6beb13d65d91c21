/** Drawn on a field of 16 by 16, with lines of one and a half. */
const paths = {
  send: "M2.5 8h9M8 4l4 4-4 4",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  copy: "M6 6h7v7H6zM10 6V3H3v7h3",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.5l3.2 3.2L13 5",
  warn: "M8 2.5l6 11H2zM8 6.5v3M8 11.6h.01",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5L14 14",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 1.5",
  again: "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
  edit: "M3 13l.7-3L11 2.7 13.3 5 6 12.3z",
  columns: "M2.5 3h11v10h-11zM8 3v10",
  smile: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5.5 9.5a3 3 0 0 0 5 0M6 6.5h.01M10 6.5h.01",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1",
  moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
  auto: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M8 5h4.5M8 8h6M8 11h4.5",
  back: "M13 8H4M8 4L4 8l4 4",
  end: "M8 2.5V13M4 9l4 4 4-4",
  out: "M3 8h9M8.5 4.5L12 8l-3.5 3.5",
  in: "M13 8H4M7.5 4.5L4 8l3.5 3.5",
  command: "M5 3.5L11 8l-6 4.5z",
  plug: "M6 2v3M10 2v3M4 5h8v3a4 4 0 0 1-8 0zM8 12v2",
  gear: "M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4",
  bolt: "M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z",
} as const;

export type IconName = keyof typeof paths;

/** A small picture beside words, or in place of them where the button has a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
