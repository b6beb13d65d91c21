import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Page } from "playwright-core";

/** A pixel differs where a channel is off by more than so much of 255: text is drawn a shade apart elsewhere. */
const channelTolerance = 32;

/** What is done with a picture in a browser: it is made small, and compared with another one. */
const inBrowser = `(async ({ png, before, tolerance }) => {
  const decode = async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(data)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    return canvas;
  };
  const pixels = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const seen = await decode(png);
  const blob = await seen.convertToBlob({ type: "image/webp", quality: 0.5 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const webp = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  if (before === undefined) return { webp };
  // What was kept lost a little when it was made small: it is compared with what loses the same.
  const [now, then] = [await decode("data:image/webp;base64," + webp), await decode(before)];
  if (then.width !== now.width || then.height !== now.height) return { webp, share: 1 };
  const [left, right] = [pixels(now), pixels(then)];
  let differing = 0;
  for (let at = 0; at < left.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(left[at + channel] - right[at + channel]) > tolerance)) differing += 1;
  return { webp, share: differing / (left.length / 4) };
})`;

interface Compared {
  readonly webp: string;
  /** Part of the pixels that differ from the picture that was there. */
  readonly share?: number;
}

/**
 * Takes a picture of what is seen, and compares it with the one kept under that name. Gives the part of the pixels that
 * differ; without a kept picture, or where `isWriting`, it is written, and nothing differs.
 */
export async function comparePicture(page: Page, bench: Page, file: string, isWriting: boolean): Promise<number> {
  const png = `data:image/png;base64,${(await page.screenshot()).toString("base64")}`;
  const kept = isWriting ? undefined : await readFile(file).catch(() => undefined);
  const before = kept && `data:image/webp;base64,${kept.toString("base64")}`;
  const asked = JSON.stringify({ png, before, tolerance: channelTolerance });
  const { webp, share } = await bench.evaluate<Compared>(`${inBrowser}(${asked})`);
  if (share !== undefined) return share;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(webp, "base64"));
  return 0;
}
