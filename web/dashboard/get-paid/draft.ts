import type { AccessDraft } from './access-draft.ts';

/** What is written in the form of a new link. */
export interface LinkDraft {
  readonly amount: string;
  readonly reference: string;
  readonly payerIdentifier: string;
  readonly redirectUrl: string;
  readonly access: AccessDraft;
}
