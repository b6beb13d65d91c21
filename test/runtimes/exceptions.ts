/** A case that comes to something else on one host, and why that cannot be changed here. */
export interface Exception {
  readonly comes: string;
  /** The file of the host that decides it, below the installed packages. */
  readonly file: string;
  readonly because: string;
}

const JSON_ERROR = '400 {"message":"Expected ';
const OWN_PAGE = '400 <!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8';
const TWICE = '200 {"type":"reply","content":"again"}, then 200 {"type":"reply","content":"again"}';

const exception = (file: string, because: string, comes: string): Exception => ({ comes, file, because });
const buffered = (file: string, because: string) => ({ slow: exception(file, because, "open") });
/** A vendor's development server ends at once; its machines end an instance that has answered. */
const ended = (file: string) => ({
  "SIGTERM with one pending": exception(file, "the development server ends at once", "closed"),
});

const GCF = "@google-cloud/functions-framework/build/src/server.js";
const PARSED = "JSON is parsed before any function is called";
const VERCEL = "@vercel/node/dist/dev-server.mjs";
const NETLIFY = "@netlify/functions-dev/dist/main.js";
const NETLIFY_EDGE = "@netlify/edge-functions-dev/dist/node/main.js";
const SVELTE_FORMS = exception(
  "@sveltejs/kit/src/runtime/server/respond.js",
  "a form from another origin is refused as a forged one",
  "403 and 415",
);
const SVELTE_SLOW = exception(
  "@sveltejs/adapter-node/src/handler.js",
  "the connection is broken before the handler answers",
  "closed",
);

const replayed = exception(
  NETLIFY,
  "each invocation is a process of its own, and the memory of ids ends with it",
  TWICE,
);
const decoded = exception(NETLIFY, "bodies are handed over as text", "401");
const vercel = {
  ...buffered(VERCEL, "the body is read before the function is called"),
  ...ended(VERCEL),
};

const gcf = {
  ...buffered(GCF, PARSED),
  altered: exception(GCF, PARSED, OWN_PAGE),
  "forged, no JSON": exception(GCF, PARSED, OWN_PAGE),
};
const event = (name: string) =>
  buffered(`@aws-lambda-powertools/parser/lib/esm/schemas/${name}.js`, "an event holds the whole body");

/** By the name of the server, and that of the case. The page about deployment lists them for its readers. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, Exception>>>> = {
  "Nest, in a controller": {
    ...buffered("body-parser/lib/read.js", "the body is read before any controller"),
    "1 MiB": exception(
      "body-parser/lib/utils.js",
      "bodies above 100 kB are refused",
      '413 {"statusCode":413,"message":"request entity too large"}',
    ),
    altered: exception("body-parser/lib/read.js", PARSED, `${JSON_ERROR}',' or '}' after property value in JSON`),
    "forged, no JSON": exception(
      "body-parser/lib/read.js",
      PARSED,
      `${JSON_ERROR}property name or '}' in JSON at positio`,
    ),
  },
  "Cloud Functions": gcf,
  Firebase: gcf,
  "Azure Functions": buffered(
    "@azure/functions/src/http/HttpRequest.ts",
    "a request holds the bytes of its whole body",
  ),
  "Lambda, function URL": event("lambda"),
  "Lambda, API Gateway, payload 1": event("api-gateway"),
  "Lambda, ALB": event("alb"),
  "Lambda, VPC Lattice": event("vpc-latticev2"),
  "Next, app routes, edge": buffered(
    "next/dist/server/web/sandbox/sandbox.js",
    "the body is handed to the edge runtime when it is whole",
  ),
  SvelteKit: { slow: SVELTE_SLOW, "another type": SVELTE_FORMS },
  "SvelteKit, its own limit": {
    slow: SVELTE_SLOW,
    "another type": SVELTE_FORMS,
    "1 MiB": exception("@sveltejs/adapter-node/src/handler.js", "BODY_SIZE_LIMIT is 512 kB by default", "400"),
  },
  Astro: {
    "another type": exception("astro/dist/core/app/origin-check.js", SVELTE_FORMS.because, "403 and 415"),
    "another method": exception(
      "astro/dist/runtime/server/endpoint.js",
      "a method without an export is answered",
      "404",
    ),
  },
  "Vercel, Node": vercel,
  "Vercel, Node, older shape": vercel,
  "Vercel, edge": vercel,
  Netlify: {
    ...buffered(NETLIFY, "a whole request is taken"),
    ...ended(NETLIFY),
    replayed,
    "non-UTF-8": decoded,
  },
  "Netlify, edge": {
    ...buffered(NETLIFY_EDGE, "a whole request is taken"),
    ...ended(NETLIFY_EDGE),
    replayed: { ...replayed, file: NETLIFY_EDGE },
  },
  "Netlify, older shape": {
    ...buffered(NETLIFY, "an event holds the whole body"),
    ...ended(NETLIFY),
    replayed,
    "non-UTF-8": decoded,
  },
  Bun: {
    "another method": exception("bun/bin/bun.exe", "Bun.serve answers for a method that its route has not", "404"),
  },
};
