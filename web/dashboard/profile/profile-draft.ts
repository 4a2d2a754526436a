/** What is written of a profile; empty is not set. */
export interface ProfileDraft {
  readonly displayName: string;
  readonly logoPath: string;
  readonly supportUrl: string;
}
