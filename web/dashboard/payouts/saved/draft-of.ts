import type { PayoutDraft } from '../draft.ts';
import { PAYOUT_NETWORKS } from '../pay-currencies.ts';
import type { SavedPayout } from './queries.ts';

/** What a saved payout fills into the form; nothing of a network that this installation does not have. */
export function draftOf(saved: SavedPayout): Partial<PayoutDraft> {
  const { recipient, currency, amount, creatorWalletAddress, reference } = saved;
  const network = PAYOUT_NETWORKS.find(({ id }) => id === saved.network)?.id;
  if (network === undefined) return {};
  return { recipient, network, currency, amount, creatorWalletAddress, reference: reference ?? '' };
}
