import type { SignedTransaction } from '../../api/broadcast.ts';
import { isRecord, member } from '../../engine/members.ts';
import { readRawTransaction } from '../../wallet/tron/raw-transaction.ts';
import { readKeptJson, removeKeys, writeKept } from '../kept.ts';

/** What a wallet has signed, and until when the network can take it. */
export interface KeptTransaction {
  readonly signed: SignedTransaction;
  /** Who signed. */
  readonly owner: string;
  readonly expirationMs: number;
  /** Whether the API was seen to list it as sent. */
  readonly wasListed: boolean;
}

const PREFIX = 'florin.tron.';

/** Long after every signature has expired. */
const KEPT_MS = 24 * 3_600_000;

/** An approval, a payment and its fees, and some that were refused. */
const KEPT_MAX = 20;

/**
 * Remembers what a wallet signed before it is handed to the network, so that a reload hands over the same again
 * instead of asking for another signature.
 */
export function keepSigned(token: string, owner: string, signed: SignedTransaction): void {
  removeKeys(PREFIX, (key) => read(key).every(({ expirationMs }) => isOld(expirationMs)));
  const others = read(PREFIX + token).filter((one) => one.signed.txID !== signed.txID);
  const kept = [...others.slice(1 - KEPT_MAX), { signed, owner }];
  writeKept(PREFIX + token, JSON.stringify(kept));
}

/** Remembers that the API lists a transaction as sent: it may have ended when the page comes back from a reload. */
export function keepListed(token: string, txID: string): void {
  const kept = read(PREFIX + token).map((one) =>
    one.signed.txID === txID ? { ...one, wasListed: true } : one,
  );
  if (kept.length > 0) writeKept(PREFIX + token, JSON.stringify(kept));
}

/** What was signed under this id in this browser; undefined where it is not known. */
export function readSigned(token: string, txID: string): KeptTransaction | undefined {
  return read(PREFIX + token).find(({ signed }) => signed.txID === txID);
}

function isOld(expirationMs: number): boolean {
  return Date.now() - expirationMs > KEPT_MS;
}

function read(key: string): readonly KeptTransaction[] {
  const kept = readKeptJson(key);
  return Array.isArray(kept) ? kept.flatMap(readOne) : [];
}

function readOne(kept: unknown): readonly KeptTransaction[] {
  const signed = member(kept, 'signed');
  const owner = member(kept, 'owner');
  const raw = readRawTransaction(String(member(signed, 'raw_data_hex')));
  if (!isSigned(signed) || typeof owner !== 'string' || raw === undefined) return [];
  const wasListed = member(kept, 'wasListed') === true;
  return [{ signed, owner, expirationMs: raw.expirationMs, wasListed }];
}

function isSigned(value: unknown): value is SignedTransaction {
  return isRecord(value) && typeof value['txID'] === 'string' && Array.isArray(value['signature']);
}
