import type { SafeTransaction } from '#chains/accounts.ts';
import type { Call } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import { encoders, executing, nonceOf } from './accounts.ts';
import { findBundles, findLinks } from './links.ts';
import { callsOf, pickProposed } from './proposed-calls.ts';
import {
  type KnownProposal,
  OTHER_OWNER,
  OWNER,
  SAFE_NETWORK,
  SAFES,
  UNRELATED,
} from './safing.ts';

const NOBODY = '0x0000000000000000000000000000000000000000';
const RECENT_PROPOSALS = 6;

/** An owner proposes a transaction that is to pay something; undefined where there is nothing. */
export async function propose(
  world: SimWorld,
  requests: readonly KnownRequest[],
): Promise<KnownProposal | undefined> {
  const { dice, safing } = world;
  const links = await findLinks(world, requests);
  const bundles = await findBundles(world);
  const proposed = pickProposed(dice, { links, bundles, last: safing?.lastProposed });
  if (safing === undefined || proposed === undefined || proposed.links.length === 0) {
    return undefined;
  }
  safing.lastProposed = proposed.links[0]?.token;
  // One pays most, so that it proposes one payment several times.
  const safe = SAFES[dice.isHit(0.75) ? 0 : 1];
  const nonce = nonceOf(world.chains[SAFE_NETWORK], safe) + (dice.isHit(0.3) ? 1n : 0n);
  const { bundle } = proposed;
  const known = proposalOf(world, {
    ...(await callsOf(dice, proposed, requests)),
    safe,
    nonce,
    bundle,
  });
  world.note(`proposal ${proposed.way}`);
  const signer = dice.weighted({ owner: 72, other_owner: 8, unrelated: 8, nobody: 12 });
  if (signer === 'owner') await confirm(known, OWNER);
  if (signer === 'other_owner') await confirm(known, OTHER_OWNER);
  if (signer === 'unrelated') await confirm(known, UNRELATED);
  return known;
}

interface ProposalParts extends Pick<KnownProposal, 'safe' | 'pays' | 'isReadable' | 'bundle'> {
  readonly calls: readonly Call[];
  readonly nonce: bigint;
  readonly safeTxGas: bigint;
}

function proposalOf(
  world: SimWorld,
  { calls, nonce, safeTxGas, ...parts }: ProposalParts,
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
  const hash = encoders.safeTransactionHash(parts.safe, transaction);
  const known = world.safing?.proposals.get(hash);
  if (known !== undefined) return known;
  const proposedAt = world.clock();
  const made = { ...parts, hash, transaction, confirmations: [], isSigned: false, proposedAt };
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
  world.safing?.executions.set(made.hash, known);
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
  const parts = { safe, calls, nonce, safeTxGas: 0n, bundle: undefined };
  return proposalOf(world, { ...parts, pays: new Map(), isReadable: false });
}

/** A hash as reports name it: of what is proposed, or of nothing. */
export function reportedHash(world: SimWorld, known: KnownProposal): Hex {
  return world.dice.isHit(0.05) ? `0x${world.dice.bytes(32).toString('hex')}` : known.hash;
}
