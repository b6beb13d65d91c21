// A client in plain JavaScript that knows nothing of this package: it polls a mailbox. With CARELESS set it forgets the
// version header, and leaves its mailbox open when it ends.
const { SVC_BASE_URL: base, SVC_APP_TOKEN: token, CARELESS: careless } = process.env;
const headers = { authorization: `Bearer ${token}`, ...(careless ? {} : { "x-svc-api-version": "1" }) };
const route = `${base}/api/apps/eventos`;
const ask = (url, method = "GET") => fetch(url, { method, headers });
let mailbox;

async function open() {
  const answer = await ask(`${route}?format=json&intents=messages`);
  mailbox = answer.ok ? await answer.json() : undefined;
}

async function read() {
  const answer = await ask(`${route}?format=json&mailbox=${mailbox.mailbox}&since=${mailbox.next}`);
  if (answer.ok) mailbox.next = (await answer.json()).next;
  else if (answer.status === 409) {
    mailbox = undefined;
    if ((await ask(`${base}/api/apps/me`)).ok) await open();
  }
}

async function leave() {
  if (mailbox !== undefined && !careless) await ask(`${route}?mailbox=${mailbox.mailbox}`, "DELETE");
  process.exit(0);
}

process.on("SIGTERM", () => void leave());

await open();
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, 800));
  await (mailbox === undefined ? open() : read());
}
