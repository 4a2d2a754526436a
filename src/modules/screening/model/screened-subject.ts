import { z } from 'zod';
import type { LinkScreening } from './link-screening.ts';

/** What an event about a wallet of a link says beside its decision, and for whom it is. */
const ScreenedSubject = z.object({
  walletType: z.enum(['eoa', 'smart_account']),
  parentWalletAddress: z.string().nullable(),
  eoaAddress: z.string(),
  smartAccountAddress: z.string().nullable(),
  clientIdId: z.string().nullable(),
  clientId: z.string().nullable(),
  orchestratorId: z.string().nullable(),
  origin: z.string().nullable(),
});

/** What an event about a wallet of a link says beside its decision, and for whom it is. */
export type ScreenedSubject = z.output<typeof ScreenedSubject>;

/** A wallet of a link that a plan has judged. */
export interface LinkWallet extends Pick<LinkScreening, 'role' | 'walletAddress'> {
  readonly accountId: string;
  readonly securePaymentToken: string;
  readonly subject: ScreenedSubject;
}

/** Reads a stored subject. Throws when it is not one, because only we write them. */
export const readSubject = (stored: string): ScreenedSubject =>
  ScreenedSubject.parse(JSON.parse(stored));

/** Writes a subject for its column. */
export const writeSubject = (subject: ScreenedSubject): string => JSON.stringify(subject);
