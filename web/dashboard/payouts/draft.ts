import { tokenAt } from '../destination/tokens.ts';
import { PAYOUT_NETWORKS, type PayNetworkId } from './pay-currencies.ts';

/** What is written in the form of a new payout. */
export interface PayoutDraft {
  readonly recipient: string;
  readonly network: PayNetworkId;
  readonly currency: string;
  readonly amount: string;
  readonly creatorWalletAddress: string;
  readonly reference: string;
  readonly recipientIdentifier: string;
}

/** A wallet with its chain and token, as ERC-7828 writes them; the checksum of the whole is left to the API. */
const DESTINATION = /^(\S+)@eip155:(\d+)(?:#[0-9A-Fa-f]{8})?:(0x[0-9A-Fa-f]{40})$/;

/** What a recipient says that was written as a destination ID; the text alone where it is none that is known here. */
export function readRecipient(
  text: string,
): Pick<PayoutDraft, 'recipient'> & Partial<Pick<PayoutDraft, 'network' | 'currency'>> {
  const [, wallet = '', chainId = '', tokenAddress = ''] = DESTINATION.exec(text.trim()) ?? [];
  const network = PAYOUT_NETWORKS.find((one) => String(one.chainId) === chainId);
  const token = network && tokenAt(network.chainId, tokenAddress);
  if (network === undefined || token === undefined) return { recipient: text };
  return { recipient: wallet, network: network.id, currency: token.id };
}

/** A draft as the API takes it: without what was left empty. */
export function payoutBody(draft: PayoutDraft) {
  const { reference, recipientIdentifier, ...rest } = draft;
  return {
    ...rest,
    recipient: rest.recipient.trim(),
    amount: rest.amount.trim(),
    creatorWalletAddress: rest.creatorWalletAddress.trim(),
    ...(reference.trim() !== '' && { reference: reference.trim() }),
    ...(recipientIdentifier.trim() !== '' && { recipientIdentifier: recipientIdentifier.trim() }),
  };
}
