/** What AWS hands a function for a request, by the name of the vendor's own description (AWS Powertools). */

type Headers = Readonly<Record<string, string>>;

/** A request, with its body as the gateway hands it over. */
export interface Asked {
  readonly method: string;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

type Shape = (headers: Headers, asked: Asked) => object;

const ARN = "arn:aws:service:us-east-1:123456789012:thing/1";
const request = { requestId: "1", stage: "$default", accountId: "123456789012", apiId: "api" };
const lists = (headers: Headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));

const http = { path: "/", protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "service" };
const payload2: Shape = (headers, { method, body, isBase64Encoded }) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: "/",
  rawQueryString: "",
  headers,
  requestContext: {
    ...request,
    domainName: "x",
    domainPrefix: "x",
    http: { ...http, method },
    routeKey: "$default",
    time: "x",
    timeEpoch: 1,
  },
  body,
  isBase64Encoded,
});
const payload1: Shape = (headers, { method, body, isBase64Encoded }) => ({
  resource: "/",
  path: "/",
  httpMethod: method,
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
    httpMethod: method,
    path: "/",
  },
  body,
  isBase64Encoded,
});
const alb = {
  path: "/",
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

/** By the name of the description: the file that has it, and the event. */
export const events: Readonly<Record<string, readonly [file: string, make: Shape]>> = {
  LambdaFunctionUrlSchema: ["lambda", payload2],
  APIGatewayProxyEventV2Schema: ["api-gatewayv2", payload2],
  APIGatewayProxyEventSchema: ["api-gateway", payload1],
  AlbSchema: [
    "alb",
    (headers, { method, ...body }) => ({ ...alb, httpMethod: method, headers, queryStringParameters: {}, ...body }),
  ],
  AlbMultiValueHeadersSchema: [
    "alb",
    (headers, { method, ...body }) => ({
      ...alb,
      httpMethod: method,
      multiValueHeaders: lists(headers),
      multiValueQueryStringParameters: {},
      ...body,
    }),
  ],
  VpcLatticeSchema: [
    "vpc-lattice",
    (headers, { method, body, isBase64Encoded }) => ({
      method,
      raw_path: "/",
      query_string_parameters: {},
      headers,
      body,
      is_base64_encoded: isBase64Encoded,
    }),
  ],
  VpcLatticeV2Schema: [
    "vpc-latticev2",
    (headers, { method, ...body }) => ({
      version: "2.0",
      path: "/",
      method,
      headers,
      ...body,
      requestContext: lattice,
    }),
  ],
};
