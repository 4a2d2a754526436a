import { privateKeyToAccount } from 'viem/accounts';
import { currencyById } from '#catalog/currencies.ts';
import type { SafeTransaction } from '#chains/accounts.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { SafeProposal, SafeService } from '#providers/safe-service.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import type { Dice } from '../dice.ts';
import { CURRENCIES } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import type { KnownBundle } from './links.ts';
import type { Operations } from './operations.ts';

const RICH = 10n ** 40n;

/** The network on which these worlds have Safes. */
export const SAFE_NETWORK = 'base';
/** The Safes, which have the same owners. */
export const SAFES = [
  '0x8888888888888888888888888888888888888888',
  '0x9999999999999999999999999999999999999999',
] as const;
/** Who owns every Safe. */
export const OWNER = privateKeyToAccount(`0x${'11'.repeat(32)}`);
export const OTHER_OWNER = privateKeyToAccount(`0x${'22'.repeat(32)}`);
/** Who owns none. */
export const UNRELATED = privateKeyToAccount(`0x${'33'.repeat(32)}`);

/** Accounts of another kind, which pay with the tokens of keys. */
export const SMART_ACCOUNTS = [`0x${'12'.repeat(20)}`, `0x${'13'.repeat(20)}`] as const;
/** The keys, of which the first lets the first account take what it likes; the other has its account run the code of a contract. */
export const KEYS = [`0x${'14'.repeat(20)}`, `0x${'15'.repeat(20)}`] as const;
export const [UNLIMITED_KEY, DELEGATED_KEY] = KEYS;
/** A contract that sends tokens to whoever has some there. */
export const EXCHANGE = `0x${'16'.repeat(20)}`;

/** A transaction that owners of a Safe may execute, and what is known of it. */
export interface KnownProposal {
  readonly hash: Hex;
  readonly safe: string;
  readonly transaction: SafeTransaction;
  /** How much it pays of requests, by their rows. */
  readonly pays: ReadonlyMap<string, bigint>;
  /** Whether it does nothing else. */
  readonly isReadable: boolean;
  /** The bundle whose links it pays. */
  readonly bundle: KnownBundle | undefined;
  readonly confirmations: SafeProposal['confirmations'][number][];
  /** Whether an owner signed it. */
  isSigned: boolean;
  readonly proposedAt: Date;
}

/** What Safes do in a world, beside what its chain shows. */
export interface Safing {
  readonly proposals: Map<Hex, KnownProposal>;
  readonly service: SafeService;
  /** The token of the link that was proposed to be paid last. */
  lastProposed: string | undefined;
  /** How the service answers just now. */
  mood: 'well' | 'silent' | 'lying';
  /** Intents whose failure was judged already. */
  readonly judged: Set<string>;
  /** Those whose proof was. */
  readonly judgedProofs: Set<string>;
  readonly operations: Operations;
  /** Proposals by the transactions that execute them. */
  readonly executions: Map<Hex, KnownProposal>;
  /** Addresses of which no node said what stands there when that was asked. */
  readonly unread: Set<string>;
}

/** Safes and other accounts that have done nothing yet, and are rich. */
export function openSafing({ chains, dice }: Pick<SimWorld, 'chains' | 'dice'>): Safing {
  const chain = chains[SAFE_NETWORK];
  for (const wallet of [...SAFES, ...SMART_ACCOUNTS, ...KEYS, EXCHANGE]) {
    chain.give(wallet, undefined, RICH);
    for (const id of CURRENCIES[SAFE_NETWORK]) {
      const currency = currencyById(id);
      if (currency !== undefined) chain.give(wallet, currency.address, RICH);
    }
  }
  for (const id of CURRENCIES[SAFE_NETWORK]) {
    const spender = { account: SMART_ACCOUNTS[0] };
    const allowance = nameOf.allowance(currencyById(id)?.address ?? '', UNLIMITED_KEY, spender);
    chain.ledger.write(allowance, RICH);
  }
  const proposals = new Map<Hex, KnownProposal>();
  const safing: Safing = {
    proposals,
    lastProposed: undefined,
    mood: 'well',
    judged: new Set(),
    judgedProofs: new Set(),
    operations: { waiting: [], sent: new Map() },
    executions: new Map(),
    unread: new Set(),
    service: {
      networks: [SAFE_NETWORK],
      findTransaction: async ({ safeTransactionHash: hash }) => {
        if (safing.mood === 'silent') throw new Outage('the service does not answer');
        const known = proposals.get(hash);
        if (known === undefined) return undefined;
        return safing.mood === 'lying' ? await lieOf(safing, dice, known) : shown(known);
      },
    },
  };
  return safing;
}

function shown({ safe, transaction, hash, ...known }: KnownProposal): SafeProposal {
  const { confirmations, proposedAt } = known;
  return {
    safe,
    transaction,
    safeTransactionHash: hash,
    confirmations: [...confirmations],
    confirmationsRequired: 2,
    executedBy: undefined,
    proposedAt,
  };
}

/** What owners never signed, for what they did not sign or for what they did. */
async function lieOf(
  { proposals }: Safing,
  dice: Dice,
  known: KnownProposal,
): Promise<SafeProposal> {
  const report = shown(known);
  const other = dice.pick([...proposals.values()]);
  const signature = await UNRELATED.sign({ hash: known.hash });
  return dice.pick<SafeProposal>([
    { ...report, transaction: { ...report.transaction, nonce: report.transaction.nonce + 1n } },
    { ...report, transaction: other.transaction },
    { ...report, safe: SAFES.find((safe) => safe !== known.safe) ?? known.safe },
    { ...report, executedBy: known.hash, confirmations: [{ owner: OWNER.address, signature }] },
    { ...report, confirmations: other.confirmations },
  ]);
}
