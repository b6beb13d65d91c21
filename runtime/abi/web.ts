/**
 * Empty stand-ins for the web's types that declarations of this package name, for projects without types of the DOM, of
 * Node or of another runtime. Where real types are declared, these add nothing.
 */
declare global {
  interface AbortController {}
  interface AbortSignal {}
  interface Blob {}
  interface FormData {}
  interface Headers {}
  interface Response {}
  interface URL {}
  interface URLSearchParams {}
}

/** The web's `Request`, as the project's own types have it: a Worker's has type parameters, so it cannot be merged. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer Known } } ? Known : object;

/** The web's `ReadableStream` of bytes, likewise. */
export type WebByteStream = Response extends { readonly body: infer Known } ? NonNullable<Known> : object;

/** The web's `fetch`, likewise. */
export type WebFetch = typeof globalThis extends { fetch: infer Known extends (...given: never) => unknown }
  ? Known
  : (url: string, init?: object) => Promise<Response>;

/** The second argument of `fetch`. */
export type WebRequestInit = NonNullable<Parameters<WebFetch>[1]>;

/** Reads no more of a body. Its source may refuse to be cancelled, which says nothing about what was read. */
export function abandon(body: { cancel(): Promise<unknown> } | null | undefined): void {
  body?.cancel().catch(() => undefined);
}
