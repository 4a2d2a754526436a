import type { SafeTransaction } from '#chains/accounts.ts';
import type { Call, ChainPayment, TransactionStep } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { WALLETS } from '../networks.ts';
import { exact, type KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import { encoders, executing, nonceOf } from './accounts.ts';
import {
  type KnownProposal,
  OTHER_OWNER,
  OWNER,
  SAFE_NETWORK,
  SAFES,
  UNRELATED,
} from './safing.ts';

const NOBODY = '0x0000000000000000000000000000000000000000';
/** More than anybody has. */
const TOO_MUCH = 10n ** 50n;
/** Payers go on with the newest links, so that several proposals pay one. */
const RECENT_LINKS = 2;
const RECENT_PROPOSALS = 6;

/** What owners propose, and how often. */
const WAYS = {
  exactly: 40,
  two_links: 10,
  in_part: 5,
  with_another_call: 5,
  to_another_payee: 3,
  that_fails: 12,
  that_reverts: 4,
} as const;
type Way = keyof typeof WAYS;

/** Whether a proposal of this kind shows that it pays, whatever becomes of it. */
const PROVES: Readonly<Record<Way, boolean>> = {
  exactly: true,
  two_links: true,
  in_part: false,
  with_another_call: false,
  to_another_payee: false,
  that_fails: true,
  that_reverts: true,
};

/** An owner proposes a transaction that is to pay a link; undefined where there is none. */
export async function propose(
  world: SimWorld,
  requests: readonly KnownRequest[],
): Promise<KnownProposal | undefined> {
  const { dice, safing } = world;
  const payable = requests.filter(({ isFee }) => !isFee).slice(-RECENT_LINKS);
  if (safing === undefined || payable.length === 0) return undefined;
  const request = dice.pick(payable);
  const others = payable.filter((one) => one.id !== request.id);
  const way = dice.weighted<Way>(WAYS);
  const paid = way === 'two_links' && others[0] ? [request, others[0]] : [request];
  // One pays most, so that it proposes one payment several times.
  const safe = SAFES[dice.isHit(0.75) ? 0 : 1];
  const calls = await callsOf(world, { way, paid, safe });
  const nonce = nonceOf(world.chains[SAFE_NETWORK], calls.safe) + (dice.isHit(0.3) ? 1n : 0n);
  const known = proposalOf(world, {
    safe: calls.safe,
    calls: calls.made,
    nonce,
    safeTxGas: way === 'that_fails' ? 100_000n : 0n,
    proves: PROVES[way] ? paid.map(({ id }) => id) : [],
  });
  world.note(`proposal ${way}`);
  const signer = dice.weighted({ owner: 72, other_owner: 8, unrelated: 8, nobody: 12 });
  if (signer === 'owner') await confirm(known, OWNER);
  if (signer === 'other_owner') await confirm(known, OTHER_OWNER);
  if (signer === 'unrelated') await confirm(known, UNRELATED);
  return known;
}

interface Order {
  readonly way: Way;
  readonly paid: readonly KnownRequest[];
  readonly safe: string;
}

async function callsOf({ dice }: SimWorld, { way, paid, safe }: Order) {
  const payments = paid.map((request): ChainPayment => {
    const payment = exact(request);
    if (payment.kind === 'conversion') return payment;
    if (way === 'to_another_payee') return { ...payment, payeeAddress: WALLETS.unrelated };
    if (way !== 'in_part') return payment;
    return { ...payment, amountUnits: (payment.amountUnits * BigInt(1 + dice.below(9))) / 10n };
  });
  const [first] = payments;
  if (way === 'that_fails' || way === 'that_reverts') {
    if (first !== undefined && first.kind !== 'conversion') {
      payments.push({ ...first, amountUnits: TOO_MUCH });
    }
  }
  const steps = payments.flatMap((payment): TransactionStep[] => {
    const paying: TransactionStep = { type: 'payment', payment };
    if (payment.kind !== 'token') return [paying];
    const units = payment.amountUnits + payment.feeUnits;
    const { tokenAddress } = payment;
    return [{ type: 'approval', tokenAddress, units, spender: 'fee_proxy' }, paying];
  });
  const made = await encoders.prepare(steps, undefined);
  const other: Call = { to: WALLETS.unrelated, data: '0x', valueUnits: 1n };
  return { safe, made: way === 'with_another_call' ? [...made, other] : made };
}

interface ProposalParts {
  readonly safe: string;
  readonly calls: readonly Call[];
  readonly nonce: bigint;
  readonly safeTxGas: bigint;
  readonly proves: readonly string[];
}

function proposalOf(
  world: SimWorld,
  { safe, calls, nonce, safeTxGas, proves }: ProposalParts,
): KnownProposal {
  const transaction: SafeTransaction = {
    ...encoders.encodeCalls(calls),
    safeTxGas,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: NOBODY,
    refundReceiver: NOBODY,
    nonce,
  };
  const hash = encoders.safeTransactionHash(safe, transaction);
  const known = world.safing?.proposals.get(hash);
  if (known !== undefined) return known;
  const proposedAt = world.clock();
  const made = { hash, safe, transaction, proves, confirmations: [], isSigned: false, proposedAt };
  world.safing?.proposals.set(hash, made);
  return made;
}

async function confirm(known: KnownProposal, signer: typeof OWNER): Promise<void> {
  const { address: owner } = signer;
  if (known.confirmations.some((one) => one.owner === owner)) return;
  known.confirmations.push({ owner, signature: await signer.sign({ hash: known.hash }) });
  if (signer !== UNRELATED) known.isSigned = true;
}

/** One of the newest proposals, most often one that can be executed now. */
export function pickProposal({ dice, safing, chains }: SimWorld): KnownProposal | undefined {
  const all = [...(safing?.proposals.values() ?? [])];
  const open = all.filter(
    ({ safe, transaction }) => transaction.nonce >= nonceOf(chains[SAFE_NETWORK], safe),
  );
  const some = (open.length > 0 && dice.isHit(0.8) ? open : all).slice(-RECENT_PROPOSALS);
  return some.length === 0 ? undefined : dice.pick(some);
}

/** An owner signs what was proposed before. */
export async function confirmLater(world: SimWorld): Promise<string> {
  const known = pickProposal(world);
  if (known === undefined) return 'no proposals';
  await confirm(known, world.dice.isHit(0.5) ? OWNER : OTHER_OWNER);
  return `confirmed ${known.hash.slice(2, 10)}`;
}

/** Somebody sends a transaction that executes a proposal; it waits for a block then. */
export function execute(world: SimWorld, known: KnownProposal | undefined): string {
  if (known === undefined) return 'no proposals';
  const made = executing(world.chains[SAFE_NETWORK], known, world.nonce());
  world.signed.set(made.hash, made);
  world.mempool[SAFE_NETWORK].push(made);
  world.note('execution');
  return `executed ${known.hash.slice(2, 10)}`;
}

/** Owners execute nothing with a nonce, in place of what was proposed with it. */
export function reject(
  world: SimWorld,
  { safe, transaction: { nonce } }: Pick<KnownProposal, 'safe' | 'transaction'>,
): string {
  world.note('rejection');
  return execute(world, rejectionOf(world, safe, nonce));
}

/** The transaction by which owners use a nonce for nothing. */
export function rejectionOf(world: SimWorld, safe: string, nonce: bigint): KnownProposal {
  const calls: readonly Call[] = [{ to: safe, data: '0x', valueUnits: 0n }];
  return proposalOf(world, { safe, calls, nonce, safeTxGas: 0n, proves: [] });
}

/** Whether an owner signed that this pays a request. */
export function isProof(known: KnownProposal | undefined, requestId: string): boolean {
  return known?.isSigned === true && known.proves.includes(requestId);
}

/** A hash as reports name it: of what is proposed, or of nothing. */
export function reportedHash(world: SimWorld, known: KnownProposal): Hex {
  return world.dice.isHit(0.05) ? `0x${world.dice.bytes(32).toString('hex')}` : known.hash;
}
