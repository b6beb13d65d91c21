import { Copy } from "../parts/button.js";
import { Related } from "./related.js";

/** A message from the side of the wire: the request that wrote it, and the event that told of it. */
export function MessageDetail({ id }: { readonly id: string }) {
  return (
    <>
      <h3>Message</h3>
      <p class="facts">
        <code>{id}</code>
        <Copy text={() => id} label="Copy id" />
      </p>
      <h4>What crossed the wire because of it</h4>
      <Related label="Entries about the message" of={({ messageId }) => messageId === id} />
    </>
  );
}
