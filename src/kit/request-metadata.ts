/** Where a call came from, as far as can be seen. */
export interface RequestMetadata {
  readonly correlationId: string;
  /** The caller's own address, also behind trusted proxies; `unknown` when they passed on none. */
  readonly ip: string;
  readonly origin: string | undefined;
  /** Cut to a length that can be shown. */
  readonly userAgent: string | undefined;
  /** The session that came along, as it came: who signs in anew leaves it. */
  readonly sessionToken?: string | undefined;
}
