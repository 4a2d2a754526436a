import { member } from '../engine/members.ts';
import {
  CALLS_OPEN_MS,
  PAYMENT_PREFIX,
  PROGRESS_PREFIX,
  REQUEST_OPEN_MS,
  SPENT_PREFIX,
} from './memory-keys.ts';
import type { Spent } from './page-state.ts';

/** What is true of the payer's money: something was sent, a wallet may still be asked for it, or what was charged so far. */
export type Money = 'sent' | 'open' | Spent | 'none';

/** What a browser keeps of a link. */
interface Kept {
  readonly token: string;
  /** Null for nothing. */
  readonly read: (key: string) => string | null;
  readonly nowMs: number;
}

interface Known extends Kept {
  /** The name of the page's state. */
  readonly at: string;
  /** Whether something on the page says already what happened before. */
  readonly isNoticed: boolean;
}

/** In these it is what the screen is about, or nobody can pay. */
const SAID_BY_SCREEN = ['done', 'proposed', 'mismatch', 'expired', 'closed', 'unknown', 'empty'];

/** In these something may be on its way that is not kept. */
const UNDER_WAY: Readonly<Record<string, Money | undefined>> = {
  signing: 'open',
  approving: 'fees',
  confirming: 'sent',
};

/** What is true of the payer's money, beside that a part of the page did not load; undefined where it is not known, or said elsewhere. */
export function moneyKnown(known: Known): Money | undefined {
  const { at, isNoticed } = known;
  if (SAID_BY_SCREEN.includes(at)) return undefined;
  const payment = paymentKept(known);
  // A payment from another network that is followed may be another device's.
  if (payment !== undefined || at === 'crosschain') return payment;
  const spent = spentKept(known);
  if (spent === 'part') return spent;
  return UNDER_WAY[at] ?? spent ?? (isNoticed ? undefined : 'none');
}

/**
 * Whether a payment was sent, or may have been; undefined where nothing of one is kept.
 *
 * @param countedHash - of a payment that is known to have been made, which leaves nothing open
 */
export function paymentKept(kept: Kept, countedHash?: string): 'sent' | 'open' | undefined {
  const places = ['', '.crosschain', '.fees'];
  return places
    .map((place) => paymentIn(kept, { key: kept.token + place, countedHash }))
    .find(Boolean);
}

/** What was charged before, of a payment that is not made. */
export function spentKept({ token, read }: Kept): Spent | undefined {
  const progress = readJson(read(PROGRESS_PREFIX + token));
  const spent = read(SPENT_PREFIX + token) ?? '';
  if (member(progress, 'part') || spent.startsWith('part')) return 'part';
  return member(progress, 'approval') || spent !== '' ? 'fees' : undefined;
}

/** A payment that was sent, whatever became of it, or of which a wallet may still be asked. */
function paymentIn(
  { read, nowMs }: Kept,
  { key, countedHash }: { readonly key: string; readonly countedHash: string | undefined },
): 'sent' | 'open' | undefined {
  const kept = readJson(read(PAYMENT_PREFIX + key));
  const hash = member(kept, 'hash');
  if (hash && hash !== countedHash) return 'sent';
  const left = hash ? member(kept, 'left') : kept;
  const openMs = member(left, 'calls') ? CALLS_OPEN_MS : REQUEST_OPEN_MS;
  // A proposal whose time is over may be executed at any later time.
  const isOpen = member(left, 'proposal') || nowMs - Number(member(left, 'at')) <= openMs;
  return isOpen ? 'open' : undefined;
}

function readJson(text: string | null): unknown {
  return JSON.parse(text ?? 'null');
}
