import { Refusal } from '#kit/failure.ts';

/** A place in the lists: what follows it is older. */
export interface ListPlace {
  readonly at: Date;
  /** The token of a link, or the id of a refusal without one. */
  readonly id: string;
  readonly walletAddress: string;
}

/** A wallet that was rejected or that nobody has decided about, of a link or of a call without one. */
export interface ListedWallet extends ListPlace {
  readonly accountId: string;
  readonly role: 'payer' | 'recipient';
  /** `waiting` for a vendor, or `failed` where nobody decided. */
  readonly status: 'rejected' | 'waiting' | 'failed';
  /** Who rejected it, or gave no answer to a call; null while nobody has decided about a wallet of a link. */
  readonly provider: string | null;
  /** In the words of a vendor. */
  readonly level: string | null;
  /** Null of a wallet of a link, which names it. */
  readonly network: string | null;
  readonly securePaymentToken: string | null;
  /** What was refused; null where a link names it, and where a background job refused it. */
  readonly operationId: string | null;
}

/**
 * The last first, so that a page can be made of several lists. Wallets of one link stay as their list has them, since a database may compare
 * mixed cases differently.
 */
export function comparePlaces(a: ListPlace, b: ListPlace): number {
  const byTime = b.at.getTime() - a.at.getTime();
  if (byTime !== 0 || a.id === b.id) return byTime;
  return a.id > b.id ? -1 : 1;
}

/** A place as the cursor of a page. */
export const writePlace = ({ at, id, walletAddress }: ListPlace): string =>
  `${at.toISOString()}/${id}/${walletAddress}`;

/** The parts of a cursor beside its time: ids and addresses of all chains. */
const PART = /^[0-9A-Za-z]{1,100}$/;

/** The place that a cursor names. Refuses (400) what is no cursor. */
export function readPlace(text: string): ListPlace {
  const [time = '', id = '', walletAddress = '', ...rest] = text.split('/');
  const at = new Date(time);
  const isPlace = !Number.isNaN(at.getTime()) && PART.test(id) && PART.test(walletAddress);
  if (isPlace && rest.length === 0) return { at, id, walletAddress };
  throw new Refusal('invalid_request', 400, 'cursor must be one that a page has answered');
}
