import { z } from 'zod';
import { type FieldIssue, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { KEY_SIGNATURE_CHARACTERS, recoverSigner } from '../key-signature.ts';
import type { CheckedTransaction, SignedBy, SignedTransaction } from '../relay.ts';
import type { TransactionStep } from '../signing.ts';
import { base58Of } from './base58.ts';
import { compareJson } from './compare-json.ts';
import { differencesOf } from './compare-step.ts';
import type { TronContracts } from './encode.ts';
import { encodeSigned, printRaw, type RawTransaction, transactionId } from './raw-transaction.ts';
import { readRaw } from './read-raw.ts';

/** More than three times what a batch of 100 payments has. */
const RAW_BYTES_MAX = 65_536;
/** Prepared transactions expire after 5 minutes; the rest is for clocks and for wallets that renew them. */
export const EXPIRES_WITHIN_MS = 10 * 60 * 1_000;

const hexText = z
  .string()
  .regex(/^(0x)?([0-9a-fA-F]{2})+$/, 'must be hexadecimal digits, two for each byte')
  .transform((text) => text.replace(/^0x/, '').toLowerCase());

const Signed = z.object({
  raw_data_hex: hexText.refine(
    (hex) => hex.length <= 2 * RAW_BYTES_MAX,
    `must be at most ${RAW_BYTES_MAX} bytes`,
  ),
  signature: z.array(hexText).length(1, 'must be one signature, of the owner'),
  raw_data: z.record(z.string(), z.unknown()).optional(),
  txID: hexText.optional(),
});

/** What was signed, by whom, and the bytes that go to the network. */
interface ReadTransaction extends SignedBy {
  readonly raw: RawTransaction;
  readonly bytes: string;
}

/** See `TransactionRelay.readSigned`. */
export async function readSigned(signed: SignedTransaction): Promise<ReadTransaction> {
  const { raw_data_hex: rawHex, signature, raw_data: json, txID } = parseSigned(signed);
  const read = readRaw(rawHex);
  if ('issues' in read) throw refuse('invalid_transaction', read.issues);
  const { raw } = read;
  const id = transactionId(rawHex);
  const issues = json === undefined ? [] : compareJson(json, printRaw(raw), 'raw_data');
  if (txID !== undefined && txID !== id) {
    issues.push({ field: 'txID', message: 'is not the SHA-256 of raw_data_hex' });
  }
  const expiresAt = new Date(Number(raw.expirationMs));
  if (raw.expirationMs < 0n || Number.isNaN(expiresAt.getTime())) {
    issues.push({ field: 'expiration', message: 'is no time' });
  }
  if (issues.length > 0) throw refuse('invalid_transaction', issues);
  const [key = ''] = signature;
  await checkSignature(raw, id, `0x${key}`);
  return {
    raw,
    transactionHash: `0x${id}`,
    wallet: base58Of(`0x${raw.owner.slice(2)}`),
    expiresAt,
    bytes: encodeSigned(rawHex, signature),
  };
}

/** See `TransactionRelay.checkSigned`. */
export async function checkSigned(
  contracts: TronContracts,
  signed: SignedTransaction,
  { steps, now }: { readonly steps: readonly TransactionStep[]; readonly now: Date },
): Promise<CheckedTransaction> {
  const { raw, ...read } = await readSigned(signed);
  const step = stepOf(raw, contracts, steps);
  checkTime(raw, now);
  return { ...read, step };
}

function parseSigned(signed: SignedTransaction): z.output<typeof Signed> {
  const parsed = Signed.safeParse(signed);
  if (parsed.success) return parsed.data;
  throw refuse(
    'invalid_transaction',
    parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  );
}

/** The expected step that a transaction is. Otherwise the refusal names how it differs from the most similar one. */
function stepOf(
  raw: RawTransaction,
  contracts: TronContracts,
  steps: readonly TransactionStep[],
): number {
  const differences = steps.map((step) => differencesOf(raw, contracts, step));
  const index = differences.findIndex((issues) => issues.length === 0);
  if (index !== -1) return index;
  const [nearest = [{ field: 'contract', message: 'no transaction is expected' }]] =
    differences.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  throw refuse('transaction_mismatch', nearest);
}

/** Another contract or method is another step; what differs besides says nothing then. */
function distanceOf(issues: readonly FieldIssue[]): number {
  const isOther = issues.some(({ field }) => field === 'contract' || field === 'method');
  return issues.length + (isOther ? 1_000_000 : 0);
}

function checkTime({ expirationMs }: RawTransaction, now: Date): void {
  const leftMs = Number(expirationMs) - now.getTime();
  const problem =
    leftMs <= 0
      ? 'is over'
      : leftMs > EXPIRES_WITHIN_MS
        ? `must be at most ${EXPIRES_WITHIN_MS / 60_000} minutes ahead`
        : undefined;
  if (problem === undefined) return;
  throw refuse('transaction_expired', [{ field: 'expiration', message: problem }]);
}

async function checkSignature({ owner }: RawTransaction, id: string, signature: Hex) {
  const signer =
    signature.length === KEY_SIGNATURE_CHARACTERS
      ? await recoverSigner(`0x${id}`, signature)
      : undefined;
  if (signer?.address.toLowerCase() === `0x${owner.slice(2)}`) return;
  const message =
    signer === undefined
      ? 'must be r, s and v of a key in 65 bytes, v being 0, 1, 27 or 28'
      : `is of ${base58Of(signer.address.toLowerCase())} and not of the owner`;
  throw refuse('invalid_signature', [{ field: 'signature', message }]);
}

/** More is no help, and a sender could have an answer of many times what was sent. */
const ISSUES_MAX = 20;

/** A refusal (400) whose text names the first differences too, as many clients show no more. */
function refuse(code: string, issues: readonly FieldIssue[]): Refusal {
  const errors = issues.slice(0, ISSUES_MAX);
  const what = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  return new Refusal(code, 400, { message: `The signed transaction is refused: ${what}`, errors });
}
