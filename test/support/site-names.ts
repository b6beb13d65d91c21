import type { Page } from "playwright-core";
import { expect, test } from "vitest";

/** Tests of what the built site shows about a name in code. */
export function namesInCode(visit: (path: string) => Promise<Page>): void {
  test("shows its type and what it is for where the pointer is, and nothing when Escape is pressed", async () => {
    const page = await visit("guides/app.html");
    const box = page.locator(".type-box");
    await page
      .locator("[data-type]", { hasText: /^note$/ })
      .last()
      .hover();
    await expect.poll(() => box.textContent(), { timeout: 20_000 }).toContain("const note: string");
    await page.keyboard.press("Escape");
    expect(await box.count()).toBe(0);
    await page
      .locator("[data-type]", { hasText: /^createMessage$/ })
      .first()
      .click();
    await expect.poll(() => box.textContent(), { timeout: 20_000 }).toContain("Writes a message.");
    await page.context().close();
  });

  test("is reached by Tab, one for each block, and the others of the block by arrow keys", async () => {
    const page = await visit("guides/app.html");
    const box = page.getByRole("tooltip");
    const blocks = page.locator("pre", { has: page.locator("[data-type]") });
    const stops = page.locator("[data-type][tabindex='0'][role=button]");
    expect(await stops.count()).toBe(await blocks.count());

    await blocks.first().focus();
    await page.keyboard.press("Tab");
    expect(await page.locator("[data-type]:focus").textContent()).toBe("App");
    await expect.poll(() => box.textContent(), { timeout: 20_000 }).toContain("class App");
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("[data-type]:focus").textContent()).toBe("chatCommand");
    await expect.poll(() => box.textContent(), { timeout: 20_000 }).toContain("chatCommand");
    const described = await page.locator("[data-type]:focus").getAttribute("aria-describedby");
    expect(described).toBe(await box.getAttribute("id"));

    await page.keyboard.press("Escape");
    expect(await box.count()).toBe(0);
    await page.keyboard.press("End");
    await expect.poll(() => box.count(), { timeout: 20_000 }).toBe(1);
    await page.keyboard.press("Tab");
    expect(await box.count()).toBe(0);
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => box.count(), { timeout: 20_000 }).toBe(1);
    expect(await stops.count()).toBe(await blocks.count());
    await page.context().close();
  });
}
