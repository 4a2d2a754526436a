import type {
  BroadcastResult,
  Chain,
  SentOutcome,
  SignedTransaction,
  TransactionRelay,
  TransactionStep,
} from '#chains/chain.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { stillChain } from './still-chain.ts';

/** Who pays on a chain that forwards what wallets sign. */
export const TRON_PAYER = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
/** Who is paid there. */
export const TRON_PAYEE = 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D';

/** What a test signs: which of the expected steps it is, and an id. */
interface Signing {
  /** A byte that the id is made of. */
  readonly id: number;
  readonly step?: TransactionStep['type'];
  /** Of several such steps, which one. */
  readonly at?: number;
  readonly wallet?: string;
  readonly expiresAt?: Date;
}

/** What happened to the transactions of a test. */
interface RelayLog {
  /** The ids that reached the node, in their order. */
  readonly forwarded: string[];
  /** What the node answers next; undefined makes it unreachable. */
  answer: BroadcastResult | undefined;
  outcomes: Map<string, SentOutcome>;
  /** Resolves before the node answers. */
  delay: Promise<unknown>;
}

/** What a node answers that takes a transaction. */
export const TAKEN: BroadcastResult = {
  isAccepted: true,
  isTransient: false,
  code: 'SUCCESS',
  message: '',
};

/** The hash that a test's id makes. */
export const hashOf = (id: number): Hex => `0x${id.toString(16).padStart(2, '0').repeat(32)}`;

/** A transaction as a wallet of the tests signs it: the relay below reads the words in its bytes. */
export function signedBy(signing: Signing): SignedTransaction {
  const words = Buffer.from(JSON.stringify(signing));
  return { raw_data_hex: words.toString('hex'), signature: ['1b'], raw_data: { contract: [1] } };
}

/** A still chain whose wallets have their transactions forwarded, and what was forwarded. */
export function relayChain(now: () => Date): { readonly chain: Chain; readonly log: RelayLog } {
  const log: RelayLog = {
    forwarded: [],
    answer: TAKEN,
    outcomes: new Map(),
    delay: Promise.resolve(),
  };
  const read = ({ raw_data_hex }: SignedTransaction): Signing =>
    JSON.parse(Buffer.from(raw_data_hex, 'hex').toString());
  const named = (signing: Signing) => ({
    transactionHash: hashOf(signing.id),
    wallet: signing.wallet ?? TRON_PAYER,
    expiresAt: new Date(signing.expiresAt ?? now().getTime() + 300_000),
  });
  const relay: TransactionRelay = {
    readSigned: async (signed) => named(read(signed)),
    checkSigned: async (signed, steps) => {
      const signing = read(signed);
      const type = signing.step ?? 'payment';
      const like = steps.flatMap((step, i) => (step.type === type ? [i] : []));
      const step = like[signing.at ?? 0];
      if (step === undefined) throw new Refusal('transaction_mismatch', 400, 'no such step');
      return { ...named(signing), step, bytes: signed.raw_data_hex };
    },
    forward: async ({ transactionHash }) => {
      log.forwarded.push(transactionHash);
      await log.delay;
      if (log.answer === undefined) throw new Outage('the node of the test is down');
      return log.answer;
    },
    readOutcomes: async (sent) =>
      sent.map(({ transactionHash }) => log.outcomes.get(transactionHash) ?? 'open'),
  };
  const feeLimits = { approvalUnits: 100_000_000n, paymentUnits: 300_000_000n };
  return { chain: { ...stillChain('tron'), relay, feeLimits }, log };
}
