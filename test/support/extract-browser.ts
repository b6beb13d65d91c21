/** Before the workers begin: two that extracted the browser at the same time would start it while it is written. */
import chromium from "@sparticuz/chromium";

export default async (): Promise<void> => void (await chromium.executablePath());
