/** A case that failed. */
export class CaseFailure extends Error {
  override readonly name = "CaseFailure";
}
