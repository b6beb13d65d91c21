/** What to do about a refusal code or, where no code could be read, about a status. */
const HINTS: Readonly<Record<string, string>> = {
  MISSING_CREDENTIAL:
    "the credential does not exist, was revoked, or its owner is sanctioned; issue another in the portal",
  STALE_REVISION: "read the server again and decide again",
  APP_MISSING_SCOPE: "the App's roles and the scopes of its installation must both allow this",
  APP_NOT_FOUND: "it does not exist, or is not open for installation",
  401: "the credential is dead, or this route takes no Bearer: verifyCredential() tells which",
  404: "check baseUrl",
};

/** A sentence that helps, if there is one. */
export const hintFor = (key: string | number | undefined): string | undefined =>
  key !== undefined && Object.hasOwn(HINTS, key) ? HINTS[key] : undefined;
