import { openStore } from '../engine/store.ts';
import { CALLS_OPEN_MS, PAYMENT_PREFIX, PROGRESS_PREFIX, REQUEST_OPEN_MS } from './memory-keys.ts';
import type { OwnProposal } from './own-proposal.ts';
import type { Progress, Remembered, Sent, SentApproval, SentPart } from './page-state.ts';

/** What is stored under one token; `hash` is missing while the wallet's request is open. */
interface Kept {
  readonly token: string;
  readonly hash?: string;
  readonly chain: string;
  readonly at: number;
  readonly walletId: string;
  readonly view: unknown;
  /** The name of calls that the wallet has taken. */
  readonly calls?: string;
  readonly proposal?: OwnProposal;
  /** Beside what was sent: what may still be made of an earlier request. */
  readonly left?: Left;
}

type Left = Pick<Kept, 'at' | 'walletId' | 'calls' | 'proposal'>;

/** What is kept under one token about the connected account. */
interface KeptProgress extends Progress {
  readonly at: number;
}

/** What a wallet has taken, and what owners of a Safe were proposed. */
type Earlier = Pick<Remembered, 'calls' | 'proposal'>;

/** This browser's memory of payments it may have sent, so that a reload never pays twice. */
export interface Memory {
  read(): Remembered | undefined;
  /** Of a payment that was sent, `calls` and `proposal` are those that may still be made beside it: not what it was sent by. */
  write(
    parts: Earlier & {
      readonly sent: Sent | undefined;
      readonly chain: string;
      readonly view: unknown;
    },
  ): void;
  clear(): void;
  /** Removes what was sent with this hash, which will never be made; an earlier request stays until its own time is over. */
  dropSent(hash: string): void;
  /** Returns what stores again all that is stored now: once a request has ended with nothing sent, what was known before it still holds. */
  backUp(): () => void;
  /** How far the connected account had come, if one was connected. */
  readProgress(): Progress | undefined;
  writeProgress(progress: Progress): void;
  /** Removes which wallet was connected, so that the next page load offers the choice again; not what it has sent. */
  clearProgress(part: SentPart | undefined): void;
}

const browser = openStore(() => localStorage);

/** How long a payment is stored, in milliseconds: a receipt is read within a month. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Opens the memory of one link. A browser that keeps nothing simply remembers nothing. */
export function openMemory(token: string, now: () => number): Memory {
  const key = `${PAYMENT_PREFIX}${token}`;
  const progressKey = `${PROGRESS_PREFIX}${token}`;
  removeOld(now());
  return {
    read() {
      const kept = readKept(key);
      if (kept === undefined) return undefined;
      const { hash, at, walletId, view, calls: id, proposal } = kept;
      if (hash !== undefined) return { sent: { hash, at, walletId }, view };
      const isOpen = now() - at <= (id === undefined ? REQUEST_OPEN_MS : CALLS_OPEN_MS);
      const calls = isOpen && id !== undefined ? { id, walletId } : undefined;
      if (proposal) {
        const isOver = now() > proposal.until;
        return { sent: undefined, view, calls, proposal: { ...proposal, isOver } };
      }
      return isOpen ? { sent: undefined, view, calls } : undefined;
    },
    write({ sent, chain, view, calls, proposal }) {
      const about = { token, chain, view };
      const earlier = { calls, proposal };
      const kept: Kept =
        sent === undefined
          ? { ...about, at: now(), ...partsOf(earlier) }
          : {
              ...about,
              hash: sent.hash,
              at: sent.at,
              walletId: sent.walletId,
              ...leftBeside(readKept(key), earlier),
            };
      browser.write(key, JSON.stringify(kept));
    },
    clear() {
      browser.remove(key);
    },
    dropSent(hash) {
      const kept = readKept(key);
      // Another tab may have sent another payment meanwhile.
      if (kept?.hash !== hash) return;
      const { chain, view, left } = kept;
      if (left === undefined) return browser.remove(key);
      browser.write(key, JSON.stringify({ token, chain, view, ...left } satisfies Kept));
    },
    backUp() {
      const kept = browser.read(key);
      return () => {
        if (kept === undefined) browser.remove(key);
        else browser.write(key, kept);
      };
    },
    readProgress: () => readProgress(progressKey),
    writeProgress({ walletId, address, signed, approval, part }) {
      const kept: KeptProgress = { walletId, address, signed, approval, part, at: now() };
      browser.write(progressKey, JSON.stringify(kept));
    },
    clearProgress(part) {
      browser.remove(progressKey);
      if (part !== undefined) this.writeProgress({ walletId: '', address: '', signed: 0, part });
    },
  };
}

function readKept(key: string): Kept | undefined {
  const kept = browser.readJson(key);
  return isKept(kept) ? kept : undefined;
}

/** What may still be made beside what is sent now: an open request, and what else is said to be; or what it was before. */
function leftBeside(kept: Kept | undefined, earlier: Earlier): Pick<Kept, 'left'> {
  if (kept === undefined) return {};
  if (kept.hash !== undefined) return kept.left ? { left: kept.left } : {};
  const isRequest = (kept.calls ?? kept.proposal) === undefined;
  const isLeft = isRequest || (earlier.calls ?? earlier.proposal) !== undefined;
  return isLeft ? { left: { at: kept.at, ...partsOf(earlier) } } : {};
}

function partsOf({ calls, proposal }: Earlier): Omit<Left, 'at'> {
  return {
    walletId: (calls ?? proposal)?.walletId ?? '',
    ...(calls && { calls: calls.id }),
    ...(proposal && { proposal }),
  };
}

function readProgress(key: string): KeptProgress | undefined {
  const kept = browser.readJson(key);
  return isProgress(kept) ? kept : undefined;
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const hash: unknown = Reflect.get(value, 'hash');
  const calls: unknown = Reflect.get(value, 'calls');
  const proposal: unknown = Reflect.get(value, 'proposal');
  const left: unknown = Reflect.get(value, 'left');
  return (
    typeof Reflect.get(value, 'at') === 'number' &&
    typeof Reflect.get(value, 'walletId') === 'string' &&
    (calls === undefined || typeof calls === 'string') &&
    (proposal === undefined || isHash(Reflect.get(Object(proposal), 'safeTxHash'))) &&
    (hash === undefined || isHash(hash)) &&
    (left === undefined || isKept(left))
  );
}

function isProgress(value: unknown): value is KeptProgress {
  if (typeof value !== 'object' || value === null) return false;
  const approval: unknown = Reflect.get(value, 'approval');
  const part: unknown = Reflect.get(value, 'part');
  return (
    typeof Reflect.get(value, 'at') === 'number' &&
    typeof Reflect.get(value, 'walletId') === 'string' &&
    typeof Reflect.get(value, 'address') === 'string' &&
    Number.isSafeInteger(Reflect.get(value, 'signed')) &&
    (approval === undefined || isSentApproval(approval)) &&
    (part === undefined || isSentPart(part))
  );
}

function isSentApproval(value: unknown): value is SentApproval {
  if (typeof value !== 'object' || value === null) return false;
  const isMined: unknown = Reflect.get(value, 'isMined');
  return (
    isHash(Reflect.get(value, 'hash')) &&
    Number.isSafeInteger(Reflect.get(value, 'steps')) &&
    (isMined === undefined || typeof isMined === 'boolean')
  );
}

function isSentPart(value: unknown): value is SentPart {
  if (typeof value !== 'object' || value === null) return false;
  const pays: unknown = Reflect.get(value, 'pays');
  return (
    isHash(Reflect.get(value, 'hash')) && Array.isArray(pays) && pays.every(Number.isSafeInteger)
  );
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^(0x)?[0-9a-f]{64}$/i.test(value);
}

function removeOld(now: number): void {
  const isOld = (kept: { readonly at: number } | undefined) =>
    kept === undefined || now - kept.at > KEPT_MS;
  browser.removeOld(PAYMENT_PREFIX, (key) => isOld(readKept(key)));
  browser.removeOld(PROGRESS_PREFIX, (key) => isOld(readProgress(key)));
}
