import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Hex, isHex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';

const hex = z.string().refine((text): text is Hex => isHex(text));
const digits = z.string().regex(/^\d+$/);

const Confirmation = z.object({
  owner: hex,
  signature: hex,
  signatureType: z.enum(['EOA', 'ETH_SIGN', 'APPROVED_HASH']),
  submittedAt: z.string(),
});

/** A signature of an owner, as it is stored. */
export type StoredConfirmation = z.output<typeof Confirmation>;

const Proposal = z.object({
  network: z.string(),
  safe: hex,
  to: hex,
  value: digits,
  data: hex.nullable(),
  operation: z.union([z.literal(0), z.literal(1)]),
  safeTxGas: digits,
  baseGas: digits,
  gasPrice: digits,
  gasToken: hex,
  refundReceiver: hex,
  nonce: digits,
  safeTxHash: hex,
  proposer: hex,
  origin: z.string(),
  trusted: z.boolean(),
  createdAt: z.string(),
  modifiedAt: z.string(),
  confirmations: z.array(Confirmation),
});

/** A proposal, as it is stored; numbers are decimal texts. */
export type StoredProposal = z.output<typeof Proposal>;

/** All proposals, in memory and in a file. */
export interface StoredProposals {
  find(network: string, hash: string): StoredProposal | undefined;
  /** Those of one Safe, the oldest first. */
  listOf(network: string, safe: Hex): readonly StoredProposal[];
  /** Adds a proposal, or puts this one in its place; returns when the file has it. */
  store(proposal: StoredProposal): Promise<void>;
}

/** Opens the proposals of a file, or of none, where they are kept while the process runs. */
export async function openProposals(
  file: string | undefined,
  log: Log | undefined,
): Promise<StoredProposals> {
  const proposals = new Map((await readProposals(file, log)).map((one) => [keyOf(one), one]));
  let written = Promise.resolve();
  const write = async () => {
    if (file === undefined) return;
    const draft = `${file}.draft`;
    await writeFile(draft, `${JSON.stringify([...proposals.values()])}\n`, { mode: 0o600 });
    await rename(draft, file);
  };
  return {
    find: (network, hash) => proposals.get(`${network} ${hash.toLowerCase()}`),
    listOf: (network, safe) =>
      [...proposals.values()].filter((one) => one.network === network && one.safe === safe),
    store: (proposal) => {
      proposals.set(keyOf(proposal), proposal);
      // One write after the other; a failed one does not stop the next.
      const next = written.then(write);
      written = next.catch(() => undefined);
      return next;
    },
  };
}

const keyOf = ({ network, safeTxHash }: StoredProposal) => `${network} ${safeTxHash.toLowerCase()}`;

async function readProposals(
  file: string | undefined,
  log: Log | undefined,
): Promise<readonly StoredProposal[]> {
  if (file === undefined) return [];
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return [];
  try {
    return z.array(Proposal).parse(JSON.parse(content));
  } catch (error) {
    log?.warn({ error, file }, 'the proposals of Safes cannot be read: starting without them');
    return [];
  }
}
