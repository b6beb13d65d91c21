import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ask } from "../../page/bot.js";
import { hasBrowser } from "../../page/browser.js";
import { endAfterEach, expectText, open, press, stage, start } from "../../page/support.js";

endAfterEach();

const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);
const clipboard = async (page: Page): Promise<string> => page.evaluate<string>("navigator.clipboard.readText()");
const rows = (page: Page) => page.locator(".rows .row");
const colourOf = async (one: Locator) =>
  one.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color);
const row = (page: Page, title: string) =>
  rows(page)
    .filter({ has: page.getByText(title, { exact: true }) })
    .first();
const count = async (page: Page) => page.locator(".count span").first().textContent();
const chosen = async (page: Page) => page.locator(".rows [aria-selected=true] .title").textContent();

describe.runIf(hasBrowser)("the timeline", { timeout: 60_000 }, () => {
  test("an entry says whose it is, what was called, how it went in a colour and a word, and how long it took", async () => {
    const { sandbox, page } = await stage({ clock: "virtual" }, false);
    sandbox.faults.slow({ ms: 400, when: "after" });
    const answered = ask(sandbox, "GET /api/apps/me");
    await expect.poll(() => sandbox.log.last("request")?.text).toContain("/api/apps/me");
    await sandbox.clock.advance(400);
    await answered;
    await expect.poll(async () => row(page, "getMe").locator(".took").textContent()).toBe("400 ms");
    expect(await row(page, "getMe").locator(".whose").textContent()).toBe("Dice");
    expect(await row(page, "getMe").locator(".chip.good").textContent()).toBe("200 ok");
    const headers = { authorization: `Bearer ${sandbox.defaults.token}`, "x-svc-api-version": "1" };
    const stream = await sandbox.openStream({ method: "GET", url: "/api/apps/eventos?intents=members", headers });
    sandbox.defaults.person.post(sandbox.defaults.channelId, "hello");
    await row(page, "message_create").locator(".chip.warn", { hasText: "no handler asked for messages" }).waitFor();
    stream.close();
    expect(await page.locator(".timeline").textContent()).not.toMatch(/\d{16}|readers\)/); // names, and no numbers
  });

  test("an event opens as JSON, laid out and coloured, with every digit of its ids", async () => {
    const { sandbox, page } = await stage({}, false);
    const { id } = sandbox.defaults.person.post(sandbox.defaults.channelId, "hello");
    await row(page, "message_create").click();
    const json = page.getByRole("region", { name: "Event" });
    await json.getByText(`"${id}"`).waitFor();
    expect(JSON.parse((await json.textContent()) ?? "")).toMatchObject({ type: "message_create" });
    const [name, string] = [json.locator(".j-key").first(), json.locator(".j-string").first()];
    expect(await colourOf(name)).not.toBe(await colourOf(string));
  });

  test("what people did is copied as a test, from the entry that is chosen on", async () => {
    const { sandbox, page } = await stage({ port: 0 }, false);
    const { channelId, person } = sandbox.defaults;
    const [headers, where] = [{ "content-type": "application/json" }, `${sandbox.controlUrl}/people/${person.id}/post`];
    for (const text of ["first", "second"])
      await fetch(where, { method: "POST", headers, body: JSON.stringify({ args: [channelId, text] }) });
    await press(page, "Copy as test");
    await expect.poll(async () => clipboard(page)).toMatch(/person\.post\("first"\);[^]*person\.post\("second"\);/);
    await rows(page).first().click();
    await press(page, "Copy as test from here");
    await expect.poll(async () => clipboard(page)).not.toContain('"first"');
    expect(await clipboard(page)).toContain('person.post("second")');
  });

  test("a call is copied as cURL, which a shell runs, and as TypeScript", async () => {
    const { sandbox, page } = await stage({ port: 0 }, false);
    const { serverId, channelId, person, token } = sandbox.defaults;
    await ask(sandbox, `POST /api/servidores/${serverId}/canais/${channelId}/mensagens`, { content: "it's" });
    await row(page, "createMessage").click();
    await press(page, "Copy as TypeScript");
    await expect.poll(async () => clipboard(page)).toMatch(/await createMessage\(client, \{[^]*content: "it's"/);
    await press(page, "Copy as cURL");
    await expect.poll(async () => clipboard(page)).toContain("curl -X POST");
    const line = await clipboard(page);
    expect(line).not.toContain(token);
    if (!hasCurl) return;
    const { stdout } = await run("sh", ["-c", line], { env: { ...process.env, SVC_APP_TOKEN: token } });
    expect(JSON.parse(stdout)).toMatchObject({ message: { content: "it's" } });
    expect(person.read(channelId)).toHaveLength(2);
  });

  test("a call, an event and a delivery are sent again, as they were and changed", async () => {
    const bodies: string[] = [];
    const sandbox = await start({
      allowLoopbackEndpoints: true,
      post: async ({ body }) => {
        bodies.push(body);
        return Promise.resolve({ status: 200, body });
      },
    });
    const { serverId, channelId, person, appId } = sandbox.defaults;
    const page = await open(sandbox);
    const change = async (from: string, to: string): Promise<void> => {
      await press(page, "Change and send");
      const field = page.getByLabel("Body", { exact: true });
      await field.fill((await field.inputValue()).replace(from, to));
      await press(page, "Send changed");
    };
    await ask(sandbox, `POST /api/servidores/${serverId}/canais/${channelId}/mensagens`, { content: "first" });
    await row(page, "createMessage").click();
    await press(page, "Send again");
    await expectText(page, "Called again: answered 201");
    await change("first", "second");
    await expect.poll(() => person.read(channelId).map(({ content }) => content)).toEqual(["first", "first", "second"]);

    await rows(page).filter({ hasText: "message_create" }).nth(2).waitFor();
    await row(page, "message_create").click();
    await change("second", "third");
    await expect.poll(() => JSON.stringify(sandbox.log.last("event")?.detail)).toContain("third");
    await press(page, "Change and send");
    await page.getByLabel("Body", { exact: true }).fill("no JSON");
    await press(page, "Send changed");
    await page
      .getByRole("form", { name: "Change and send" })
      .getByRole("alert")
      .getByText(/is not JSON/)
      .waitFor();

    await sandbox.portal.saveEndpoint({ appId, url: "http://127.0.0.1:9/" });
    await sandbox.portal.probeEndpoint({ appId });
    await ask(sandbox, "POST /api/apps/me/comandos", { command: { type: "chat", name: "roll", description: "Roll" } });
    person.run("roll");
    await row(page, "delivery").click();
    await press(page, "Send again");
    await expect.poll(() => bodies.length).toBe(3);
    expect(bodies[2]).toBe(bodies[1]);
    await change('"roll"', '"rock"');
    await expect.poll(() => bodies.length).toBe(4);
    expect(bodies[3]).toContain('"rock"');
  });

  test("counts are true, and there is a way to the oldest entry of many", async () => {
    const sandbox = await start({ clock: "virtual" });
    const { person, channelId } = sandbox.defaults;
    for (let n = 0; n < 5_000; n++) person.post(channelId, `message ${n}`);
    const page = await open(sandbox);
    const kept = sandbox.log.entries().length;
    await expect.poll(async () => count(page)).toBe(`${kept.toLocaleString("en")} entries`);
    await press(page, "Oldest");
    const oldest = sandbox.log.oldest;
    await page.locator(`#entry-${oldest}[aria-selected=true]`).waitFor();
    expect(await rows(page).count()).toBeLessThan(80);
    for (let n = 0; n < 25_000; n++) person.post(channelId, `more ${n}`);
    await expect.poll(async () => count(page), { timeout: 20_000 }).toMatch(/; [\d,]+ older ones are gone$/);
    await page.getByRole("searchbox").fill("message_create");
    await expect.poll(async () => count(page)).toMatch(/^[\d,]+ of [\d,]+ entries/);
  });

  test("arrow keys, page keys, Home and End move through it, and Escape closes what is open", async () => {
    const sandbox = await start({});
    const { person, channelId } = sandbox.defaults;
    const { id } = person.post(channelId, "one");
    person.edit(id, "two");
    person.react(id, "👍");
    const page = await open(sandbox);
    await row(page, "reaction_update").waitFor();
    await page.getByRole("listbox", { name: "Timeline, newest first" }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await chosen(page)).toBe("reaction_update");
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => chosen(page)).not.toBe("reaction_update");
    await page.keyboard.press("End");
    await page.locator(`#entry-${sandbox.log.oldest}[aria-selected=true]`).waitFor();
    await page.keyboard.press("Home");
    await expect.poll(async () => chosen(page)).toBe("reaction_update");
    const active = await page.getByRole("listbox", { name: /Timeline/ }).getAttribute("aria-activedescendant");
    expect(await page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");
    expect(await page.getByRole("region", { name: "Details" }).locator("h3").textContent()).toBe("reaction_update");
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Details" }).waitFor({ state: "detached" });
  });

  test("it is filtered by App, type, status and text, and what is found is counted", async () => {
    const { sandbox, page } = await stage({}, false);
    const { owner, person, channelId } = sandbox.defaults;
    const other = sandbox.portal.createApp({ name: "Other", ownerId: owner.id });
    person.post(channelId, "hello");
    await ask(sandbox, "GET /api/apps/me");
    await ask(sandbox, "GET /api/nothing");
    await page.getByLabel("App", { exact: true }).selectOption({ label: "Other" });
    await expect.poll(async () => rows(page).locator(".whose").allTextContents()).toEqual(["Other"]);
    await page.getByLabel("App", { exact: true }).selectOption({ label: "All Apps" });
    await page.getByLabel("Status").selectOption({ label: "Failed" });
    await expect.poll(async () => rows(page).locator(".title").allTextContents()).toEqual(["GET /api/nothing"]);
    await page.getByLabel("Status").selectOption({ label: "Any status" });
    await page.getByRole("searchbox").fill("getme");
    await expect.poll(async () => rows(page).locator(".title").allTextContents()).toEqual(["getMe"]);
    await page.getByRole("group", { name: "Types" }).getByRole("button", { name: "Requests" }).click();
    await expectText(page, "No entry fits these filters");
    await press(page, "Show all");
    await expect.poll(async () => count(page)).toBe(`${sandbox.log.entries().length} entries`);
    expect(other.name).toBe("Other");
  });
});

describe.runIf(hasBrowser)("calls, portal and faults", { timeout: 60_000 }, () => {
  test("any documented route is called from a form, with its request, its answer and its line of TypeScript", async () => {
    const sandbox = await start({});
    const { serverId, channelId, person } = sandbox.defaults;
    const page = await open(sandbox, "#calls");
    await page.getByLabel("Content").fill("from a form");
    await expectText(page, `POST /api/servidores/${serverId}/canais/${channelId}/mensagens`);
    const line = page.getByRole("region", { name: "The call in TypeScript" });
    expect(await line.textContent()).toContain('content: "from a form",');
    await press(page, "Call");
    await page.getByRole("region", { name: "Answer", exact: true }).getByText("201").waitFor();
    expect(person.read(channelId).at(-1)?.content).toBe("from a form");
    await page.reload();
    expect(await page.getByLabel("Content").inputValue()).toBe("from a form"); // as all drafts
    await page.getByLabel("Route").selectOption("openStream");
    await press(page, "Call");
    await expectText(page, /connection_open/);
    await page.getByLabel("Route").selectOption("getMe");
    await press(page, "Call");
    await page.getByRole("link", { name: "Show it in the timeline" }).click();
    await page.locator(".detail h3", { hasText: "getMe" }).waitFor();
    expect(await page.content()).not.toContain(sandbox.defaults.token);
  });

  test("every documented route can be chosen, and a refusal comes back as the answer it is", async () => {
    const page = await open(await start({}), "#calls");
    await page.getByLabel("Route").waitFor();
    const routes = await page
      .getByLabel("Route")
      .locator("option")
      .evaluateAll((all) => all.map((one) => one.value));
    expect(routes.length).toBeGreaterThan(25);
    for (const route of routes) {
      await page.getByLabel("Route").selectOption(route);
      await expectText(page, new RegExp(`await ${route}\\(client`));
    }
    await page.getByLabel("Route").selectOption("deleteMessage");
    await page.getByLabel("Message", { exact: true }).fill("1");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".chip.bad", { hasText: "404" }).waitFor();
    await expectText(page, /SANDBOX_NOT_FOUND/);
  });

  test("an endpoint says where it stands, and why it failed last", async () => {
    const sandbox = await start({
      allowLoopbackEndpoints: true,
      post: async () => Promise.reject(new Error("refused")),
    });
    const page = await open(sandbox, "#portal");
    await page.getByLabel("Address").fill("http://127.0.0.1:9/");
    await press(page, "Save");
    await page.locator(".states .now", { hasText: "probing" }).waitFor();
    await press(page, "Probe");
    const card = page.getByRole("region", { name: "Endpoint" });
    await card.getByText(/Last failure, at [\d:]+: probe NO_CONNECTION/).waitFor();
    await card.getByRole("link", { name: "Show it" }).click();
    await page.locator(".detail h3", { hasText: "probe" }).waitFor();
    expect(await page.locator(".detail").textContent()).toContain("NO_CONNECTION");
  });

  test("destructive actions stand apart and look so, and each fault has a sentence", async () => {
    const page = await open(await start({}), "#portal");
    const ban = page.getByRole("button", { name: "Ban", exact: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    expect(await colourOf(button("Ban"))).not.toBe(await colourOf(button("Open for installation")));
    expect(await ban.evaluate((button) => button.parentElement?.classList.contains("apart"))).toBe(true);
    expect(
      await page.locator(".danger").evaluateAll((all) => all.map((one) => one.closest(".apart, .list") !== null)),
    ).not.toContain(false);
    await page.keyboard.press("Alt+4");
    const orders = page.locator(".orders li");
    expect(await orders.count()).toBe(12);
    for (const one of await orders.all())
      expect((await one.locator(".soft").textContent())?.length).toBeGreaterThan(20);
    await press(page, "503, nothing done");
    await page.getByRole("list", { name: "Pending faults" }).getByText("answer at rest, status 503").waitFor();
    await press(page, "Cancel all faults");
    await page.getByRole("list", { name: "Pending faults" }).waitFor({ state: "detached" });
    const old = /ownerId|serverId|its machine|What nobody documented|Waiting to strike|Call everything off|Taken out/;
    for (const view of [1, 2, 3, 4]) {
      await page.keyboard.press(`Alt+${view}`);
      const words = page.locator("main :is(label, legend, button, a, h3, h4, .soft)");
      expect((await words.allTextContents()).join("\n")).not.toMatch(old);
    }
  });

  test("nothing is asked from elsewhere, and the page keeps to what it may weigh", async () => {
    const sandbox = await start({});
    const page = await open(sandbox);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await page.keyboard.press("Alt+3");
    await expectText(page, "Writes a message.");
    expect(asked.length).toBeGreaterThan(5);
    for (const url of asked)
      expect(url.startsWith(`${sandbox.controlUrl}/`) || url.startsWith("data:"), url).toBe(true);
  });
});
