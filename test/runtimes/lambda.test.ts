/** Events of Lambda, of which the vendor's own descriptions (AWS Powertools) say that they are such, and nothing is left of them beside. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toLambdaHandler } from "../../runtime/adapters/index.js";
import { fresh, live } from "../delivery/support.js";
import { events } from "./lambda-events.js";

const modules = join(import.meta.dirname, "node_modules");
const isHere = process.env["RUNTIMES"] !== undefined && existsSync(join(modules, "@aws-lambda-powertools/parser"));

interface Schema {
  parse(event: unknown): object;
}

const plain = (body: string) => ({ method: "POST", body, isBase64Encoded: false });
const inBase64 = (text: string) => ({ ...plain(Buffer.from(text).toString("base64")), isBase64Encoded: true });

test.skipIf(!isHere).each(Object.entries(events))(
  "an event that is one by %s is verified and answered, and a forged one refused",
  async (name, [file, make]) => {
    const load = createRequire(join(modules, "x.js"));
    const schema = (load(`@aws-lambda-powertools/parser/schemas/${file}`) as Readonly<Record<string, Schema>>)[name]; // as it is published
    const { handler } = live();
    const call = toLambdaHandler(handler);
    const { headers, body } = await fresh();
    const text = Buffer.from(body).toString();
    const event = schema?.parse(make({ ...headers }, plain(text)));
    expect(event).toEqual(make({ ...headers }, plain(text)));
    expect(await call({ ...event })).toMatchObject({ statusCode: 200, isBase64Encoded: false });
    const other = await fresh();
    const encoded = schema?.parse(make({ ...other.headers }, inBase64(Buffer.from(other.body).toString())));
    expect(await call({ ...encoded })).toMatchObject({ statusCode: 200 });
    const forged = schema?.parse(make({ ...(await fresh()).headers }, plain(`${text} `)));
    expect(await call({ ...forged })).toMatchObject({ statusCode: 401, body: "" });
  },
);
