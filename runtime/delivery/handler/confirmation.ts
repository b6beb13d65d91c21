/** Placeholder types until the generated ones arrive. */
export type Confirmation =
  | { readonly type: "reply"; readonly content: string; readonly private?: boolean }
  | { readonly type: "defer" }
  | { readonly type: "decline" }
  | { readonly type: "modal"; readonly [extra: string]: unknown }
  | { readonly type: "suggest"; readonly choices: readonly { readonly name: string; readonly value: unknown }[] };

export interface InteractionLike {
  readonly id: string;
  readonly type: string;
  readonly expiresInMs?: number;
  readonly [extra: string]: unknown;
}
