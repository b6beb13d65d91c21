/** Events of Lambda, of which the vendor's own descriptions (AWS Powertools) say that they are such, and nothing is left of them beside. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toLambdaHandler } from "../../runtime/adapters/index.js";
import { fresh, live } from "../delivery/support.js";

const modules = join(import.meta.dirname, "node_modules");
const isHere = process.env["RUNTIMES"] !== undefined && existsSync(join(modules, "@aws-lambda-powertools/parser"));

type Headers = Readonly<Record<string, string>>;
interface Schema {
  parse(event: unknown): object;
}

const ARN = "arn:aws:service:us-east-1:123456789012:thing/1";
const request = { requestId: "1", stage: "$default", accountId: "123456789012", apiId: "api" };
const lists = (headers: Headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const http = { method: "POST", path: "/", protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "service" };
const payload2 = (headers: Headers, text: string) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: "/",
  rawQueryString: "",
  headers,
  requestContext: {
    ...request,
    domainName: "x",
    domainPrefix: "x",
    http,
    routeKey: "$default",
    time: "x",
    timeEpoch: 1,
  },
  body: base64(text),
  isBase64Encoded: true,
});
const payload1 = (headers: Headers, body: string) => ({
  resource: "/",
  path: "/",
  httpMethod: "POST",
  headers,
  multiValueHeaders: lists(headers),
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  requestContext: {
    ...request,
    protocol: "HTTP/1.1",
    identity: {},
    requestTime: "x",
    requestTimeEpoch: 1,
    resourcePath: "/",
    httpMethod: "POST",
    path: "/",
  },
  body,
  isBase64Encoded: false,
});
const alb = {
  httpMethod: "POST",
  path: "/",
  isBase64Encoded: false,
  requestContext: { elb: { targetGroupArn: ARN } },
};
const lattice = {
  serviceNetworkArn: ARN,
  serviceArn: ARN,
  targetGroupArn: ARN,
  region: "x",
  timeEpoch: "1",
  identity: {},
};

/** By the name of the description: the event of a delivery. */
const events: Readonly<Record<string, readonly [file: string, make: (headers: Headers, body: string) => object]>> = {
  LambdaFunctionUrlSchema: ["lambda", payload2],
  APIGatewayProxyEventV2Schema: ["api-gatewayv2", payload2],
  APIGatewayProxyEventSchema: ["api-gateway", payload1],
  AlbSchema: ["alb", (headers, body) => ({ ...alb, headers, queryStringParameters: {}, body })],
  AlbMultiValueHeadersSchema: [
    "alb",
    (headers, body) => ({ ...alb, multiValueHeaders: lists(headers), multiValueQueryStringParameters: {}, body }),
  ],
  VpcLatticeSchema: [
    "vpc-lattice",
    (headers, body) => ({
      method: "POST",
      raw_path: "/",
      query_string_parameters: {},
      headers,
      body: base64(body),
      is_base64_encoded: true,
    }),
  ],
  VpcLatticeV2Schema: [
    "vpc-latticev2",
    (headers, body) => ({ version: "2.0", path: "/", method: "POST", headers, body, requestContext: lattice }),
  ],
};

test.skipIf(!isHere).each(Object.entries(events))(
  "an event that is one by %s is verified and answered, and a forged one refused",
  async (name, [file, make]) => {
    const load = createRequire(join(modules, "x.js"));
    const schema = (load(`@aws-lambda-powertools/parser/schemas/${file}`) as Readonly<Record<string, Schema>>)[name]; // as it is published
    const { handler } = live();
    const call = toLambdaHandler(handler);
    const { headers, body } = await fresh();
    const text = Buffer.from(body).toString();
    const event = schema?.parse(make({ ...headers }, text));
    expect(event).toEqual(make({ ...headers }, text));
    expect(await call({ ...event })).toMatchObject({ statusCode: 200, isBase64Encoded: false });
    const forged = schema?.parse(make({ ...(await fresh()).headers }, `${text} `));
    expect(await call({ ...forged })).toMatchObject({ statusCode: 401, body: "" });
  },
);
