/** A request as it came, whose sender is still to be verified. */
export interface CallbackRequest {
  readonly rawBody: Buffer;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}
