import type { Hex } from '#kit/hex.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import type { SentVersion } from '../../chains/fake/sending.ts';
import { CONFIRMATIONS } from '../networks.ts';
import type { Recurring } from './recurring.ts';
import { RECURRING_NETWORK } from './setting.ts';

const DEPTH = BigInt(CONFIRMATIONS[RECURRING_NETWORK]);

/** What is wrong about signing this now: nobody signed the schedule, or it was stopped. */
export function wrongAsSigned(
  { sending, scheduling }: FakeChain,
  { signed, cancelled }: Recurring,
  version: SentVersion,
): string[] {
  const trigger = scheduling?.triggerOf(version.call);
  if (trigger === undefined) return ['a transaction was signed that takes no instalment'];
  const { digest, index } = trigger;
  const problems: string[] = [];
  const name = `instalment ${index} of ${digest}`;
  if (!signed.has(digest)) problems.push(`${name} was signed for without its payer`);
  // The same with higher fees lets an earlier one come to an end.
  const isRaised = [...sending.signed.values()].some(
    (one) => one.nonce === version.nonce && one.call.data === version.call.data,
  );
  if (cancelled.has(digest) && !isRaised)
    problems.push(`${name} was signed after it was cancelled`);
  return problems;
}

/** What is wrong about sending this now: the same may still be carried out, or was, or another one of the same tokens. */
export function wrongAsSent(
  chain: FakeChain,
  recurring: Recurring,
  version: SentVersion,
): string[] {
  const others = [...chain.sending.pool.values()].filter(
    (other) =>
      other.from === version.from &&
      (other.nonce !== version.nonce || other.call.data !== version.call.data),
  );
  return others.flatMap((other) =>
    other.nonce === version.nonce
      ? `nonce ${version.nonce} was given to two calls`
      : rivalry(chain, version, { other, end: endOf(chain, recurring, other.nonce) }),
  );
}

interface Rival {
  readonly other: SentVersion;
  readonly end: ReturnType<typeof endOf>;
}

/** What is wrong about two transactions with nonces of their own. */
function rivalry({ scheduling }: FakeChain, version: SentVersion, { other, end }: Rival): string[] {
  const trigger = scheduling?.triggerOf(version.call);
  const before = scheduling?.triggerOf(other.call);
  if (trigger === undefined || before === undefined) return [];
  const { digest, index, values } = trigger;
  if (before.digest === digest && before.index === index && end !== 'failed') {
    return [`instalment ${index} of ${digest} was sent while it is ${end}`];
  }
  const { subscriber, token } = values;
  const isShared = before.values.subscriber === subscriber && before.values.token === token;
  if (!isShared || end !== 'open') return [];
  return [`two payments of ${subscriber} in ${token} were sent at once`];
}

/** What became of the transaction with a nonce, by blocks as deep as payments count. */
function endOf(
  { ledger, sending }: FakeChain,
  { everDeep }: Recurring,
  nonce: bigint,
): 'open' | 'taken' | 'failed' {
  for (const { number, receipts } of ledger.blocks) {
    const receipt = receipts.find(({ hash }) => sending.signed.get(hash)?.nonce === nonce);
    if (receipt === undefined) continue;
    if (ledger.head().number - number + 1n < DEPTH && !everDeep.has(nonce)) return 'open';
    return receipt.status === 'success' ? 'taken' : 'failed';
  }
  return everDeep.has(nonce) ? 'failed' : 'open';
}

/** Remembers which nonces count as used, before a reorg takes their blocks back. */
export function rememberDeep({ ledger, sending }: FakeChain, { everDeep }: Recurring): void {
  const last = Number(ledger.head().number - DEPTH + 1n);
  const held = ledger.blocks.slice(0, Math.max(0, last) + 1).flatMap(({ receipts }) => receipts);
  for (const { hash } of held) {
    const nonce = sending.signed.get(hash)?.nonce;
    if (nonce !== undefined) everDeep.add(nonce);
  }
}

/** How many nonces were signed for a schedule. */
export function countSigned({ sending, scheduling }: FakeChain, digest: Hex): number {
  const nonces = [...sending.signed.values()].flatMap((one) =>
    scheduling?.triggerOf(one.call)?.digest === digest ? one.nonce : [],
  );
  return new Set(nonces).size;
}
