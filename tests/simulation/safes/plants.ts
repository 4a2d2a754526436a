import type { AccountReads, SafeExecution } from '#chains/accounts.ts';
import type { Hex } from '#kit/hex.ts';
import type { Plant } from '../plants.ts';
import { worldsOf } from '../seeds.ts';
import { OWNER } from './safing.ts';

/** Seeds of the short run, in which Safes pay. */
export const SAFE_SEEDS: readonly string[] = ['signed 1', 'signed 2'];

/** A bug, and the worlds in which it is looked for. */
interface SafePlant extends Plant {
  readonly seeds: readonly string[];
  /** How many steps it is given where it does not show in as many as the others. */
  readonly steps?: number;
}

/** Worlds in which most bugs show; which of them follows from all that happens, so that others are tried too. */
const worlds = worldsOf('signed');

const afterwards = (change: string): Pick<Plant, 'afterwards'> => ({
  afterwards: `update payment_intent set ${change}`,
});

/** What all processes of a world remember of executions, by the chain's reads. */
function remembering(): Pick<Plant, 'accountsAs'> {
  const seen = new Map<Hex, SafeExecution>();
  return {
    accountsAs: (reads: AccountReads) => ({
      ...reads,
      findExecution: async (query) => {
        const found = await reads.findExecution(query);
        if (found !== undefined) seen.set(query.safeTransactionHash, found);
        return seen.get(query.safeTransactionHash);
      },
    }),
  };
}

/** Bugs in what follows what owners of Safes sign. */
export const SAFE_PLANTS: Readonly<Record<string, SafePlant>> = {
  'fails by a nonce that is used in no final block': {
    accountsAs: (reads) => ({
      ...reads,
      readAccounts: (addresses) => reads.readAccounts(addresses, 'newest'),
    }),
    seeds: worlds(4),
    shows: /is source_failed before that is final|failed, and its execution stands/,
  },
  'forgets that a reorg undid an execution': {
    ...remembering(),
    steps: 280,
    seeds: worlds(1),
    shows: /is source_\w+ and still followed|ended as \w+, not/,
  },
  'takes any signature for that of an owner': {
    accountsAs: (reads) => ({ ...reads, recoverSigner: async () => OWNER.address }),
    seeds: worlds(1),
    shows: /was proven, and no owner signed that it pays its link/,
  },
  'takes an execution that failed for a payment': {
    accountsAs: (reads) => ({
      ...reads,
      findExecution: async (query) => {
        const found = await reads.findExecution(query);
        return found && { ...found, outcome: 'success' };
      },
    }),
    seeds: worlds(3),
    shows: /is source_confirmed and still followed|ended as source_confirmed/,
  },
  'makes others wait for three days': {
    ...afterwards(`holds_until = proven_at + interval '3 days'`),
    seeds: worlds(1),
    shows: /others wait for intent \w+ for too long/,
  },
  'settles what is executed and not credited': {
    ...afterwards(`status = 'settled' where status = 'source_seen'`),
    seeds: worlds(4),
    shows: /is settled and nothing paid its request|last observation says/,
  },
  'reports one failure again': {
    ...afterwards("failed_at = null where status = 'source_failed'"),
    seeds: worlds(1),
    shows: /^payment.failed was due \d+ times and reported \d+ times/,
  },
  'takes an exchange for the key of a payer': {
    accountsAs: (reads) => ({
      ...reads,
      readAccounts: async (...query) =>
        (await reads.readAccounts(...query)).map((one) =>
          one.kind === 'contract' ? { kind: 'key' } : one,
        ),
    }),
    seeds: worlds(2),
    shows: /names the key 0x1616\w+, and it is null/,
  },
  'knows no key whose account runs the code of a contract': {
    accountsAs: (reads) => ({
      ...reads,
      readAccounts: async (...query) =>
        (await reads.readAccounts(...query)).map((one) =>
          one.kind === 'delegated' ? { kind: 'contract' } : one,
        ),
    }),
    seeds: worlds(5),
    shows: /names the key null, and it is 0x1515/,
  },
  'names whose tokens were spent as the payer': {
    reshape: (update) =>
      update.type === 'reorg'
        ? update
        : {
            ...update,
            transfers: update.transfers.map((one) => ({
              ...one,
              payerAddress: one.pulledFrom ?? one.payerAddress,
            })),
          },
    seeds: worlds(2),
    shows: /names 0x1\w+, and 0x1[23]\w+ paid/,
  },
  'overlooks calls without data': {
    accountsAs: (reads) => ({
      ...reads,
      decodeCalls: (transaction) =>
        reads.decodeCalls(transaction)?.filter(({ data }) => data !== '0x'),
    }),
    seeds: worlds(6),
    shows: /was proven, and no owner signed that it pays its link/,
  },
  'reports failures of what is paid': {
    sends: (text) => text.replace(/and request.paid_units < request.expected_units/, ''),
    steps: 280,
    seeds: worlds(3),
    shows: /^payment.failed of \w+ came after its payment/,
  },
};
