/** The configuration of the frame from its server. */
export interface FrameConfig {
  readonly mode: 'sandbox' | 'production';
  /** The API, without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  /** The secure payment's token; an empty text where none is named. */
  readonly token: string;
  /** The origins of pages that may frame it; what happens is reported to them alone. */
  readonly shopOrigins: readonly string[];
  /** The language that the page of the shop has chosen, in which the pay page goes on. */
  readonly lang?: string;
}
