import { isRecord, member, texts } from '../engine/members.ts';
import { readKeptJson, removeKeys, writeKept } from './kept.ts';
import type { PlannedFee, Step } from './plan.ts';
import { mergeFees } from './read-fees.ts';

const PREFIX = 'florin.fees.';

/** How long they are stored, in milliseconds: a receipt is read within a month. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The fees that one transaction pays. */
interface Noted {
  readonly hash: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  readonly fees: readonly PlannedFee[];
}

/** Remembers the fees that were signed with some steps, for the receipt. */
export function noteFees(token: string, hash: string, steps: readonly Step[]): void {
  removeKeys(PREFIX, (key) => read(key).every(({ at }) => Date.now() - at > KEPT_MS));
  const fees = steps.flatMap((step) =>
    step.kind === 'fee' ? [step.fee] : step.kind === 'pay' ? step.fees : [],
  );
  if (fees.length === 0) return;
  write(PREFIX + token, [...read(PREFIX + token), { hash, at: Date.now(), fees }]);
}

/** A transaction that failed has paid none; one that was replaced pays its own under another hash. */
export function moveFees(token: string, from: string, to?: string): void {
  const noted = read(PREFIX + token);
  if (!noted.some(({ hash }) => hash === from)) return;
  write(
    PREFIX + token,
    to === undefined
      ? noted.filter(({ hash }) => hash !== from)
      : noted.map((one) => (one.hash === from ? { ...one, hash: to } : one)),
  );
}

/** The fees that this browser has paid with a link, one line for each kind, receiver and bearer. */
export function feesPaid(token: string): readonly PlannedFee[] {
  return mergeFees(read(PREFIX + token).flatMap(({ fees }) => fees));
}

function write(key: string, noted: readonly Noted[]): void {
  writeKept(
    key,
    JSON.stringify(noted, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  );
}

function read(key: string): readonly Noted[] {
  const kept = readKeptJson(key);
  if (!Array.isArray(kept)) return [];
  return kept.filter(isRecord).flatMap(({ hash, at, fees }) => {
    if (typeof hash !== 'string' || typeof at !== 'number' || !Array.isArray(fees)) return [];
    return [{ hash, at, fees: fees.flatMap(readFee) }];
  });
}

function readFee(fee: unknown): readonly PlannedFee[] {
  const { units, label, percentage, address, bearer } = texts(fee, FEE_TEXTS);
  const asset = member(fee, 'asset');
  const decimals = member(asset, 'decimals');
  const { symbol, address: token } = texts(asset, ['symbol', 'address']);
  const known = bearer === 'payer' || bearer === 'payee';
  if (!known || symbol === undefined || address === undefined) return [];
  if (typeof decimals !== 'number' || !/^[0-9]{1,78}$/.test(units ?? '')) return [];
  return [
    {
      asset: { symbol, decimals, address: token },
      units: BigInt(units ?? ''),
      label,
      percentage,
      address,
      bearer,
    },
  ];
}

const FEE_TEXTS = ['units', 'label', 'percentage', 'address', 'bearer'] as const;
